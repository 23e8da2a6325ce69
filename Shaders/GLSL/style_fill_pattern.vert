// The inside of polygons with a pattern, or, with OUTLINE, their edges.
layout(location = 0) in vec2 a_position;
#ifdef HAS_ROWS
layout(location = 1) in uint a_row;
#endif
#ifdef COLUMN_fill_pattern
#define HAS_PATTERN_COLUMN
#endif
#include "style_pattern.glsl"

#include "tile_ground.glsl"
uniform float u_opacity;
#ifdef OUTLINE
uniform vec2 u_targetPixels;

out vec2 v_pixel;
#endif

out vec2 v_placeTo;
out vec2 v_placeFrom;
flat out float v_opacity;

void main() {
#ifdef COLUMN_fill_pattern
  v_patternTo = COLUMN_fill_pattern(0);
  v_patternFrom = COLUMN_fill_pattern(u_fromGroup);
  vec4 all = COLUMN_fill_pattern(3);
  vec2 ratios = vec2(u_fromGroup == 1 ? all.y : all.z, all.x);
  vec4 to = v_patternTo;
  vec4 from = v_patternFrom;
#else
  vec2 ratios = u_patternRatios;
  vec4 to = u_patternTo;
  vec4 from = u_patternFrom;
#endif
#ifdef COLUMN_fill_opacity
  v_opacity = COLUMN_fill_opacity;
#else
  v_opacity = u_opacity;
#endif
  v_placeTo = patternPlace(max((to.zw - to.xy) / ratios.y * u_patternScale.z, 0.001), a_position);
  v_placeFrom = patternPlace(max((from.zw - from.xy) / ratios.x * u_patternScale.y, 0.001), a_position);
  gl_Position = clipFromTileGround(a_position, 0.0);
#ifdef OUTLINE
  v_pixel = (gl_Position.xy / gl_Position.w + 1.0) * 0.5 * u_targetPixels;
#endif
}
