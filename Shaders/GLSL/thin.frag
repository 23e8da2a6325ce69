in vec4 v_color;
in vec4 v_edge;
out vec4 o_color;

void main() {
  o_color = v_color * clamp(min(v_edge.y - abs(v_edge.x), min(v_edge.z, v_edge.w)), 0.0, 1.0);
}
