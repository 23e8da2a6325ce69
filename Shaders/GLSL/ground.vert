// One picture on the ground, or the part of it near the view, or a cell of that part, in strips from the top down; or what of the part
// lies around a cell, in eight instances.
#include "tile_ground.glsl"  // of the part, both axes 0 ... 1
uniform vec4 u_part;          // left, top, right, bottom in fractions of the picture's plane; may reach a little outside
uniform vec4 u_cell;          // left, top, right, bottom in the part, 0 ... 1
uniform float u_rows[65];     // the row of the image, 0 ... 1, at the upper edge of each strip, and at the lower one of the last
uniform int u_stripCount;
uniform int u_isAround;
uniform vec4 u_texturePlace;  // from places of the image to those of the texture: offset and factor of x, then of y

smooth out vec4 v_pictures;  // in the texture (xy) and in the picture's plane (zw)

void main() {
  int strip = gl_VertexID >> 1;
  vec2 corner = vec2(gl_VertexID & 1, float(strip) / float(u_stripCount));
  vec2 unit = mix(u_cell.xy, u_cell.zw, corner);
  if (u_isAround != 0) {
    // In rows of three, without the one in the middle. Their corners are those of the cell and of each other.
    int cell = gl_InstanceID < 4 ? gl_InstanceID : gl_InstanceID + 1;
    vec4 across = vec4(0.0, u_cell.x, u_cell.z, 1.0);
    vec4 down = vec4(0.0, u_cell.y, u_cell.w, 1.0);
    unit = vec2(across[cell % 3 + (gl_VertexID & 1)], down[cell / 3 + strip]);
  }
  vec2 fraction = mix(u_part.xy, u_part.zw, unit);
  float row = u_isAround != 0 ? fraction.y : u_rows[strip];
  v_pictures = vec4(vec2(fraction.x, row) * u_texturePlace.yw + u_texturePlace.xz, fraction);
  gl_Position = clipFromTileGround(unit, 0.0);
}
