// One picture on the ground, or the part of it near the view, or a cell of that part, in strips from the top down.
#include "tile_ground.glsl"  // of the part, both axes 0 ... 1
uniform vec4 u_part;          // left, top, right, bottom in fractions of the picture's plane; may reach a little outside
uniform vec4 u_cell;          // left, top, right, bottom in the part, 0 ... 1
uniform float u_rows[65];     // the row of the image, 0 ... 1, at the upper edge of each strip, and at the lower one of the last
uniform int u_stripCount;
uniform vec4 u_texturePlace;  // from places of the image to those of the texture: offset and factor of x, then of y

smooth out vec4 v_pictures;  // in the texture (xy) and in the picture's plane (zw)

void main() {
  int strip = gl_VertexID >> 1;
  vec2 corner = vec2(gl_VertexID & 1, float(strip) / float(u_stripCount));
  vec2 unit = mix(u_cell.xy, u_cell.zw, corner);
  vec2 fraction = mix(u_part.xy, u_part.zw, unit);
  v_pictures = vec4(vec2(fraction.x, u_rows[strip]) * u_texturePlace.yw + u_texturePlace.xz, fraction);
  gl_Position = clipFromTileGround(unit, 0.0);
}
