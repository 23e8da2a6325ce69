// Arcs along great circles: a strip of two vertices for each of their steps.
#include "view.glsl"
#include "ground.glsl"
#include "fixed_place.glsl"

layout(location = 0) in ivec4 a_places;      // both ends
layout(location = 1) in vec4 a_sourceColor;  // premultiplied
layout(location = 2) in vec4 a_targetColor;
layout(location = 3) in float a_width;       // in points; not a number: not drawn
layout(location = 4) in float a_value;       // what the filter looks at

uniform vec4 u_color;       // at all first ends; alpha below 0: a_sourceColor
uniform vec4 u_endColor;    // at all second ends; alpha below 0: a_targetColor
uniform float u_width;      // of all; below 0: a_width
uniform float u_height;     // of the middle, in distances of the ends
uniform float u_opacity;
uniform vec2 u_shown;       // the least and largest filter value
uniform int u_pieces;

out vec4 v_color;
// Across, in pixels from the middle, and half the width.
out vec2 v_across;

vec3 direction(ivec2 place) {
  float longitude = float(place.x) * exp2(-31.0) * PI + PI;
  float mercator = PI * (1.0 - 2.0 * float(place.y) * exp2(-31.0));
  float cosine = 1.0 / cosh(mercator);
  return vec3(cosine * cos(longitude), cosine * sin(longitude), tanh(mercator));
}

// East and south of the first end, in world units.
vec2 offset(vec3 place, vec3 first) {
  float east = atan(first.x * place.y - first.y * place.x, first.x * place.x + first.y * place.y);
  float mercator = atanh(clamp(place.z, -0.9999999, 0.9999999)) - atanh(clamp(first.z, -0.9999999, 0.9999999));
  return vec2(east, -mercator) / (2.0 * PI);
}

vec4 clipAt(float t, vec3 from, vec3 to, float angle, vec2 own, vec2 rest, float radius) {
  vec3 place = angle > 1e-4 ? (sin((1.0 - t) * angle) * from + sin(t * angle) * to) / sin(angle) : mix(from, to, t);
  place = normalize(place);
  // Both ends exactly, whatever was lost on the way.
  vec2 ground = own + (offset(place, from) + t * rest) * u_pointsPerWorld;
  float meter = u_pointsPerWorld / (2.0 * PI * EARTH_RADIUS_METERS) / sqrt(max(1.0 - place.z * place.z, 1e-6));
  float z = 4.0 * t * (1.0 - t) * u_height * angle * radius * meter;
  return clipFromGround(ground, z);
}

vec2 pixels(vec4 clip) { return clip.xy / max(clip.w, 1e-6) * 0.5 * viewportPixels(); }

void main() {
  float width = u_width < 0.0 ? a_width : u_width;
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  v_color = vec4(0.0);
  v_across = vec2(0.0);
  if (!(width > 0.0) || a_places.y < 0 || a_places.w < 0 || !(a_value >= u_shown.x && a_value <= u_shown.y)) return;

  vec3 from = direction(a_places.xy);
  vec3 to = direction(a_places.zw);
  float angle = atan(length(cross(from, to)), dot(from, to));
  vec2 own = groundFromPlace(a_places.xy);
  vec2 computed = offset(to, from);
  vec2 exact = vec2(float(a_places.z - a_places.x) * exp2(-32.0), float(a_places.w - a_places.y) * exp2(-31.0));
  vec2 rest = exact - computed;
  // The way may go round the world the other way than the shorter difference of numbers says.
  rest.x -= floor(rest.x + 0.5);
  float t = float(gl_VertexID / 2) / float(u_pieces);
  vec4 clip = clipAt(t, from, to, angle, own, rest, EARTH_RADIUS_METERS);
  float before = max(t - 0.5 / float(u_pieces), 0.0);
  float after = min(t + 0.5 / float(u_pieces), 1.0);
  vec2 along = pixels(clipAt(after, from, to, angle, own, rest, EARTH_RADIUS_METERS))
    - pixels(clipAt(before, from, to, angle, own, rest, EARTH_RADIUS_METERS));
  float size = length(along);
  vec2 across = size > 1e-6 ? vec2(-along.y, along.x) / size : vec2(0.0, 1.0);
  float halfWidth = 0.5 * width * u_pixelsPerPoint;
  float strength = min(2.0 * halfWidth, 1.0);
  halfWidth = max(halfWidth, 0.5);
  float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
  v_across = vec2(side * (halfWidth + 0.5), halfWidth);
  clip.xy += across * side * (halfWidth + 0.5) * 2.0 / viewportPixels() * clip.w;
  gl_Position = clip;
  vec4 first = u_color.a < 0.0 ? a_sourceColor : u_color;
  vec4 second = u_endColor.a < 0.0 ? a_targetColor : u_endColor;
  v_color = mix(first, second, t) * strength * u_opacity;
}
