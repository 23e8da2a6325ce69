// What the vertex shaders of lines share.
const uint kFlatCapKind = 3u;

vec2 pixelsFromClip(vec4 clip) {
  return (clip.xy / clip.w * 0.5 + 0.5) * viewportPixels();
}

// Where the way from `front` to `behind` meets the near plane.
vec4 clippedAtNear(vec4 front, vec4 behind) {
  return mix(front, behind, (front.w - nearDepth()) / (front.w - behind.w));
}

// The depth of a place on the ground, kept between the near and the far plane: lines are not cut by either.
float depthOfGround(vec4 clip) {
  return clamp(clip.z / clip.w, -0.999, 1.0);
}

// Direction in xy, length in z; no direction where there is no length.
vec3 directionAndLength(vec2 from, vec2 to) {
  vec2 d = to - from;
  float size = length(d);
  return size > 1e-4 ? vec3(d / size, size) : vec3(0.0);
}

// Where the place of a vertex next to `joint` is seen; behind the eye, where the way there passes it.
vec2 neighbourPixel(int index, vec4 joint) {
  vec4 other = clipFromVertex(index);
  if (other.w < nearDepth()) other = clippedAtNear(joint, other);
  return pixelsFromClip(other);
}

// A line thinner than a pixel is a pixel wide and paler.
float halfWidthPixels(uint bits, out float strength) {
  float halfWidth = float(bits & 0xFFFFu) / 32.0 * u_pixelsPerPoint;
  strength = min(halfWidth * 2.0, 1.0);
  return max(halfWidth, 0.5);
}
