// Pieces of a tile of a panorama on the screen.
layout(location = 0) in vec2 a_pixel;   // from the upper left corner of the view
layout(location = 1) in vec2 a_place;   // in the tile

uniform vec2 u_viewportPixels;

out vec2 v_place;

void main() {
  v_place = a_place;
  vec2 clip = a_pixel / u_viewportPixels * 2.0 - 1.0;
  gl_Position = vec4(clip.x, -clip.y, 0.0, 1.0);
}
