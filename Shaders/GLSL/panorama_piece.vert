// Pieces of a tile of a panorama on the screen.
layout(location = 0) in vec2 a_pixel;     // from the upper left corner of the view
layout(location = 1) in vec2 a_place;     // in the tile
layout(location = 2) in float a_opacity;  // how much of it is seen

uniform vec2 u_viewportPixels;

smooth out vec2 v_place;
smooth out float v_opacity;

void main() {
  v_place = a_place;
  v_opacity = a_opacity;
  vec2 clip = a_pixel / u_viewportPixels * 2.0 - 1.0;
  gl_Position = vec4(clip.x, -clip.y, 0.0, 1.0);
}
