// Polygons of a layer: flat, or their roofs, by index; with WALLS six vertices an edge.
#include "view.glsl"
#include "ground.glsl"
#include "fixed_place.glsl"

uniform usamplerBuffer u_vertices;   // place, number of the polygon, 1 where its ring has to be walked the other way
uniform usamplerBuffer u_elements;   // for each polygon its colour, height, base, filter value
uniform vec4 u_color;                // of all polygons; alpha below 0: each its own
uniform vec4 u_roofColor;            // alpha below 0: as the walls
uniform float u_height;              // of all polygons; below 0: each its own
uniform float u_base;                // of all polygons; below 0: each its own
uniform float u_opacity;
uniform vec2 u_shown;                // the least and largest filter value

#ifdef LIT
#include "extrusion_light.glsl"
#endif

out vec4 v_color;

vec4 colorFromBytes(uint bytes) {
  return vec4(bytes & 255u, (bytes >> 8) & 255u, (bytes >> 16) & 255u, bytes >> 24) / 255.0;
}

void main() {
#ifdef WALLS
  int index = gl_VertexID / 6;
  uvec4 own = texelFetch(u_vertices, index);
  uvec4 next = texelFetch(u_vertices, index + 1);
  bool isGap = next.w >> 1 != own.w >> 1;
  bool isReversed = (own.w & 1u) != 0u;
  // Seen from outside: the first corner's foot and top, the second one's top; the first one's foot, the second one's top and
  // foot.
  bool isSecond = int[6](0, 0, 1, 0, 1, 1)[gl_VertexID % 6] == 1;
  float top = float(int[6](0, 1, 1, 0, 1, 0)[gl_VertexID % 6]);
  ivec2 place = ivec2((isSecond != isReversed ? next : own).xy);
#else
  uvec4 own = texelFetch(u_vertices, gl_VertexID);
  bool isGap = false;
  float top = 1.0;
  ivec2 place = ivec2(own.xy);
#endif
  uvec4 element = uvec4(0u);
  if (u_color.a < 0.0 || u_height < 0.0 || u_base < 0.0 || u_shown.x > -3e38) element = texelFetch(u_elements, int(own.z));
  vec4 color = u_color.a < 0.0 ? colorFromBytes(element.x) : u_color;
  float height = u_height < 0.0 ? uintBitsToFloat(element.y) : u_height;
  float base = min(u_base < 0.0 ? uintBitsToFloat(element.z) : u_base, height);
  float value = uintBitsToFloat(element.w);
  // Written so that what is not a number is left out; what cannot be seen hides nothing.
  if (isGap || color.a == 0.0 || !(height >= 0.0) || !(base >= 0.0) || (u_shown.x > -3e38 && !(value >= u_shown.x && value <= u_shown.y))) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    v_color = vec4(0.0);
    return;
  }
  vec2 ground = groundFromPlace(place, ivec2(own.xy));
  float z = top > 0.0 ? height : base;
#ifdef LIT
  vec3 normal = vec3(0.0, 0.0, 1.0);
#ifdef WALLS
  ivec2 away = ivec2(next.xy) - ivec2(own.xy);
  vec2 along = vec2(float(away.x), 2.0 * float(away.y)) * (isReversed ? -1.0 : 1.0);
  // Points inside, as those of the buildings of styles do.
  normal = vec3(normalize(vec2(-along.y, along.x)), 0.0);
#else
  if (u_roofColor.a >= 0.0) color = u_roofColor;
#endif
  vec3 plain = color.a > 0.0 ? color.rgb / color.a : vec3(0.0);
  color.rgb = litColor(plain, normal, top, base, height) * color.a;
  gl_Position = clipFromGround(ground, z * pointsPerMeter(place.y));
#else
  gl_Position = clipFromGround(ground, 0.0);
#endif
  v_color = color * u_opacity;
}
