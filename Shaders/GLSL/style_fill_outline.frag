flat in vec4 v_color;
in vec2 v_pixel;

out vec4 o_color;

void main() {
  // A pixel has the more of the edge the nearer its middle lies.
  float distance = length(v_pixel - gl_FragCoord.xy);
  o_color = v_color * (1.0 - smoothstep(0.0, 1.0, distance));
}
