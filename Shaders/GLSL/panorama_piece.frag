// A piece of a tile that is shown as it is. Nothing but this one line, because llvmpipe recognises it and then fills whole rows at a time.
smooth in vec2 v_place;

uniform sampler2D u_picture;

out vec4 o_color;

void main() {
  o_color = texture(u_picture, v_place);
}
