#ifdef COLUMN_fill_pattern
#define HAS_PATTERN_COLUMN
#endif
#include "style_pattern_fragment.glsl"

flat in float v_opacity;
#ifdef OUTLINE
in vec2 v_pixel;
#endif

out vec4 o_color;

void main() {
  o_color = patternColor() * v_opacity;
#ifdef OUTLINE
  o_color *= 1.0 - smoothstep(0.0, 1.0, length(v_pixel - gl_FragCoord.xy));
#endif
}
