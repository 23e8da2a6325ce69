// One corner of the quad around a piece of a line that has a row of u_paints (ShapePaints in OverlookRender).
//
// Whoever includes this says where vertices lie: centeredFromVertex, worldYOfVertex, clipFromVertex, clipFromCentered.
//
// Such a line lives in a plane: pixels of the screen, or, where it is measured in metres, the ground, in pixels at the camera's
// target, x east and y north. In both, the left side of a piece is where its direction turned counter-clockwise points.
uniform samplerBuffer u_paints;

// In the plane; of fills with a pattern, points east and south of the camera's target.
out vec2 v_place;
// First texel of the row; -1 where a colour is all.
flat out int v_paint;
// Of the plane to one unit of the line's lengths at the start and at the end; where along the line the piece starts; units of
// length along the line to one of the plane.
flat out vec4 v_measure;
flat out vec4 v_startColor;
flat out vec4 v_endColor;
// In which colours change evenly along the ground.
flat out vec2 v_depths;

const uint kOnGround = 1u;
const float kMetersAround = 40075016.68557849;
// Above this turn (its cosine) pieces of a line with an offset do not meet in one point.
const float kSharpestOffsetTurn = -0.5;

float planePerUnit(bool onGround, float worldY) {
  if (!onGround) return u_pixelsPerPoint;
  return u_pointsPerWorld * u_pixelsPerPoint * cosh(3.14159265358979 * (1.0 - 2.0 * worldY)) / kMetersAround;
}

vec2 planeFromCentered(vec2 centered) {
  return vec2(centered.x, -centered.y) * u_pixelsPerPoint;
}

vec2 neighbourInPlane(bool onGround, int index, vec4 joint) {
  return onGround ? planeFromCentered(centeredFromVertex(index)) : neighbourPixel(index, joint);
}

// A joint on the line moved to the right: where the moved pieces meet. At sharp turns each ends for itself, in a disc.
vec2 movedJoint(vec2 joint, vec2 own, vec2 before, vec2 after, float offset, inout float kind) {
  vec2 sum = before + after;
  float cosTurn = dot(before, after);
  if (kind < kFlatCap && cosTurn > kSharpestOffsetTurn) return joint + vec2(sum.y, -sum.x) * (offset / (1.0 + cosTurn));
  if (kind < kFlatCap) kind = 4.0;
  return joint + vec2(own.y, -own.x) * offset;
}

// What half a pixel of the screen is in the plane, or more.
float blurInPlane(bool onGround, float depth) {
  if (!onGround) return 0.5;
  float away = max(depth / u_eyeDistancePoints, 0.0);
  return max(away, 2.0 * away * away);
}

// `sizes` is the first texel of the row, but for a width of the line's own. Leaves the colours to the caller.
void emitPaintedStroke(int index, int corner, int row, vec4 sizes, float startKind, float endKind, float distance) {
  emitNothing();
  bool onGround = (uint(sizes.w) & kOnGround) != 0u;
  vec2 startCentered = centeredFromVertex(index);
  vec2 endCentered = centeredFromVertex(index + 1);
  vec4 start = clipFromVertex(index);
  vec4 end = clipFromVertex(index + 1);
  if (!onGround && !cutAtNear(start, end, startKind, endKind)) return;
  vec2 a = onGround ? planeFromCentered(startCentered) : pixelsFromClip(start);
  vec2 b = onGround ? planeFromCentered(endCentered) : pixelsFromClip(end);
  vec3 body = directionAndLength(a, b);
  if (body.z == 0.0) return;

  vec3 before = vec3(0.0);
  if (startKind < kFlatCap) {
    before = directionAndLength(neighbourInPlane(onGround, index - 1, start), a);
    if (before.z == 0.0) startKind = kFlatCap;
  }
  vec3 after = vec3(0.0);
  if (endKind < kFlatCap) {
    after = directionAndLength(b, neighbourInPlane(onGround, index + 2, end));
    if (after.z == 0.0) endKind = kFlatCap;
  }
  float startY = worldYOfVertex(index);
  float endY = worldYOfVertex(index + 1);
  float startUnit = planePerUnit(onGround, startY);
  float endUnit = planePerUnit(onGround, endY);
  float measured = body.z;
  if (sizes.z != 0.0) {
    a = movedJoint(a, body.xy, before.xy, body.xy, sizes.z * startUnit, startKind);
    b = movedJoint(b, body.xy, body.xy, after.xy, sizes.z * endUnit, endKind);
    body.z = dot(b - a, body.xy);
    // On the inner side of a turn nothing may be left.
    if (body.z <= 0.0) return;
  }
  float cosStart = dot(before.xy, body.xy);
  float cosEnd = dot(after.xy, body.xy);
  startKind = joinKind(startKind, cosStart);
  endKind = joinKind(endKind, cosEnd);

  bool atEnd = (corner & 2) != 0;
  float unit = atEnd ? endUnit : startUnit;
  float blur = blurInPlane(onGround, atEnd ? end.w : start.w);
  float reach = (sizes.x + sizes.y) * max(startUnit, endUnit) + blur;
  float beyond = atEnd ? extension(endKind, cosEnd, reach) : extension(startKind, cosStart, reach);
  beyond = max(beyond, sizes.y * unit + blur);
  vec2 along = body.xy * (atEnd ? beyond : -beyond);
  vec2 place = (atEnd ? b : a) + along + vec2(-body.y, body.x) * ((corner & 1) == 0 ? -reach : reach);

  v_place = place;
  v_paint = row;
  v_measure = vec4(
      startUnit, endUnit, distance, measured / (body.z * planePerUnit(onGround, (startY + endY) * 0.5)));
  v_depths = onGround ? vec2(1.0) : vec2(start.w, end.w);
  v_ends = vec4(a, b);
  v_before = vec4(before, startKind);
  v_after = vec4(after, endKind);
  v_body = vec4(body, sizes.x);
  gl_Position = onGround
      ? clipFromCentered(vec2(place.x, -place.y) / u_pixelsPerPoint)
      : vec4(place / viewportPixels() * 2.0 - 1.0, depthOfGround(atEnd ? end : start), 1.0);
#ifdef STANDING
  // As much nearer as the steepest roof comes nearer within the width: the near plane is a hundredth of the eye's distance away.
  float depth = max(atEnd ? end.w : start.w, nearDepth());
  float lead = texelFetch(u_paints, row + 2).w * unit;
  float reachPoints = (reach + lead) / u_pixelsPerPoint * (onGround ? u_eyeDistancePoints / depth : 1.0);
  float nearer = 0.02 * (2.0 * reachPoints + 1.0) / depth;
  gl_Position.z = max(gl_Position.z - nearer * gl_Position.w, -0.999 * gl_Position.w);
#endif
}
