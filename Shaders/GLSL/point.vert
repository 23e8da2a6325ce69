// Dots of a layer: point sprites; with QUADS four corners each, which may be of any size and lie on the ground.
#include "view.glsl"

layout(location = 0) in ivec2 a_place;    // in 2^-32 of the world east and 2^-31 south
layout(location = 1) in vec4 a_color;     // premultiplied
layout(location = 2) in float a_radius;   // in points or metres; not a number: not drawn
layout(location = 3) in float a_value;    // what the filter looks at

uniform int u_centerX;           // the camera's target in the steps of a_place
uniform int u_centerY;
uniform vec2 u_centerRest;       // what these leave of it, in world units, less the copy of the world
uniform vec2 u_clipScale;        // makes the clip volume larger than the view: a sprite is cut by its middle
uniform vec4 u_color;            // of all points; alpha below 0: a_color
uniform float u_radius;          // of all points; below 0: a_radius
uniform float u_opacity;
uniform float u_strokePoints;
uniform vec2 u_shown;            // the least and largest filter value
uniform int u_isGround;          // radii in metres

flat out vec4 v_color;
// Where the dot ends and where its outline begins, in pixels, or in points of the ground.
flat out vec2 v_edges;
#ifdef QUADS
out vec2 v_place;
#else
flat out float v_side;
#endif

const float EARTH_RADIUS_METERS = 6378137.0;
const float PI = 3.14159265;

// Points of the ground that a metre takes there.
float pointsPerMeter() {
  float y = float(a_place.y) * exp2(-31.0);
  return cosh(PI * (1.0 - 2.0 * y)) * u_pointsPerWorld / (2.0 * PI * EARTH_RADIUS_METERS);
}

void main() {
  float radius = u_radius < 0.0 ? a_radius : u_radius;
  // Written so that a radius that is not a number is left out.
  if (!(radius > 0.0) || a_place.y < 0 || a_value < u_shown.x || a_value > u_shown.y) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
#ifndef QUADS
    gl_PointSize = 1.0;
#endif
    return;
  }
  v_color = (u_color.a < 0.0 ? a_color : u_color) * u_opacity;
  // The differences are exact, and go round the world the shorter way.
  vec2 steps = vec2(float(a_place.x - u_centerX) * exp2(-32.0), float(a_place.y - u_centerY) * exp2(-31.0));
  vec2 ground = (steps - u_centerRest) * u_pointsPerWorld;
  float stroke = 0.5 * u_strokePoints;

#ifdef QUADS
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  if (u_isGround != 0) {
    radius *= pointsPerMeter();
    vec4 middle = u_clipFromCenteredPoints * vec4(ground, 0.0, 1.0);
    // A soft edge of two pixels, as long as they are there.
    float pixel = max(middle.w, 0.0) / (u_eyeDistancePoints * u_pixelsPerPoint);
    v_edges = vec2(radius + stroke, radius - stroke);
    v_place = corner * (radius + stroke + 2.0 * pixel);
    gl_Position = u_clipFromCenteredPoints * vec4(ground + v_place, 0.0, 1.0);
    return;
  }
#endif
  v_edges = vec2(radius + stroke, radius - stroke) * u_pixelsPerPoint;
  float reach = v_edges.x + 0.5;
  vec4 clip = u_clipFromCenteredPoints * vec4(ground, 0.0, 1.0);
#ifdef QUADS
  v_place = corner * reach;
  clip.xy += v_place * 2.0 / viewportPixels() * clip.w;
#else
  v_side = 2.0 * reach;
  gl_PointSize = v_side;
#endif
  gl_Position = vec4(clip.xy * u_clipScale, clip.zw);
}
