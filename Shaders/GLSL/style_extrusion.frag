#ifdef PATTERN
#ifdef COLUMN_fill_extrusion_pattern
#define HAS_PATTERN_COLUMN
#endif
#include "style_pattern_fragment.glsl"
#endif
#ifdef FACADE
#include "facade.glsl"
#endif
#ifdef SUNLIT
#include "shadow_lookup.glsl"
#include "sunlit.glsl"
#else

in vec4 v_color;
#endif

out vec4 o_color;

void main() {
#ifdef SUNLIT
  vec4 color = sunlitColor();
#else
  vec4 color = v_color;
#endif
#ifdef FACADE
  color = facadeColor(color);
#endif
#ifdef PATTERN
  o_color = patternColor() * color;
#else
  o_color = color;
#endif
}
