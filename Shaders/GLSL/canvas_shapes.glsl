// What the shaders of canvases share: shapes, lines and letters of one colour.
smooth in vec2 v_local;
flat in vec4 v_first;
flat in vec4 v_second;
flat in vec4 v_cuts;
flat in uint v_kind;
smooth in vec4 v_color;

uniform float u_pixelsPerPoint;
uniform float u_targetHeightPixels;
uniform sampler2D u_glyphs;

const uint kindFill = 0u;
const uint kindBox = 1u;
const uint kindSegment = 2u;
const uint kindGlyph = 3u;
// An angle that no direction has: this end of the segment is a free, round one.
const float freeEnd = 100.0;

// Signed distance to a box with round corners, negative inside; from the corner's point of view.
float boxDistance(vec2 local, vec2 halfSize, float radius) {
  vec2 beyond = abs(local) - halfSize + radius;
  return length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - radius;
}

// Share of a pixel that a shape covers whose edge lies `distancePoints` away.
float coverage(float distancePoints) {
  return clamp(0.5 - distancePoints * u_pixelsPerPoint, 0.0, 1.0);
}

float boxCoverage() {
  float radius = v_second.x;
  float strokeWidth = v_second.y;
  float blur = v_second.z;
  float distancePoints = boxDistance(v_local, v_first.zw, radius);
  if (blur > 0.0) {
    float t = clamp(0.5 - distancePoints / (2.0 * blur), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
  }
  if (strokeWidth > 0.0) distancePoints = abs(distancePoints + strokeWidth * 0.5) - strokeWidth * 0.5;
  return coverage(distancePoints);
}

// A line from v_first.xy to v_first.zw with round ends. Where it meets its neighbours it stops at the plane between them, so that
// nothing of a translucent line is drawn twice; both sides compute that plane from the same numbers.
float segmentCoverage() {
  vec2 point = vec2(gl_FragCoord.x, u_targetHeightPixels - gl_FragCoord.y) / u_pixelsPerPoint;
  vec2 start = v_first.xy;
  vec2 end = v_first.zw;
  if (v_second.x < freeEnd && dot(point - start, v_cuts.xy) <= 0.0) return 0.0;
  if (v_second.y < freeEnd && dot(point - end, v_cuts.zw) > 0.0) return 0.0;
  vec2 along = end - start;
  float t = clamp(dot(point - start, along) / max(dot(along, along), 1e-12), 0.0, 1.0);
  return coverage(length(point - start - along * t) - v_second.z);
}

vec4 shapeColor() {
  switch (v_kind) {
    case kindBox: return v_color * boxCoverage();
    case kindSegment: return v_color * segmentCoverage() * v_second.w;
    case kindGlyph: return v_color * texelFetch(u_glyphs, ivec2(floor(v_local)), 0).r;
    default: return v_color * clamp(v_local.x, 0.0, 1.0);
  }
}
