// How much of this pixel a piece of a line covers, 0 ... 1; see stroke_vertex.glsl for the values.
//
// At a joint the line through it that halves the angle belongs to neither piece: each gives up what lies beyond it and the other
// one covers. Both compute it from the same numbers, so every pixel is painted once and a translucent line has no darker joints.
flat in vec4 v_ends;
flat in vec4 v_before;
flat in vec4 v_after;
flat in vec4 v_body;

bool isNear(vec2 offset, vec2 direction, float size, float reach) {
  vec2 rest = offset - direction * clamp(dot(offset, direction), 0.0, size);
  return dot(rest, rest) < reach * reach;
}

// Distance beyond an end that is still inside, by what is there; joints end at their halving line.
float endLimit(float kind, float halfWidth) {
  return kind == 3.0 ? 0.0 : kind == 5.0 ? halfWidth : 1e6;
}

// The flat corner of a bevelled joint.
float bevelCoverage(vec2 fromJoint, vec2 first, vec2 second, float halfWidth) {
  vec2 along = first + second;
  float size = length(along);
  if (size < 1e-4) return 1.0;
  float side = first.x * second.y - first.y * second.x > 0.0 ? 1.0 : -1.0;
  vec2 outward = vec2(along.y, -along.x) * (side / size);
  return halfWidth * size * 0.5 + 0.5 - dot(fromJoint, outward);
}

// Whether the pixel belongs to the piece before or after this one, which covers it.
bool belongsToNeighbour(vec2 fromStart, vec2 fromEnd, float reach) {
  vec2 direction = v_body.xy;
  float startKind = v_before.w;
  float endKind = v_after.w;
  if (startKind < 3.0 && dot(fromStart, v_before.xy + direction) <= 0.0
      && (startKind == 1.0 || isNear(fromStart, -v_before.xy, v_before.z, reach))) return true;
  return endKind < 3.0 && dot(fromEnd, direction + v_after.xy) > 0.0
      && (endKind == 1.0 || isNear(fromEnd, v_after.xy, v_after.z, reach));
}

// Whether the line ends in a part of a disc there, as round joints and, before they are cut, bevels do.
bool isRound(float kind) { return kind == 0.0 || kind == 2.0 || kind == 4.0; }

float strokeCoverage() {
  vec2 fromStart = gl_FragCoord.xy - v_ends.xy;
  vec2 fromEnd = gl_FragCoord.xy - v_ends.zw;
  vec2 direction = v_body.xy;
  float size = v_body.z;
  float halfWidth = v_body.w;
  float reach = halfWidth + 0.5;
  float startKind = v_before.w;
  float endKind = v_after.w;
  if (belongsToNeighbour(fromStart, fromEnd, reach)) return 0.0;

  float along = dot(fromStart, direction);
  float beyondStart = -along;
  float beyondEnd = along - size;
  float excess = max(max(isRound(startKind) ? beyondStart : 0.0, isRound(endKind) ? beyondEnd : 0.0), 0.0);
  float side = direction.x * fromStart.y - direction.y * fromStart.x;
  float coverage = reach - sqrt(side * side + excess * excess);
  coverage = min(coverage, endLimit(startKind, halfWidth) + 0.5 - beyondStart);
  coverage = min(coverage, endLimit(endKind, halfWidth) + 0.5 - beyondEnd);
  if (startKind == 2.0) coverage = min(coverage, bevelCoverage(fromStart, v_before.xy, direction, halfWidth));
  if (endKind == 2.0) coverage = min(coverage, bevelCoverage(fromEnd, direction, v_after.xy, halfWidth));
  return clamp(coverage, 0.0, 1.0);
}
