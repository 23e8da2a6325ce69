// Edges of roofs, as wide on the screen as they are told, with square ends that meet in the corners.
#include "view.glsl"

layout(location = 0) in vec4 a_place;   // as u_copyCenter is split
layout(location = 1) in vec4 a_other;   // the other end
layout(location = 2) in vec3 a_edge;    // above the ground, in world units; to which side and how far, in points and in world units
layout(location = 3) in vec4 a_color;   // premultiplied

out vec4 v_color;

void main() {
  float altitude = a_edge.x * u_pointsPerWorld;
  vec4 clip = u_clipFromCenteredPoints * vec4(centeredPointsFromWorld(a_place), altitude, 1.0);
  vec4 other = u_clipFromCenteredPoints * vec4(centeredPointsFromWorld(a_other), altitude, 1.0);
  // What lies behind the eye has no direction on the screen: the edge ends at the near plane.
  float near = u_eyeDistancePoints * 0.01;
  if (clip.w < near && other.w > near) clip = mix(clip, other, (near - clip.w) / (other.w - clip.w));
  if (other.w < near && clip.w > near) other = mix(other, clip, (near - other.w) / (clip.w - other.w));
  float side = a_edge.y + a_edge.z * u_pointsPerWorld * u_eyeDistancePoints / clip.w;
  vec2 along = (other.xy / other.w - clip.xy / clip.w) * viewportPixels();
  along /= max(length(along), 1e-6);
  vec2 offset = (vec2(-along.y, along.x) * side - along * abs(side)) * u_pixelsPerPoint;
  clip.xy += offset * 2.0 / viewportPixels() * clip.w;
  // As much nearer as the steepest roof comes nearer within the width: the near plane is a hundredth of the eye's distance away.
  clip.z -= 0.02 * (2.0 * abs(side) + 1.0);
  gl_Position = clip;
  v_color = a_color;
}
