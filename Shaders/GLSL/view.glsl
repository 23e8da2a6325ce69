// The view of one frame, shared by every program of the ground; matches `ViewUniforms` in OverlookRender (std140).
layout(std140) uniform View {
  mat4 u_clipFromCenteredPoints;
  vec2 u_viewportPoints;
  float u_pointsPerWorld;
  float u_pixelsPerPoint;
  float u_eyeDistancePoints;
};

// The camera's target as seen from one copy of the world: high x, high y, low x, low y, in world units.
uniform vec4 u_copyCenter;

// A place, split like u_copyCenter, in points from the target: exact to a fraction of a pixel at any zoom.
vec2 centeredPointsFromWorld(vec4 place) {
  return ((place.xy - u_copyCenter.xy) + (place.zw - u_copyCenter.zw)) * u_pointsPerWorld;
}

vec2 viewportPixels() {
  return u_viewportPoints * u_pixelsPerPoint;
}
