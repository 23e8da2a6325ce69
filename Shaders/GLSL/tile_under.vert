// As `tile.vert`, for the picture that lies below: fragment shaders that know of one picture get that one.
layout(location = 0) in vec4 a_clip;
layout(location = 1) in vec4 a_pictures;

smooth out vec4 v_pictures;

void main() {
  v_pictures = a_pictures.zwxy;
  gl_Position = a_clip;
}
