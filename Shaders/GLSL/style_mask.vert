// The square of a tile, for the stencil buffer.
layout(location = 0) in vec2 a_position;

uniform mat4 u_clipFromTile;

void main() {
  gl_Position = u_clipFromTile * vec4(a_position, 0.0, 1.0);
}
