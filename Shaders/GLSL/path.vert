// Pieces of the paths of a layer, the four corners of a quad each. With TRAIL the part of journeys that was travelled lately, with
// PAINTED lines for painted.frag, with STANDING those around roofs, and with THIN lines for thin.frag.
#include "view.glsl"
#include "ground.glsl"
#include "fixed_place.glsl"

uniform usamplerBuffer u_vertices;   // place, number of the path, time
uniform usamplerBuffer u_elements;   // for each path its colour, width, height, filter value
uniform vec4 u_color;                // of all paths; alpha below 0: each its own
uniform float u_width;               // of all paths; below 0: each its own
uniform float u_opacity;
uniform vec2 u_shown;                // the least and largest filter value
uniform int u_isGround;              // widths in metres
uniform int u_joinAndCap;            // kinds of joints as stroke_vertex.glsl has them, the cap's times 256

out vec4 v_color;

ivec2 g_origin;
#ifdef TRAIL
uniform vec3 u_time;                 // from and to which time, and whether the line fades towards the former

// The piece that is drawn, and which part of it.
int g_piece;
vec2 g_part;
#endif

vec2 centeredFromVertex(int index) {
  return groundFromPlace(ivec2(texelFetch(u_vertices, index).xy), g_origin);
}

// Points above the ground.
float g_altitude = 0.0;
#ifdef STANDING
uniform float u_height;              // of all paths, in metres; below 0: each its own

float g_height;
#endif

vec4 clipFromCentered(vec2 centered) {
  return clipFromGround(centered, g_altitude);
}

vec4 clipFromPlace(int index) {
#ifdef STANDING
  g_altitude = g_height * pointsPerMeter(int(texelFetch(u_vertices, index).y));
#endif
  return clipFromCentered(centeredFromVertex(index));
}

vec4 clipFromVertex(int index) {
#ifdef TRAIL
  if (index == g_piece || index == g_piece + 1) {
    return mix(clipFromPlace(g_piece), clipFromPlace(g_piece + 1), index == g_piece ? g_part.x : g_part.y);
  }
#endif
  return clipFromPlace(index);
}

vec4 colorFromBytes(uint bytes) {
  return vec4(bytes & 255u, (bytes >> 8) & 255u, (bytes >> 16) & 255u, bytes >> 24) / 255.0;
}

// Depth, in points, in front of which nothing is drawn.
float nearDepth() {
  return u_eyeDistancePoints * 0.01;
}

#include "stroke_common.glsl"
#ifdef THIN
#include "thin_stroke.glsl"
#else
#include "stroke_vertex.glsl"
#endif
#ifdef PAINTED
uniform int u_paintRow;              // in u_paints
uniform samplerBuffer u_distances;   // how far along its path each place lies, within a period of the dashes

float worldYOfVertex(int index) {
  return float(texelFetch(u_vertices, index).y) * exp2(-31.0);
}

#include "painted_stroke_vertex.glsl"
#endif

void main() {
  int index = gl_VertexID >> 2;
  int corner = gl_VertexID & 3;
  uvec4 start = texelFetch(u_vertices, index);
  bool goesOn = texelFetch(u_vertices, index + 1).z == start.z;
  uvec4 path = uvec4(0u);
  bool hasColumns = u_color.a < 0.0 || u_width < 0.0 || u_shown.x > -3e38;
#ifdef STANDING
  hasColumns = hasColumns || u_height < 0.0;
#endif
  if (hasColumns) path = texelFetch(u_elements, int(start.z));
  float width = u_width < 0.0 ? uintBitsToFloat(path.y) : u_width;
  float value = uintBitsToFloat(path.w);
  // Written so that what is not a number is left out.
  if (!goesOn || !(width > 0.0) || (u_shown.x > -3e38 && !(value >= u_shown.x && value <= u_shown.y))) {
    emitNothing();
    return;
  }
  g_origin = ivec2(start.xy);
#ifdef STANDING
  g_height = u_height < 0.0 ? uintBitsToFloat(path.z) : u_height;
  if (!(g_height >= 0.0)) {
    emitNothing();
    return;
  }
#endif
#ifdef TRAIL
  vec2 times = vec2(uintBitsToFloat(start.w), uintBitsToFloat(texelFetch(u_vertices, index + 1).w));
  if (times.y <= u_time.x || times.x > u_time.y) {
    emitNothing();
    return;
  }
  g_piece = index;
  float duration = times.y - times.x;
  g_part = duration > 0.0 ? clamp((u_time.xy - times.x) / duration, 0.0, 1.0) : vec2(0.0, 1.0);
#endif
#ifndef PAINTED
  if (u_isGround != 0) {
    float depth = max(clipFromVertex(index).w, nearDepth());
    width *= pointsPerMeter(g_origin.y) * u_eyeDistancePoints / depth;
  }
#endif
  uint join = uint(u_joinAndCap & 255);
  uint cap = uint(u_joinAndCap >> 8);
  uint startKind = index > 0 && texelFetch(u_vertices, index - 1).z == start.z ? join : cap;
  uint endKind = texelFetch(u_vertices, index + 2).z == start.z ? join : cap;
#ifdef TRAIL
  if (u_time.x >= times.x) startKind = cap;
  if (u_time.y <= times.y) endKind = cap;
#endif
  bool hasOneColor = u_color.a >= 0.0;
#ifdef PAINTED
  vec4 sizes = texelFetch(u_paints, u_paintRow);
  sizes.x = 0.5 * (u_isGround != 0 ? width : min(width, 1024.0));
  emitPaintedStroke(index, corner, u_paintRow, sizes, float(startKind), float(endKind), texelFetch(u_distances, index).x);
  v_startColor = (hasOneColor ? u_color : colorFromBytes(path.x)) * u_opacity;
  v_endColor = v_startColor;
#else
  uint bits = uint(clamp(width, 0.0, 1024.0) * 16.0 + 0.5) | startKind << 16 | endKind << 19;
  uint bytes = hasOneColor ? 0xFFFFFFFFu : path.x;
#ifdef THIN
  emitThinStroke(index, corner, uvec4(bytes, bytes, bits, 0u));
#else
  emitStroke(index, corner, uvec4(bytes, bytes, bits, 0u));
#endif
  v_color *= (hasOneColor ? u_color : vec4(1.0)) * u_opacity;
#ifdef TRAIL
  float time = mix(times.x, times.y, (corner & 2) != 0 ? g_part.y : g_part.x);
  if (u_time.z > 0.0) v_color *= clamp((time - u_time.x) / max(u_time.y - u_time.x, 1e-6), 0.0, 1.0);
#endif
#endif
}
