// The sky of a style: its own colour, and near the horizon that of the horizon.
uniform vec4 u_color;
uniform vec4 u_horizonColor;
// In pixels from below, and how far up its colour reaches.
uniform float u_horizon;
uniform float u_reach;

out vec4 o_color;

void main() {
  float above = gl_FragCoord.y - u_horizon;
  if (above <= 0.0) discard;
  float nearness = above < u_reach ? 1.0 - above / u_reach : 0.0;
  o_color = mix(u_color, u_horizonColor, nearness * nearness);
}
