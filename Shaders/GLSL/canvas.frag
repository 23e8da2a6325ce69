// Shapes, letters and pictures.
#include "canvas_shapes.glsl"

uniform sampler2D u_image;
uniform sampler2D u_colorGlyphs;

out vec4 o_color;

const uint kindImage = 4u;
const uint kindColorGlyph = 5u;

void main() {
  switch (v_kind) {
    case kindImage: o_color = v_color * texture(u_image, v_local); break;
    case kindColorGlyph: o_color = v_color * texelFetch(u_colorGlyphs, ivec2(floor(v_local)), 0); break;
    default: o_color = shapeColor(); break;
  }
}
