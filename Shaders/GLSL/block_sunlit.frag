// Walls and roofs of polygons in the light of the Sun.
#include "shadow_lookup.glsl"
#include "sunlit.glsl"

out vec4 o_color;

void main() {
  o_color = sunlitColor();
}
