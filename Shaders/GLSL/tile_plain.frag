// A tile that is shown as it is: not faded, not translucent, not much smaller than its picture. Most tiles of most frames.
// Nothing but this one line, because llvmpipe recognises it and then fills whole rows at a time.
smooth in vec4 v_pictures;

uniform sampler2D u_image;

out vec4 o_color;

void main() {
  o_color = texture(u_image, v_pictures.xy);
}
