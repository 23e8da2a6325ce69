// One corner of the quad around a piece of a line, in pixels of the screen, so that its width does not change with tilt.
//
// Flat values for the fragment shader: the ends of the piece; the direction and length of the pieces before and after it, and
// what is at the joint (0 round, 1 mitre, 2 bevel, 3 flat cap, 4 round cap, 5 square cap); its own direction, length and half
// width.
flat out vec4 v_ends;
flat out vec4 v_before;
flat out vec4 v_after;
flat out vec4 v_body;

const float kFlatCap = float(kFlatCapKind);
const float kMiterLimit = 4.0;

float joinKind(float kind, float cosTurn) {
  bool tooSharp = 2.0 > kMiterLimit * kMiterLimit * (1.0 + cosTurn);
  return kind == 1.0 && tooSharp ? 2.0 : kind;
}

// How far beyond its end a piece can be seen, `reach` being the half width and the edge's blur.
float extension(float kind, float cosTurn, float reach) {
  if (kind == kFlatCap) return 0.5;
  if (kind > kFlatCap) return reach;
  float sinHalf = sqrt(max(0.5 - 0.5 * cosTurn, 0.0));
  if (kind == 1.0) return reach * sinHalf / sqrt(max(0.5 + 0.5 * cosTurn, 1e-3)) + 0.5;
  return reach * sinHalf + 0.5;
}

// Nothing is drawn of a piece unless more is said.
void emitNothing() {
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  v_color = vec4(0.0);
  v_ends = vec4(0.0);
  v_before = vec4(0.0);
  v_after = vec4(0.0);
  v_body = vec4(0.0, 0.0, 0.0, 1.0);
}

// Cuts a piece where it passes the eye; false when all of it lies behind.
bool cutAtNear(inout vec4 start, inout vec4 end, inout float startKind, inout float endKind) {
  float nearest = nearDepth();
  if (start.w < nearest && end.w < nearest) return false;
  if (start.w < nearest) {
    start = clippedAtNear(end, start);
    startKind = kFlatCap;
  }
  if (end.w < nearest) {
    end = clippedAtNear(start, end);
    endKind = kFlatCap;
  }
  return true;
}

void emitStroke(int index, int corner, uvec4 style) {
  emitNothing();
  vec4 start = clipFromVertex(index);
  vec4 end = clipFromVertex(index + 1);
  float startKind = float((style.z >> 16) & 7u);
  float endKind = float((style.z >> 19) & 7u);
  if (!cutAtNear(start, end, startKind, endKind)) return;
  vec2 a = pixelsFromClip(start);
  vec2 b = pixelsFromClip(end);
  vec3 body = directionAndLength(a, b);
  if (body.z == 0.0) return;

  vec3 before = vec3(0.0);
  if (startKind < kFlatCap) {
    before = directionAndLength(neighbourPixel(index - 1, start), a);
    if (before.z == 0.0) startKind = kFlatCap;
  }
  vec3 after = vec3(0.0);
  if (endKind < kFlatCap) {
    after = directionAndLength(b, neighbourPixel(index + 2, end));
    if (after.z == 0.0) endKind = kFlatCap;
  }

  float cosStart = dot(before.xy, body.xy);
  float cosEnd = dot(after.xy, body.xy);
  startKind = joinKind(startKind, cosStart);
  endKind = joinKind(endKind, cosEnd);

  float strength;
  float halfWidth = halfWidthPixels(style.z, strength);
  float reach = halfWidth + 0.5;

  bool atEnd = (corner & 2) != 0;
  float beyond = atEnd ? extension(endKind, cosEnd, reach) : -extension(startKind, cosStart, reach);
  vec2 normal = vec2(-body.y, body.x) * ((corner & 1) == 0 ? -reach : reach);
  vec2 pixel = (atEnd ? b : a) + body.xy * beyond + normal;

  v_color = colorFromBytes(atEnd ? style.y : style.x) * strength;
  v_ends = vec4(a, b);
  v_before = vec4(before, startKind);
  v_after = vec4(after, endKind);
  v_body = vec4(body, halfWidth);
  gl_Position = vec4(pixel / viewportPixels() * 2.0 - 1.0, depthOfGround(atEnd ? end : start), 1.0);
}
