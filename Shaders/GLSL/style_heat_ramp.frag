// Colours for the warmth that was gathered.
in vec2 v_place;

uniform sampler2D u_warmth;
uniform sampler2D u_ramp;
uniform float u_opacity;

out vec4 o_color;

void main() {
  float warmth = texture(u_warmth, v_place).r;
  o_color = texture(u_ramp, vec2(warmth, 0.5)) * u_opacity;
}
