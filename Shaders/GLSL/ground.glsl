// Where the ground is, after view.glsl. Every program that draws on the map asks here, or in tile_ground.glsl; nobody else
// multiplies the matrix.
// Of a place in points from the target (x east, y south) and points above the ground.
vec4 clipFromGround(vec2 place, float height) {
  return u_clipFromCenteredPoints * vec4(place, height, 1.0);
}

// How the clip coordinates change along a way on the ground that begins at a place.
vec4 clipChangeOnGround(vec2 way) {
  return u_clipFromCenteredPoints * vec4(way, 0.0, 0.0);
}
