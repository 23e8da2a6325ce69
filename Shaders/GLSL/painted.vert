// Fills and lines of every kind in one draw, in the order of their indices: what shape.vert draws, and what has a row of
// u_paints. With STANDING lines around roofs.
#include "view.glsl"
#include "ground.glsl"
#include "shape_vertex.glsl"
#include "fill_vertex.glsl"
#include "stroke_common.glsl"
#include "stroke_vertex.glsl"
#include "painted_stroke_vertex.glsl"

void emitLine(int index, uvec4 style) {
  int row = int((style.z & 0xFFFFu) | ((style.z >> 6) & 0x3F0000u));
  g_altitude = texelFetch(u_paints, row + 2).z * u_pointsPerWorld;
  emitPaintedStroke(
      index, gl_VertexID & 3, row, texelFetch(u_paints, row), float((style.z >> 16) & 7u), float((style.z >> 19) & 7u),
      uintBitsToFloat(style.w));
  v_startColor = colorFromBytes(style.x);
  v_endColor = colorFromBytes(style.y);
}

void main() {
  int index = gl_VertexID >> 2;
  uvec4 style = texelFetch(u_styles, index);
  v_place = vec2(0.0);
  v_paint = -1;
  v_measure = vec4(0.0);
  v_startColor = vec4(0.0);
  v_endColor = vec4(0.0);
  v_depths = vec2(1.0);
  if ((style.z & kFill) == 0u) {
    if ((style.z & kPainted) == 0u) emitStroke(index, gl_VertexID & 3, style);
    else emitLine(index, style);
    return;
  }
  emitFill(index, style);
  v_ends = vec4(0.0);
  v_before = vec4(0.0);
  v_after = vec4(0.0);
  // No line has no width.
  v_body = vec4(0.0);
  v_paint = int(style.y) - 1;
  if (v_paint >= 0) v_place = centeredPointsFromWorld(texelFetch(u_positions, index));
}
