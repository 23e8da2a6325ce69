#ifdef PATTERN
#ifdef COLUMN_fill_extrusion_pattern
#define HAS_PATTERN_COLUMN
#endif
#include "style_pattern_fragment.glsl"
#endif

in vec4 v_color;

out vec4 o_color;

void main() {
#ifdef PATTERN
  o_color = patternColor() * v_color;
#else
  o_color = v_color;
#endif
}
