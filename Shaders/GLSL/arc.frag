in vec4 v_color;
in vec2 v_across;

out vec4 o_color;

void main() {
  o_color = v_color * clamp(v_across.y + 0.5 - abs(v_across.x), 0.0, 1.0);
}
