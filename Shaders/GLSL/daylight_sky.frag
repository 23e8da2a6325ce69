// The sky of an hour; with HAZE what of it lies over far ground.
uniform vec3 u_forward;   // the way of the middle of the target, east, south and up
uniform vec3 u_right;     // what is added at its right edge, and at its upper one
uniform vec3 u_up;
uniform vec3 u_sun;       // to the Sun
uniform vec3 u_zenith;    // colours
uniform vec3 u_haze;
uniform vec4 u_glow;      // around the Sun, and how bright
uniform float u_row;      // of the horizon, in pixels from below
uniform float u_reach;    // of the haze below it, in pixels

in vec2 v_place;
out vec4 o_color;

void main() {
  vec2 place = v_place * 2.0 - 1.0;
  vec3 way = normalize(u_forward + u_right * place.x + u_up * place.y);
  float above = gl_FragCoord.y - u_row;
  float rim = 0.35 * pow(max(dot(way, u_sun), 0.0), 900.0);
#ifdef HAZE
  if (above > 0.0) discard;
  way = normalize(vec3(way.xy, 0.0));
#else
  if (above <= 0.0) discard;
#endif
  float nearness = dot(way, u_sun);
  float wide = pow(max(0.5 + 0.5 * nearness, 0.0), 8.0);
  float height = max(way.z, 0.0);
  vec3 color = mix(u_haze, u_zenith, 1.0 - exp(-height * 3.2));
  color = mix(color, u_glow.rgb, u_glow.a * wide * exp(-height * 2.0) * 0.75);
#ifdef HAZE
  color = min(color + u_glow.rgb * rim * u_glow.a * step(-0.005, u_sun.z), vec3(1.0));
  // All of it where the sky of a style begins, a little below the true horizon, so that no line is seen there.
  float share = exp(3.5 * min(above / u_reach + 0.2, 0.0));
  o_color = vec4(color, 1.0) * share;
#else
  // The disc with its rim; the Sun's half is a quarter of a degree.
  float disc = smoothstep(0.99996, 0.99999, nearness) + rim;
  color += u_glow.rgb * disc * u_glow.a * step(-0.005, u_sun.z);
  o_color = vec4(min(color, vec3(1.0)), 1.0);
#endif
}
