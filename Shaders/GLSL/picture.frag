// A premultiplied picture of the target's size, its top row first.
uniform sampler2D u_picture;

in vec2 v_place;

out vec4 o_color;

void main() {
  o_color = texture(u_picture, vec2(v_place.x, 1.0 - v_place.y));
}
