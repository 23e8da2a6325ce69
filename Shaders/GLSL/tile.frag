// A tile that fades in over what was there before.
#include "tile_sampling.glsl"

smooth in vec4 v_pictures;
flat in vec2 v_mix;

uniform sampler2D u_image;
uniform sampler2D u_under;
uniform float u_opacity;

out vec4 o_color;

void main() {
  vec4 image = texture(u_image, v_pictures.xy, sharpening);
  vec4 under = texture(u_under, v_pictures.zw, sharpening) * v_mix.y;
  // One weighted mean instead of two blended draws: neither brightness nor opacity dips on the way.
  o_color = mix(under, image, v_mix.x) * u_opacity;
}
