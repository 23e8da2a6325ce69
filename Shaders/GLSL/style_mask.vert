// The square of a tile, for the stencil buffer.
layout(location = 0) in vec2 a_position;

#include "tile_ground.glsl"

void main() {
  gl_Position = clipFromTileGround(a_position, 0.0);
}
