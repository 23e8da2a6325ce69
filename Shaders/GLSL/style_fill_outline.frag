#ifdef HAS_ROWS
flat in vec4 v_color;
#else
uniform vec4 u_color;
#endif

in vec2 v_pixel;

out vec4 o_color;

void main() {
#ifdef HAS_ROWS
  vec4 color = v_color;
#else
  vec4 color = u_color;
#endif
  // A pixel has the more of the edge the nearer its middle lies.
  float distance = length(v_pixel - gl_FragCoord.xy);
  o_color = color * (1.0 - smoothstep(0.0, 1.0, distance));
}
