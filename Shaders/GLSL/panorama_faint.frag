// A piece of a tile that fades in, or that is seen in part.
smooth in vec2 v_place;
smooth in float v_opacity;

uniform sampler2D u_picture;
uniform float u_opacity;

out vec4 o_color;

void main() {
  o_color = texture(u_picture, v_place) * (u_opacity * v_opacity);
}
