// Squares of the map plane, already in clip space; matches `TileVertex` in OverlookRender.
layout(location = 0) in vec4 a_clip;
layout(location = 1) in vec4 a_pictures;  // in the picture (xy) and in the one below it (zw)
layout(location = 2) in vec2 a_mix;       // how much of the picture is seen; 1 where there is one below it, else 0

smooth out vec4 v_pictures;
flat out vec2 v_mix;

void main() {
  v_pictures = a_pictures;
  v_mix = a_mix;
  gl_Position = a_clip;
}
