// Fills and lines in one draw, in the order of their indices.
#include "view.glsl"
#include "ground.glsl"
#include "shape_vertex.glsl"
#include "fill_vertex.glsl"
#include "stroke_common.glsl"
#include "stroke_vertex.glsl"

void main() {
  int index = gl_VertexID >> 2;
  uvec4 style = texelFetch(u_styles, index);
  if ((style.z & kFill) == 0u) {
    emitStroke(index, gl_VertexID & 3, style);
    return;
  }
  emitFill(index, style);
  v_ends = vec4(0.0);
  v_before = vec4(0.0);
  v_after = vec4(0.0);
  // No line has no width.
  v_body = vec4(0.0);
}
