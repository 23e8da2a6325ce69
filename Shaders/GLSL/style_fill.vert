// The inside of polygons, in tile units.
layout(location = 0) in vec2 a_position;
#ifdef HAS_ROWS
layout(location = 1) in uint a_row;

uniform float u_opacity;
#endif
#include "style_fill_color.glsl"
#include "tile_ground.glsl"

void main() {
#ifdef HAS_ROWS
#ifdef COLUMN_fill_color
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
}
