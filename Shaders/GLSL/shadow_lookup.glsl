// Whether the Sun reaches a surface, in fragment shaders.
uniform sampler2D u_shadowHeights;
uniform vec3 u_bias;     // in points: of all surfaces; of walls at the target, which grows with the depth; the depth of the target

in vec4 v_shadow;        // as in shadow_receiver.glsl

float sunAt(vec2 texel, float height) {
  ivec2 size = textureSize(u_shadowHeights, 0);
  ivec2 place = ivec2(floor(texel));
  // Beyond the map nothing is known of.
  if (place.x < 0 || place.y < 0 || place.x >= size.x || place.y >= size.y) return 1.0;
  return texelFetch(u_shadowHeights, place, 0).r > height ? 0.0 : 1.0;
}

// 0, in the shadow, to 1. `wall`: 1 for a wall, along which heights change from texel to texel.
float sunlight(float wall) {
  if (v_shadow.z <= 0.0) return 1.0;
  vec2 texel = (v_shadow.xy / v_shadow.z * 0.5 + 0.5) * vec2(textureSize(u_shadowHeights, 0));
  float height = v_shadow.w + u_bias.x + wall * u_bias.y * v_shadow.z / u_bias.z + 0.002 * v_shadow.w;
  return 0.25 * (sunAt(texel + vec2(-0.5, 0.25), height) + sunAt(texel + vec2(0.25, 0.5), height)
    + sunAt(texel + vec2(0.5, -0.25), height) + sunAt(texel + vec2(-0.25, -0.5), height));
}
