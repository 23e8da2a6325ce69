// Dots of a layer: point sprites; with QUADS four corners each, which may be of any size and lie on the ground.
#include "view.glsl"
#include "ground.glsl"
#include "fixed_place.glsl"
#include "data_place.glsl"

layout(location = 0) in ivec2 a_place;
layout(location = 1) in vec4 a_color;     // premultiplied
layout(location = 2) in float a_radius;   // in points or metres; not a number: not drawn
layout(location = 3) in float a_value;    // what the filter looks at

uniform vec2 u_clipScale;        // makes the clip volume larger than the view: a sprite is cut by its middle
uniform vec4 u_color;            // of all points; alpha below 0: a_color
uniform float u_radius;          // of all points; below 0: a_radius
uniform float u_opacity;
uniform float u_strokePoints;
uniform int u_isGround;          // radii in metres

flat out vec4 v_color;
// Where the dot ends and where its outline begins, in pixels, or in points of the ground.
flat out vec2 v_edges;
#ifdef QUADS
out vec2 v_place;
#else
flat out float v_side;
#endif

void main() {
  float radius = u_radius < 0.0 ? a_radius : u_radius;
  // Written so that a radius that is not a number is left out.
  if (!(radius > 0.0) || !isShown(a_place, a_value)) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
#ifndef QUADS
    gl_PointSize = 1.0;
#endif
    return;
  }
  v_color = colorOf(u_color, a_color) * u_opacity;
  vec2 ground = groundFromPlace(a_place);
  float stroke = 0.5 * u_strokePoints;

#ifdef QUADS
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  if (u_isGround != 0) {
    radius *= pointsPerMeter(a_place.y);
    vec4 middle = clipFromGround(ground, 0.0);
    // A soft edge of two pixels, as long as they are there.
    float pixel = max(middle.w, 0.0) / (u_eyeDistancePoints * u_pixelsPerPoint);
    v_edges = vec2(radius + stroke, radius - stroke);
    v_place = corner * (radius + stroke + 2.0 * pixel);
    gl_Position = clipFromGround(ground + v_place, 0.0);
    return;
  }
#endif
  radius = min(radius, 1024.0);
  v_edges = vec2(radius + stroke, radius - stroke) * u_pixelsPerPoint;
  float reach = v_edges.x + 0.5;
  vec4 clip = clipFromGround(ground, 0.0);
#ifdef QUADS
  v_place = corner * reach;
  clip.xy += v_place * 2.0 / viewportPixels() * clip.w;
#else
  v_side = 2.0 * reach;
  gl_PointSize = v_side;
#endif
  gl_Position = vec4(clip.xy * u_clipScale, clip.zw);
}
