// Shapes, text and pictures in points of the view, y down; matches `CanvasVertex` in OverlookRender.
layout(location = 0) in vec4 a_first;
layout(location = 1) in vec4 a_second;
layout(location = 2) in vec2 a_positionPoints;
layout(location = 3) in vec4 a_color;  // premultiplied
layout(location = 4) in uint a_kind;

uniform vec2 u_viewportPoints;

const uint kindSegment = 2u;

smooth out vec2 v_local;
flat out vec4 v_first;
flat out vec4 v_second;
flat out vec4 v_cuts;  // normals of the two planes that part a segment from its neighbours
flat out uint v_kind;
smooth out vec4 v_color;

void main() {
  v_local = a_first.xy;
  v_first = a_first;
  v_second = a_second;
  v_kind = a_kind;
  v_color = a_color;
  v_cuts = a_kind == kindSegment
    ? vec4(cos(a_second.x), sin(a_second.x), cos(a_second.y), sin(a_second.y))
    : vec4(0.0);
  vec2 clip = a_positionPoints / u_viewportPoints * 2.0 - 1.0;
  gl_Position = vec4(clip.x, -clip.y, 0.0, 1.0);
}
