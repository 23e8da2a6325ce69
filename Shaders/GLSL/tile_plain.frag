// A tile that is shown as it is: no fade, nothing seen through it. Most tiles of most frames, at half the price.
#include "tile_sampling.glsl"

smooth in vec4 v_pictures;

uniform sampler2D u_image;
uniform float u_opacity;

out vec4 o_color;

void main() {
  o_color = texture(u_image, v_pictures.xy, sharpening) * u_opacity;
}
