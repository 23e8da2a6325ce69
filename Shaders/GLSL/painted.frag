#include "stroke_fragment.glsl"

// See painted_stroke_vertex.glsl for the values and ShapePaints in OverlookRender for the rows.
uniform samplerBuffer u_paints;
uniform sampler2D u_picture;

in vec4 v_color;
in vec2 v_place;
flat in int v_paint;
flat in vec4 v_measure;
flat in vec4 v_startColor;
flat in vec4 v_endColor;
flat in vec2 v_depths;

out vec4 o_color;

const uint kHollow = 2u;
const uint kPicture = 4u;
// A pattern that repeats itself within so many pixels is seen as its mean, within twice as many as it is.
const float kFinestPattern = 2.0;

// A pixel as one piece of a line sees it: how far along it and to its left, in the plane, and what of these a pixel of the screen
// is.
struct Pixel {
  float along;
  float side;
  float softAlong;
  float softSide;
};

// What of a pixel lies within `reach` of a middle that is `distance` away.
float bandCoverage(float distance, float reach, float soft) {
  return clamp(min(2.0 * reach, reach + 0.5 * soft - abs(distance)) / soft, 0.0, 1.0);
}

// What of a pixel lies in the disc around a place `excess` along the line and to the side of the pixel.
float discCoverage(float excess, Pixel p, float reach) {
  float distance = length(vec2(excess, p.side));
  float soft = length(vec2(excess * p.softAlong, p.side * p.softSide)) / max(distance, 1e-4);
  return bandCoverage(distance, reach, max(soft, 1e-6));
}

float fadeOfPattern(float period, float soft) {
  return clamp(period / (soft * kFinestPattern) - 1.0, 0.0, 1.0);
}

// The unbroken line; `casing` moves its flat ends out, and is part of `reach`.
float lineCoverage(Pixel p, float reach, float casing) {
  float startKind = v_before.w;
  float endKind = v_after.w;
  float beyondStart = -p.along;
  float beyondEnd = p.along - v_body.z;
  float excess = max(max(isRound(startKind) ? beyondStart : 0.0, isRound(endKind) ? beyondEnd : 0.0), 0.0);
  float coverage = excess > 0.0 ? discCoverage(excess, p, reach) : bandCoverage(p.side, reach, p.softSide);
  float startEdge = startKind == 3.0 ? casing : endLimit(startKind, reach);
  float endEdge = endKind == 3.0 ? casing : endLimit(endKind, reach);
  coverage = min(coverage, (startEdge - beyondStart) / p.softAlong + 0.5);
  coverage = min(coverage, (endEdge - beyondEnd) / p.softAlong + 0.5);
  vec2 direction = v_body.xy;
  if (startKind == 2.0) coverage = min(coverage, bevelCoverage(v_place - v_ends.xy, v_before.xy, direction, reach));
  if (endKind == 2.0) coverage = min(coverage, bevelCoverage(v_place - v_ends.zw, direction, v_after.xy, reach));
  return clamp(coverage, 0.0, 1.0);
}

// The dash that is nearest to `distance` along the line.
float dashCoverage(Pixel p, float distance, vec4 pattern, uint cap, float reach, float casing) {
  float period = pattern.x;
  // Of the plane: with an offset, not what it is across the line.
  float unit = 1.0 / v_measure.w;
  float place = mod(distance, period);
  float beyond = 1e9;
  float size = 0.0;
  for (int i = 0; i < int(pattern.y); ++i) {
    vec4 two = texelFetch(u_paints, v_paint + 3 + i / 2);
    vec2 dash = (i & 1) == 0 ? two.xy : two.zw;
    for (float turn = -1.0; turn <= 1.0; turn += 1.0) {
      vec2 here = dash + turn * period;
      float outside = max(here.x - place, place - here.y);
      if (outside >= beyond) continue;
      beyond = outside;
      size = dash.y - dash.x;
    }
  }
  beyond *= unit;
  float more = cap == 0u ? casing : reach;
  float coverage = cap == 1u
      ? (beyond > 0.0 ? discCoverage(beyond, p, reach) : 1.0)
      : clamp(min((size * unit + 2.0 * more), more + 0.5 * p.softAlong - beyond) / p.softAlong, 0.0, 1.0);
  return mix(pattern.z, coverage, fadeOfPattern(period * unit, p.softAlong));
}

