// Lines so thin that the shape of their joints cannot be seen: much cheaper per corner and pixel than stroke_vertex.glsl.
//
// Pieces that meet at a blunt angle share the two corners at the joint, so that a pixel belongs to one of them; at a sharp angle
// each ends flat a little beyond the joint, and they overlap, which an opaque line does not show.
//
// After stroke_common.glsl. Whoever includes this says where vertices lie: clipFromVertex.

// Pixels from the middle of the line; where it ends; pixels inside its start and inside its end, much where it goes on.
out vec4 v_edge;

const float kGoesOn = 1000.0;
// Cosine of the angle at which joints become sharp.
const float kSharp = 0.2;

// Direction to the piece that meets this one in `joint`, away from it; zero where the line ends.
vec2 directionFromJoint(bool isEnd, vec4 joint, vec2 jointPixel, int index) {
  if (isEnd) return vec2(0.0);
  return directionAndLength(jointPixel, neighbourPixel(index, joint)).xy;
}

// How far beyond its end a piece goes that does not share its corners there. `kind`: as in stroke_vertex.glsl; all caps that go beyond
// the end look the same.
float overhang(float cosTurn, float halfWidth, uint kind) {
  if (kind == kFlatCapKind) return 0.5;
  return 0.5 + halfWidth * (kind > kFlatCapKind ? 1.0 : sqrt(0.5 - 0.5 * cosTurn));
}

// Nothing is drawn of a piece unless more is said.
void emitNothing() {
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  v_color = vec4(0.0);
  v_edge = vec4(0.0);
}

void emitThinStroke(int index, int corner, uvec4 style) {
  emitNothing();
  vec4 start = clipFromVertex(index);
  vec4 end = clipFromVertex(index + 1);
  float nearest = nearDepth();
  if (start.w < nearest && end.w < nearest) return;

  uint startKind = start.w < nearest ? kFlatCapKind : (style.z >> 16) & 7u;
  uint endKind = end.w < nearest ? kFlatCapKind : (style.z >> 19) & 7u;
  if (start.w < nearest) start = clippedAtNear(end, start);
  if (end.w < nearest) end = clippedAtNear(start, end);
  vec2 a = pixelsFromClip(start);
  vec2 b = pixelsFromClip(end);
  vec3 body = directionAndLength(a, b);
  if (body.z == 0.0) return;

  vec2 before = -directionFromJoint(startKind >= kFlatCapKind, start, a, index - 1);
  vec2 after = directionFromJoint(endKind >= kFlatCapKind, end, b, index + 2);
  float cosStart = dot(before, body.xy);
  float cosEnd = dot(after, body.xy);
  bool sharesStart = cosStart > kSharp;
  bool sharesEnd = cosEnd > kSharp;

  float strength;
  float halfWidth = halfWidthPixels(style.z, strength);
  float reach = halfWidth + 0.5;
  float startOverhang = sharesStart ? 0.0 : overhang(cosStart, halfWidth, startKind);
  float endOverhang = sharesEnd ? 0.0 : overhang(cosEnd, halfWidth, endKind);

  bool atEnd = (corner & 2) != 0;
  vec2 across = vec2(-body.y, body.x);
  if (atEnd ? sharesEnd : sharesStart) {
    vec2 middle = normalize((atEnd ? after : before) + body.xy);
    across = vec2(-middle.y, middle.x) * inversesqrt(0.5 + 0.5 * (atEnd ? cosEnd : cosStart));
  }
  float side = (corner & 1) == 0 ? -reach : reach;
  vec2 pixel = (atEnd ? b + body.xy * endOverhang : a - body.xy * startOverhang) + across * side;
  float total = startOverhang + body.z + endOverhang;

  v_color = colorFromBytes(atEnd ? style.y : style.x) * strength;
  v_edge = vec4(side, reach, sharesStart ? kGoesOn : atEnd ? total : 0.0, sharesEnd ? kGoesOn : atEnd ? 0.0 : total);
  gl_Position = vec4(pixel / viewportPixels() * 2.0 - 1.0, depthOfGround(atEnd ? end : start), 1.0);
}
