// Reading the vertices of lines and fills; see ShapeStream in OverlookRender for the layout.
uniform samplerBuffer u_positions;
uniform usamplerBuffer u_styles;

const uint kFill = 0x80000000u;
const uint kFeather = 0x40000000u;
const uint kPainted = 0x20000000u;

out vec4 v_color;

// Points above the ground.
float g_altitude = 0.0;

vec4 clipFromCentered(vec2 centered) {
  return clipFromGround(centered, g_altitude);
}

vec2 centeredFromVertex(int index) {
  return centeredPointsFromWorld(texelFetch(u_positions, index));
}

float worldYOfVertex(int index) {
  return texelFetch(u_positions, index).y;
}

vec4 clipFromVertex(int index) {
  return clipFromCentered(centeredFromVertex(index));
}

vec4 colorFromBytes(uint bytes) {
  return vec4(bytes & 255u, (bytes >> 8) & 255u, (bytes >> 16) & 255u, bytes >> 24) / 255.0;
}

// Depth, in points, in front of which nothing is drawn.
float nearDepth() {
  return u_eyeDistancePoints * 0.01;
}
