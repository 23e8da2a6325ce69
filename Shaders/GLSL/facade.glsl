// Walls seen from nearby: a light upper edge, a dark foot, and windows, in fragment shaders.
uniform vec4 u_facade;        // how light the edge is, how dark the foot; how opaque windows are, and how many of them there are
uniform vec3 u_windowColor;
#ifdef SUNLIT
uniform vec3 u_sunAmbient;    // as in sun_light.glsl
uniform vec3 u_sunDirect;
#endif

in vec3 v_facade;             // as in style_extrusion.vert

// Evenly distributed, 0 ... 1, the same on every machine.
float chance(uvec3 key) {
  uint value = key.x * 73856093u ^ key.y * 19349663u ^ key.z * 83492791u;
  value = (value ^ (value >> 13)) * 1274126177u;
  return float((value ^ (value >> 16)) & 0xFFFFu) / 65535.0;
}

// What is white at this hour.
vec3 facadeWhite() {
#ifdef SUNLIT
  return min(u_sunAmbient + u_sunDirect, vec3(1.0));
#else
  return vec3(1.0);
#endif
}

vec4 facadeColor(vec4 color) {
  vec3 white = facadeWhite() * color.a;
  vec2 pixel = max(fwidth(v_facade.xy), vec2(0.001));
  float below = v_facade.z;
  if (below > 9000.0) {
    // Eaves and ridge of a slope.
    float edge = min(abs(v_facade.x), abs(1.0 - v_facade.x)) / max(fwidth(v_facade.x), 1e-5);
    color.rgb = mix(color.rgb, white, 0.5 * u_facade.x * (1.0 - smoothstep(0.4, 1.4, edge)));
    return color;
  }
  // Above the eaves of a gable it is as light as the wall.
  float edge = max(0.4, 1.4 * pixel.y);
  color.rgb = mix(color.rgb, white, u_facade.x * (1.0 - smoothstep(0.5 * edge, edge, abs(below))));
  color.rgb *= 1.0 - u_facade.y * exp(-v_facade.y / 1.8);

  // A window a cell; where cells come to a few pixels they give way to the wall.
  const vec2 cell = vec2(3.2, 3.5);
  vec2 share = pixel / cell;
  float seen = u_facade.z * (1.0 - smoothstep(0.12, 0.4, max(share.x, share.y)));
  if (seen <= 0.0) return color;
  vec2 place = vec2(v_facade.x, v_facade.y - 0.5) / cell;
  vec2 number = floor(place);
  float height = v_facade.y + below;
  if (number.y < 0.0 || (number.y + 0.9) * cell.y + 0.5 > height) return color;
  vec2 distance = abs(place - number - 0.5);
  vec2 inside = 1.0 - smoothstep(vec2(0.22, 0.26) - 0.5 * share, vec2(0.22, 0.26) + 0.5 * share, distance);
  // Rounded: the height of a wall differs from pixel to pixel by what interpolating loses, and whole metres are common.
  float random = chance(uvec3(number, floor(height * 8.0 + 0.5)));
  float lit = random < u_facade.w ? mix(0.55, 1.0, fract(random * 37.0)) : 0.0;
  color.rgb = mix(color.rgb, u_windowColor * color.a, inside.x * inside.y * seen * lit);
  return color;
}
