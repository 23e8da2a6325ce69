in vec2 v_place;
flat in vec3 v_edge;
flat in vec4 v_color;
flat in vec4 v_strokeColor;

out vec4 o_color;

// 1 where the distance is an edge's or less from it inwards, 0 at the edge and beyond, smooth between.
float inside(float distance, float softness) {
  float t = clamp(-distance / softness, 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

void main() {
  float place = length(v_place);
  float cover = inside(place - 1.0, v_edge.x);
  float stroke = v_edge.z * (1.0 - inside(place - v_edge.y, v_edge.x));
  o_color = cover * mix(v_color, v_strokeColor, stroke);
}
