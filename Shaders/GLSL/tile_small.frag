// A tile that is drawn much smaller than its picture, at least at one end.
#include "tile_sampling.glsl"

smooth in vec4 v_pictures;

uniform sampler2D u_image;
uniform float u_opacity;

out vec4 o_color;

void main() {
  o_color = texture(u_image, v_pictures.xy, sharpening) * u_opacity;
}
