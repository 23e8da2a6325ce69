// A canvas without pictures, and without letters of several colours. Where the processor draws, all that a shader can do is done for each
// pixel, and looking up pictures is most of it.
#include "canvas_shapes.glsl"

out vec4 o_color;

void main() {
  o_color = shapeColor();
}
