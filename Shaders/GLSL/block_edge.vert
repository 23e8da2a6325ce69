// Edges of roofs, as wide on the screen as they are told, that meet in the corners.
#include "view.glsl"

layout(location = 0) in vec4 a_place;   // as u_copyCenter is split
layout(location = 1) in vec4 a_other;   // the other end
layout(location = 2) in vec4 a_before;  // the other end of the edge that meets this one here
layout(location = 3) in vec3 a_edge;    // above the ground, in world units; to which side and how far, in points and in world units
layout(location = 4) in vec4 a_color;   // premultiplied

out vec4 v_color;

vec4 clipFromPlace(vec4 place) {
  return u_clipFromCenteredPoints * vec4(centeredPointsFromWorld(place), a_edge.x * u_pointsPerWorld, 1.0);
}

// What lies behind the eye has no direction on the screen: an edge ends at the near plane.
vec4 cut(vec4 end, vec4 other) {
  float near = u_eyeDistancePoints * 0.01;
  return end.w < near && other.w > near ? mix(end, other, (near - end.w) / (other.w - end.w)) : end;
}

// The direction on the screen, 1 long; 0 where there is none.
vec2 direction(vec4 from, vec4 to) {
  vec2 way = (to.xy / to.w - from.xy / from.w) * viewportPixels();
  return way / max(length(way), 1e-6);
}

void main() {
  vec4 end = clipFromPlace(a_place);
  vec4 other = clipFromPlace(a_other);
  vec4 clip = cut(end, other);
  vec2 along = direction(clip, cut(other, end));
  vec2 before = direction(cut(clipFromPlace(a_before), end), clip);
  vec2 sum = along + (before == vec2(0.0) ? along : before);
  // The mitre, which no sharp corner draws out to more than twice the width.
  vec2 across = vec2(-sum.y, sum.x) / max(dot(sum, sum) * 0.5, 0.5);
  float side = a_edge.y + a_edge.z * u_pointsPerWorld * u_eyeDistancePoints / clip.w;
  clip.xy += across * side * u_pixelsPerPoint * 2.0 / viewportPixels() * clip.w;
  // As much nearer as the steepest roof comes nearer within the width: the near plane is a hundredth of the eye's distance away.
  clip.z -= 0.02 * (2.0 * abs(side) + 1.0);
  gl_Position = clip;
  v_color = a_color;
}
