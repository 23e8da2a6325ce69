// Fills, and thin lines: much cheaper per pixel than shape.frag.
#include "view.glsl"
#include "ground.glsl"
#include "shape_vertex.glsl"
#include "fill_vertex.glsl"
#include "stroke_common.glsl"
#include "thin_stroke.glsl"

void main() {
  int index = gl_VertexID >> 2;
  uvec4 style = texelFetch(u_styles, index);
  if ((style.z & kFill) == 0u) {
    emitThinStroke(index, gl_VertexID & 3, style);
    return;
  }
  emitFill(index, style);
  v_edge = vec4(0.0, 1.0, 1.0, 1.0);
}
