// Prisms over regular polygons: with WALLS six vertices a side, else the triangles of the roof.
#include "view.glsl"
#include "ground.glsl"
#include "fixed_place.glsl"
#include "extrusion_light.glsl"
#include "standing.glsl"

layout(location = 0) in ivec2 a_place;
layout(location = 1) in vec4 a_color;    // premultiplied
layout(location = 2) in float a_height;  // in metres; not a number: not drawn
layout(location = 3) in float a_value;   // what the filter looks at

uniform vec4 u_color;       // of all; alpha below 0: a_color
uniform float u_height;     // of all; below 0: a_height
uniform float u_width;      // from the middle to the corners, in metres
uniform float u_angle;      // to the first corner, clockwise from north
uniform int u_sides;
uniform vec2 u_shown;       // the least and largest filter value

// x east and y south; counter-clockwise from above.
vec2 corner(float number) {
  float angle = u_angle - number * 2.0 * PI / float(u_sides);
  return vec2(sin(angle), -cos(angle));
}

void main() {
  float height = u_height < 0.0 ? a_height : u_height;
  vec4 color = u_color.a < 0.0 ? a_color : u_color;
  if (!(height >= 0.0) || a_place.y < 0 || a_value < u_shown.x || a_value > u_shown.y) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
#ifndef CASTS
    v_color = vec4(0.0);
#endif
    return;
  }
#ifdef WALLS
  int side = gl_VertexID / 6;
  // Seen from outside: the foot of both corners and the top of the second, the first one's foot, the second one's top, its own.
  int number = side + int[6](0, 1, 1, 0, 1, 0)[gl_VertexID % 6];
  float top = float(int[6](0, 0, 1, 0, 1, 1)[gl_VertexID % 6]);
  // Points inside, as the normals of the buildings of styles do.
  vec3 normal = vec3(-corner(float(side) + 0.5), 0.0);
#else
  int third = gl_VertexID % 3;
  int number = third == 0 ? 0 : gl_VertexID / 3 + third;
  float top = 1.0;
  vec3 normal = vec3(0.0, 0.0, 1.0);
#endif
  float meter = pointsPerMeter(a_place.y);
  vec2 ground = groundFromPlace(a_place) + corner(float(number)) * u_width * meter;
  float above = top * height * meter;
#ifdef CASTS
  castShadow(clipFromShadow(ground, above), above);
#else
  gl_Position = clipFromGround(ground, above);
  vec3 plain = color.a > 0.0 ? color.rgb / color.a : vec3(0.0);
#ifdef SUNLIT
  receiveShadow(clipFromShadow(ground, above), above);
  lightBySun(plain, normal, top, 1.0);
#else
  v_color = vec4(litColor(plain, normal, top, 0.0, height), 1.0);
#endif
#endif
}
