// A tile that is seen through.
smooth in vec4 v_pictures;

uniform sampler2D u_image;
uniform float u_opacity;

out vec4 o_color;

void main() {
  o_color = texture(u_image, v_pictures.xy) * u_opacity;
}
