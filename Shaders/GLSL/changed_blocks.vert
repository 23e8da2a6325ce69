// Blocks of a part of the target, one after the other and one row above the other, as points of SIDE pixels; those in which, and beside
// which, nothing differs from what was before lie outside. A shader for each pixel would be asked for all of them: where the processor draws
// as a card would, one that finds nothing to do costs as much as any other.
uniform sampler2D u_layer;
uniform sampler2D u_before;
// Of the part, in the target.
uniform vec2 u_corner;
uniform vec2 u_target;

bool differs(ivec2 place) { return texelFetch(u_layer, place, 0) != texelFetch(u_before, place, 0); }

bool hasChanged(ivec2 from, ivec2 to) {
  for (int y = from.y; y <= to.y; y++) {
    for (int x = from.x; x <= to.x; x++) {
      if (differs(ivec2(x, y))) return true;
    }
  }
  return false;
}

void main() {
  ivec2 size = textureSize(u_layer, 0);
  int columns = (size.x + SIDE - 1) / SIDE;
  // The last ones reach back over those before them, so that their middles, by which points are left out, lie inside.
  ivec2 corner = min(SIDE * ivec2(gl_VertexID % columns, gl_VertexID / columns), max(size - SIDE, ivec2(0)));
  gl_PointSize = float(SIDE);
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  if (hasChanged(max(corner - 1, ivec2(0)), min(corner + SIDE, size - 1))) {
    gl_Position.xyz = vec3(2.0 * (u_corner + vec2(corner) + 0.5 * float(SIDE)) / u_target - 1.0, 0.0);
  }
}
