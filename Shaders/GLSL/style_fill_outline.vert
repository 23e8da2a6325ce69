// The edges of polygons, as lines of two pixels.
layout(location = 0) in vec2 a_position;
#ifdef HAS_ROWS
layout(location = 1) in uint a_row;

uniform float u_opacity;
#endif
#include "style_fill_color.glsl"
#include "tile_ground.glsl"
uniform vec2 u_targetPixels;

out vec2 v_pixel;

void main() {
#ifdef HAS_ROWS
#if defined(COLUMN_fill_outline_color) && defined(HAS_OUTLINE_COLOR)
  vec4 color = COLUMN_fill_outline_color;
#elif defined(COLUMN_fill_color) && !defined(HAS_OUTLINE_COLOR)
  vec4 color = COLUMN_fill_color;
#else
  vec4 color = u_color;
#endif
#ifdef COLUMN_fill_opacity
  float opacity = COLUMN_fill_opacity;
#else
  float opacity = u_opacity;
#endif
  v_color = color * opacity;
#else
  v_color = colorOfAll();
#endif
  gl_Position = clipFromTileGround(a_position, 0.0);
  v_pixel = (gl_Position.xy / gl_Position.w + 1.0) * 0.5 * u_targetPixels;
}
