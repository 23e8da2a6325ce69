#include "view.glsl"
#include "ground.glsl"
#include "shape_vertex.glsl"
#include "stroke_common.glsl"
#include "stroke_vertex.glsl"

void main() {
  int index = gl_VertexID >> 2;
  emitStroke(index, gl_VertexID & 3, texelFetch(u_styles, index));
}
