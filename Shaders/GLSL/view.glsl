// The view of one frame, shared by every program; matches `ViewUniforms` in OverlookRender (std140).
layout(std140) uniform View {
  mat4 u_clipFromCenteredPoints;
  vec2 u_centerHigh;        // camera target, world units, high part
  vec2 u_centerLow;         // and what the high part leaves
  vec2 u_viewportPoints;
  float u_pointsPerWorld;
  float u_pixelsPerPoint;
  vec2 u_screenEast;        // direction of east on an untilted screen, y down
  float u_timeSeconds;
  float u_eyeDistancePoints;
};

// World units (high + low) to centred points, exact to a fraction of a pixel at any zoom.
vec2 centeredPointsFromWorld(vec2 high, vec2 low) {
  return ((high - u_centerHigh) + (low - u_centerLow)) * u_pointsPerWorld;
}
