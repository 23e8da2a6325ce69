// Where the ground of a tile is: the twin of ground.glsl for what is counted in units of a tile or of a picture, whose matrix is
// computed in double precision (`StyleStage.clipFromTile`, `GroundPart`).
uniform mat4 u_clipFromTile;

// Of a place in units and what the matrix takes for the height: points, or metres.
vec4 clipFromTileGround(vec2 place, float height) {
  return u_clipFromTile * vec4(place, height, 1.0);
}
