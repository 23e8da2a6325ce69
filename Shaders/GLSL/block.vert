// Walls and roofs of polygons that stand on the map.
#include "view.glsl"
#include "ground.glsl"
#include "extrusion_light.glsl"
#include "standing.glsl"

layout(location = 0) in vec4 a_place;    // as u_copyCenter is split
layout(location = 1) in vec4 a_normal;   // of a wall inwards, east and south, or up; above the ground, in world units
layout(location = 2) in vec3 a_heights;  // base and height in metres; top of a wall, and 2 more without a vertical gradient
layout(location = 3) in vec4 a_color;    // premultiplied

void main() {
  vec2 place = centeredPointsFromWorld(a_place);
  float height = a_normal.w * u_pointsPerWorld;
#ifdef CASTS
  // Glass keeps little of the light.
  castShadow(clipFromShadow(place, height), a_color.a > 0.5 ? height : 0.0);
#else
  gl_Position = clipFromGround(place, height);
  bool isEven = a_heights.z > 1.5;
  // What lies high enough is not darkened.
  float base = isEven ? 1e9 : a_heights.x;
  float top = a_heights.z - (isEven ? 2.0 : 0.0);
  vec3 color = a_color.a > 0.0 ? a_color.rgb / a_color.a : vec3(0.0);
#ifdef SUNLIT
  receiveShadow(clipFromShadow(place, height), height);
  lightBySun(color, a_normal.xyz, top, a_color.a);
#else
  vec3 lit = litColor(color, a_normal.xyz, top, base, a_heights.y);
  v_color = vec4(lit * a_color.a, a_color.a);
#endif
#endif
}
