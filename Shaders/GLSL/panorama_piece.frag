in vec2 v_place;

uniform sampler2D u_picture;
uniform float u_opacity;

out vec4 o_color;

void main() {
  o_color = texture(u_picture, v_place) * u_opacity;
}
