#ifdef HAS_ROWS
flat in vec4 v_color;
#else
uniform vec4 u_color;
#endif

out vec4 o_color;

void main() {
#ifdef HAS_ROWS
  o_color = v_color;
#else
  o_color = u_color;
#endif
}
