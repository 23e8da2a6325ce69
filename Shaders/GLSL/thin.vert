// Fills, and lines so thin that the shape of their joints cannot be seen: much cheaper per pixel than shape.frag.
//
// Pieces that meet at a blunt angle share the two corners at the joint, so that a pixel belongs to one of them; at a sharp angle they
// overlap, which an opaque line does not show.
#include "view.glsl"
#include "shape_vertex.glsl"
#include "fill_vertex.glsl"
#include "stroke_common.glsl"

// Pixels from the middle of the line; where it ends; pixels inside its start and inside its end, much where it goes on.
out vec4 v_edge;

const float kGoesOn = 1000.0;

void emitThinStroke(int index, int corner, uvec4 style) {
  vec4 start = clipFromVertex(index);
  vec4 end = clipFromVertex(index + 1);
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  v_color = vec4(0.0);
  v_edge = vec4(0.0);
  float nearest = nearDepth();
  if (start.w < nearest && end.w < nearest) return;

  bool startsFlat = ((style.z >> 16) & 7u) >= kFlatCapKind || start.w < nearest;
  bool endsFlat = ((style.z >> 19) & 7u) >= kFlatCapKind || end.w < nearest;
  if (start.w < nearest) start = clippedAtNear(end, start);
  if (end.w < nearest) end = clippedAtNear(start, end);
  vec2 a = pixelsFromClip(start);
  vec2 b = pixelsFromClip(end);
  vec3 body = directionAndLength(a, b);
  if (body.z == 0.0) return;

  float strength;
  float reach = halfWidthPixels(style.z, strength) + 0.5;
  bool atEnd = (corner & 2) != 0;
  float side = (corner & 1) == 0 ? -reach : reach;
  vec2 across = vec2(-body.y, body.x);
  float beyond = 0.5;
  if (!(atEnd ? endsFlat : startsFlat)) {
    vec4 joint = atEnd ? end : start;
    vec4 other = clipFromVertex(atEnd ? index + 2 : index - 1);
    if (other.w < nearest) other = clippedAtNear(joint, other);
    vec2 away = pixelsFromClip(other);
    vec2 next = (atEnd ? directionAndLength(b, away) : directionAndLength(away, a)).xy;
    float cosTurn = dot(next, body.xy);
    if (cosTurn > 0.2) {
      vec2 middle = normalize(next + body.xy);
      across = vec2(-middle.y, middle.x) * inversesqrt(0.5 + 0.5 * cosTurn);
      beyond = 0.0;
    } else {
      beyond = reach * sqrt(0.5 - 0.5 * cosTurn);
    }
  }
  vec2 pixel = (atEnd ? b + body.xy * beyond : a - body.xy * beyond) + across * side;
  float along = atEnd ? body.z + 1.0 : 0.0;

  v_color = colorFromBytes(atEnd ? style.y : style.x) * strength;
  v_edge = vec4(side, reach, startsFlat ? along : kGoesOn, endsFlat ? body.z + 1.0 - along : kGoesOn);
  gl_Position = vec4(pixel / viewportPixels() * 2.0 - 1.0, 0.0, 1.0);
}

void main() {
  int index = gl_VertexID >> 2;
  uvec4 style = texelFetch(u_styles, index);
  if ((style.z & kFill) == 0u) {
    emitThinStroke(index, gl_VertexID & 3, style);
    return;
  }
  emitFill(index, style);
  v_edge = vec4(0.0, 1.0, 1.0, 1.0);
}
