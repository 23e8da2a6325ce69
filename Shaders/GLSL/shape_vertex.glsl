// Reading the vertices of lines and fills; see ShapeStream in OverlookRender for the layout.
uniform samplerBuffer u_positions;
uniform usamplerBuffer u_styles;
uniform float u_worldOffset;  // whole worlds

const uint kFill = 0x80000000u;
const uint kFeather = 0x40000000u;

out vec4 v_color;

// The offset goes to the centre, whose difference to the point is what has to be exact.
vec4 clipFromVertex(int index) {
  vec4 position = texelFetch(u_positions, index);
  vec2 centerHigh = u_centerHigh - vec2(u_worldOffset, 0.0);
  vec2 points = ((position.xy - centerHigh) + (position.zw - u_centerLow)) * u_pointsPerWorld;
  return u_clipFromCenteredPoints * vec4(points, 0.0, 1.0);
}

vec4 colorFromBytes(uint bytes) {
  return vec4(bytes & 255u, (bytes >> 8) & 255u, (bytes >> 16) & 255u, bytes >> 24) / 255.0;
}

vec2 viewportPixels() {
  return u_viewportPoints * u_pixelsPerPoint;
}

// Depth, in points, in front of which nothing is drawn.
float nearDepth() {
  return u_eyeDistancePoints * 0.01;
}
