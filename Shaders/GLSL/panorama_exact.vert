// Squares of the screen in which each pixel of a panorama finds its own place.
layout(location = 0) in vec2 a_pixel;    // from the upper left corner of the view
layout(location = 1) in vec4 a_bounds;   // what of the chart is drawn: left, top, right, bottom

uniform vec2 u_viewportPixels;

out vec2 v_pixel;
flat out vec4 v_bounds;

void main() {
  v_pixel = a_pixel;
  v_bounds = a_bounds;
  vec2 clip = a_pixel / u_viewportPixels * 2.0 - 1.0;
  gl_Position = vec4(clip.x, -clip.y, 0.0, 1.0);
}
