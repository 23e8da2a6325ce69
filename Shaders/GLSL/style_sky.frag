// The sky of a style: its own colour, and near the horizon that of the horizon. With HAZE what far ground fades into.
uniform vec4 u_color;
uniform vec4 u_horizonColor;
// In pixels from below, and how far up its colour reaches; of the haze how far down.
uniform float u_horizon;
uniform float u_reach;
#ifdef HAZE
uniform vec2 u_blend;   // where the haze begins on the way to the horizon; its own colour's share there
#endif

out vec4 o_color;

void main() {
  float above = gl_FragCoord.y - u_horizon;
#ifdef HAZE
  // Ground covers the lowest rows of the sky: there all is of the colour of the horizon, as the sky is.
  if (above > 0.06 * u_reach) discard;
  float share = 1.0 - smoothstep(0.015, 0.06, above / u_reach);
  float way = clamp((1.0 + above / u_reach - u_blend.x) / max(1.0 - u_blend.x, 0.001), 0.0, 1.0);
  // The colour at the horizon is the sky's there, so that no line is seen.
  vec4 color = mix(u_color, u_horizonColor, mix(0.0, 1.0 - u_blend.y, way) + u_blend.y * way * way);
  o_color = color * way * way * share;
#else
  if (above <= 0.0) discard;
  float nearness = above < u_reach ? 1.0 - above / u_reach : 0.0;
  o_color = mix(u_color, u_horizonColor, nearness * nearness);
#endif
}
