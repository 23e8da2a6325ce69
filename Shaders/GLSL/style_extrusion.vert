// Walls and roofs of polygons, lit by one light.
layout(location = 0) in vec2 a_position;
layout(location = 1) in vec2 a_normal;   // of walls, 16384 long
layout(location = 2) in vec2 a_kind;     // top, roof
layout(location = 3) in float a_edgeDistance;
#ifdef HAS_ROWS
layout(location = 4) in uint a_row;
#endif
#ifdef ROOFS
layout(location = 5) in float a_share;   // of the height at which the wall or the roof ends here, 65535 at the top
layout(location = 6) in vec2 a_rise;     // how many polygons are around it; eaves of a wall, or how far up the slope of a roof
layout(location = 7) in vec4 a_roofColor;

uniform float u_roofLightness;
#endif
#ifdef SUNLIT
#include "shadow_receiver.glsl"
#endif
#ifdef CASTS
#include "shadow_caster.glsl"
#endif
#if defined(SUNLIT) || defined(CASTS)
uniform vec2 u_shadowSlope;     // where a shadow lies, in tile units for each metre of height
uniform float u_pointsPerMeter;
#endif
#ifdef PATTERN
#ifdef COLUMN_fill_extrusion_pattern
#define HAS_PATTERN_COLUMN
#endif
#include "style_pattern.glsl"

uniform float u_heightFactor;  // tile units to a metre, along walls

out vec2 v_placeTo;
out vec2 v_placeFrom;
#endif

#ifdef FACADE
uniform float u_metersPerUnit;

out vec3 v_facade;   // metres: along the wall, above the ground, below the upper edge; of roofs how far up, 0, and far below that
#endif

#include "tile_ground.glsl"
uniform vec4 u_color;
uniform float u_opacity;
uniform float u_height;
uniform float u_base;
#include "extrusion_light.glsl"
#ifdef SUNLIT
#include "sun_light.glsl"
#endif

#if !defined(SUNLIT) && !defined(CASTS)
out vec4 v_color;
#endif

void main() {
#ifdef COLUMN_fill_extrusion_height
  float height = COLUMN_fill_extrusion_height;
#else
  float height = u_height;
#endif
#ifdef COLUMN_fill_extrusion_base
  float base = COLUMN_fill_extrusion_base;
#else
  float base = u_base;
#endif
#ifdef COLUMN_fill_extrusion_color
  vec4 color = COLUMN_fill_extrusion_color;
#else
  vec4 color = u_color;
#endif
  // Features may say anything; nothing stands below the ground.
  height = max(height, 0.0);
  base = max(base, 0.0);
  float top = a_kind.x;
#ifdef ROOFS
  float upper = mix(base, height, a_share / 65535.0);
  if (a_kind.y > 0.0) {
    color.rgb = mix(mix(color.rgb, vec3(color.a), u_roofLightness), a_roofColor.rgb / 255.0 * color.a, a_roofColor.a / 255.0);
  }
#else
  float upper = height;
#endif
  float z = top > 0.0 ? upper : base;
#ifdef CASTS
  castShadow(clipFromTileGround(a_position + u_shadowSlope * z, 0.0), z * u_pointsPerMeter);
#else
  gl_Position = clipFromTileGround(a_position, z);
  vec2 slope = a_normal / 16384.0;
#ifdef ROOFS
  // What lies in one plane with what is around it is a little nearer.
  gl_Position.z -= a_rise.x * 4e-6 * gl_Position.w;
  float eaves = mix(base, height, a_rise.y / 255.0);
  float up = a_rise.y / 255.0;
  vec3 normal = vec3(slope, a_kind.y > 0.0 ? sqrt(max(1.0 - dot(slope, slope), 0.0)) : 0.0);
#else
  float eaves = height;
  float up = 0.5;
  vec3 normal = a_kind.y > 0.0 ? vec3(0.0, 0.0, 1.0) : vec3(slope, 0.0);
#endif

#ifdef FACADE
  v_facade = a_kind.y > 0.0 ? vec3(up, 0.0, 1e4) : vec3(a_edgeDistance * u_metersPerUnit, z, eaves - z);
#endif
#ifdef SUNLIT
  receiveShadow(clipFromTileGround(a_position + u_shadowSlope * z, 0.0), z * u_pointsPerMeter);
#ifdef PATTERN
  color.rgb = vec3(1.0);
#endif
  lightBySun(color.rgb, normal, top, u_opacity);
#elif defined(PATTERN)
  float strength = litStrength(0.5 + u_lightIntensity, normal, top, base, height);
  v_color = vec4(clamp(strength * u_lightColor, leastLight(), vec3(1.0)), 1.0) * u_opacity;
#else
  v_color = vec4(litColor(color.rgb, normal, top, base, height), 1.0) * u_opacity;
#endif

#ifdef PATTERN
#ifdef COLUMN_fill_extrusion_pattern
  v_patternTo = COLUMN_fill_extrusion_pattern(0);
  v_patternFrom = COLUMN_fill_extrusion_pattern(u_fromGroup);
  vec4 all = COLUMN_fill_extrusion_pattern(3);
  vec2 ratios = vec2(u_fromGroup == 1 ? all.y : all.z, all.x);
  vec4 to = v_patternTo;
  vec4 from = v_patternFrom;
#else
  vec2 ratios = u_patternRatios;
  vec4 to = u_patternTo;
  vec4 from = u_patternFrom;
#endif
  vec2 place = a_kind.y > 0.0 ? a_position : vec2(a_edgeDistance, z * u_heightFactor);
  v_placeTo = patternPlace(max((to.zw - to.xy) / ratios.y * u_patternScale.z, 0.001), place);
  v_placeFrom = patternPlace(max((from.zw - from.xy) / ratios.x * u_patternScale.y, 0.001), place);
#endif
#endif
}
