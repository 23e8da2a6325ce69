#include "view.glsl"
#include "ground.glsl"
#include "shape_vertex.glsl"
#include "fill_vertex.glsl"

void main() {
  int index = gl_VertexID >> 2;
  emitFill(index, texelFetch(u_styles, index));
}