vec4 pictureColor(Pixel p, float distance, float unit, float reach, vec2 dx, vec2 dy) {
  vec4 picture = texelFetch(u_paints, v_paint + 2);
  float room = picture.y - picture.x;
  float place = mod(distance, picture.y) - 0.5 * room;
  vec2 direction = v_body.xy;
  vec2 left = vec2(-direction.y, direction.x);
  vec2 scale = vec2(v_measure.w / picture.x, -0.5 / reach);
  vec4 color = textureGrad(
      u_picture, vec2(place / picture.x, 0.5 - 0.5 * p.side / reach), scale * vec2(dot(dx, direction), dot(dx, left)),
      scale * vec2(dot(dy, direction), dot(dy, left)));
  if (room > 0.0) color *= clamp(min(place, picture.x - place) * unit / p.softAlong + 0.5, 0.0, 1.0);
  return color;
}

vec4 paintedStroke(vec2 dx, vec2 dy) {
  vec2 direction = v_body.xy;
  vec2 left = vec2(-direction.y, direction.x);
  vec2 fromStart = v_place - v_ends.xy;
  Pixel p = Pixel(
      dot(fromStart, direction), dot(fromStart, left), max(length(vec2(dot(dx, direction), dot(dy, direction))), 1e-6),
      max(length(vec2(dot(dx, left), dot(dy, left))), 1e-6));
  float part = clamp(p.along / v_body.z, 0.0, 1.0);
  float unit = mix(v_measure.x, v_measure.y, part);
  vec4 sizes = texelFetch(u_paints, v_paint);
  uint flags = uint(sizes.w);
  float inner = v_body.w * unit;
  float casing = sizes.y * unit;
  float reach = inner + casing;
  if (belongsToNeighbour(fromStart, v_place - v_ends.zw, reach + 0.5 * p.softSide)) return vec4(0.0);

  // Beyond a joint the pattern stands still: the wedge outside of a turn is of one piece.
  float onPiece = clamp(
      p.along, v_before.w < 3.0 ? 0.0 : -1e6, v_after.w < 3.0 ? v_body.z : 1e6);
  float distance = v_measure.z + onPiece * v_measure.w;
  if ((flags & kPicture) != 0u) {
    return pictureColor(p, distance, unit, reach, dx, dy) * lineCoverage(p, reach, 0.0);
  }
  float coverage = lineCoverage(p, reach, casing);
  float hole = (flags & kHollow) != 0u ? lineCoverage(p, inner, 0.0) : 0.0;
  vec4 pattern = texelFetch(u_paints, v_paint + 1);
  if (pattern.y > 0.0) {
    uint cap = (flags >> 3) & 3u;
    coverage = min(coverage, dashCoverage(p, distance, pattern, cap, reach, casing));
    if (hole > 0.0) hole = min(hole, dashCoverage(p, distance, pattern, cap, inner, 0.0));
  }
  float even = part / v_depths.y / ((1.0 - part) / v_depths.x + part / v_depths.y);
  return mix(v_startColor, v_endColor, even) * max(coverage - hole, 0.0);
}

float hatchCoverage(vec2 across, float place, vec2 pattern, vec2 dx, vec2 dy) {
  float soft = max(length(vec2(dot(dx, across), dot(dy, across))), 1e-6);
  float away = mod(dot(v_place, across) + place + 0.5 * pattern.x, pattern.x) - 0.5 * pattern.x;
  float mean = min(2.0 * pattern.y / pattern.x, 1.0);
  return mix(mean, bandCoverage(away, pattern.y, soft), fadeOfPattern(pattern.x, soft));
}

vec4 paintedFill(vec2 dx, vec2 dy) {
  vec4 pattern = texelFetch(u_paints, v_paint);
  vec4 place = texelFetch(u_paints, v_paint + 1);
  vec4 above;
  if (pattern.x > 0.5) {
    vec2 size = pattern.yz;
    above = textureGrad(u_picture, (v_place + place.xy) / size, dx / size, dy / size);
  } else {
    float coverage = hatchCoverage(place.xy, place.z, pattern.zw, dx, dy);
    if (pattern.y > 1.5) coverage = max(coverage, hatchCoverage(vec2(-place.y, place.x), place.w, pattern.zw, dx, dy));
    above = texelFetch(u_paints, v_paint + 2) * coverage;
  }
  vec4 below = texelFetch(u_paints, v_paint + 3);
  return (above + below * (1.0 - above.a)) * v_color.a;
}

void main() {
  // Before anything branches: a driver may compute them from neighbours that take another way.
  vec2 dx = dFdx(v_place);
  vec2 dy = dFdy(v_place);
  if (v_paint < 0) {
    o_color = v_body.w == 0.0 ? v_color : v_color * strokeCoverage();
  } else {
    o_color = v_body.z > 0.0 ? paintedStroke(dx, dy) : paintedFill(dx, dy);
  }
#ifdef STANDING
  // What cannot be seen hides nothing.
  if (o_color.a == 0.0) discard;
#endif
}
