// Polygons of a layer: flat, or their roofs, by index; with WALLS six vertices an edge. With EDGED each place is two vertices, one on
// either side of the polygon's edge, half a pixel away from it: between them it fades.
#include "view.glsl"
#include "ground.glsl"
#include "fixed_place.glsl"

// Place, number of the polygon, 1 where its ring has to be walked the other way to have the inside to its right, and twice the number
// of the ring; with EDGED in place of that how wide the polygon is, as the bits of a float, and a place of the ring before and behind.
uniform usamplerBuffer u_vertices;
uniform usamplerBuffer u_elements;   // for each polygon its colour, height, base, filter value
uniform vec4 u_color;                // of all polygons; alpha below 0: each its own
uniform vec4 u_roofColor;            // alpha below 0: as the walls
uniform float u_height;              // of all polygons; below 0: each its own
uniform float u_base;                // of all polygons; below 0: each its own
uniform float u_opacity;
uniform vec2 u_shown;                // the least and largest filter value

#ifdef LIT
#include "extrusion_light.glsl"
#endif
#include "standing.glsl"

vec4 colorFromBytes(uint bytes) {
  return vec4(bytes & 255u, (bytes >> 8) & 255u, (bytes >> 16) & 255u, bytes >> 24) / 255.0;
}

#ifdef EDGED
// In pixels.
vec2 screenFromClip(vec4 clip) {
  return clip.xy / clip.w * 0.5 * viewportPixels();
}

// To the left of the way from a to b, as long as a pixel; nothing where there is no way.
vec2 leftOf(vec2 a, vec2 b) {
  vec2 way = b - a;
  float size = length(way);
  return size > 1e-4 ? vec2(-way.y, way.x) / size : vec2(0.0);
}

// The widest corner, in half pixels, and what a polygon is not narrower than at its edges.
const float WIDEST_CORNER = 2.0;

// Moves a corner out of its polygon or into it; the share of its colour that is seen there.
float moveFromEdge(inout vec4 clip, int index, ivec2 origin, uint mark, bool isOuter) {
  float nearest = u_eyeDistancePoints * 0.01;
  vec4 before = clipFromGround(groundFromPlace(ivec2(texelFetch(u_vertices, index - 1).xy), origin), 0.0);
  vec4 after = clipFromGround(groundFromPlace(ivec2(texelFetch(u_vertices, index + 1).xy), origin), 0.0);
  if (clip.w < nearest || before.w < nearest || after.w < nearest) return isOuter ? 0.0 : 1.0;
  vec2 place = screenFromClip(clip);
  vec2 first = leftOf(screenFromClip(before), place);
  vec2 second = leftOf(place, screenFromClip(after));
  vec2 sum = first + second;
  float size = length(sum);
  // What is pointed has a blunt tip.
  float reach = size > 1e-3 ? min(2.0 / size, WIDEST_CORNER) : 0.0;
  if (first == vec2(0.0) || second == vec2(0.0)) reach = 1.0;
  vec2 outwards = (size > 1e-3 ? sum / size : vec2(0.0)) * reach * ((mark & 1u) != 0u ? -1.0 : 1.0);
  // Of what is narrower than a pixel the inner side is its middle, and not beyond it, and as much is seen as there is of it.
  float steps = uintBitsToFloat(mark & ~1u);
  float width = steps * exp2(-32.0) * u_pointsPerWorld * u_pixelsPerPoint * u_eyeDistancePoints / clip.w;
  float away = isOuter ? 0.5 : -0.5 * min(width, 1.0);
  clip.xy += outwards * away * 2.0 / viewportPixels() * clip.w;
  return isOuter ? 0.0 : min(2.0 * width / (width + 1.0), 1.0);
}
#endif

void main() {
#ifdef WALLS
  int index = gl_VertexID / 6;
  uvec4 own = texelFetch(u_vertices, index);
  uvec4 next = texelFetch(u_vertices, index + 1);
  bool isGap = next.w >> 1 != own.w >> 1;
  bool isReversed = (own.w & 1u) != 0u;
  // Seen from outside: the first corner's foot and top, the second one's top; the first one's foot, the second one's top and
  // foot.
  bool isSecond = int[6](0, 0, 1, 0, 1, 1)[gl_VertexID % 6] == 1;
  float top = float(int[6](0, 1, 1, 0, 1, 0)[gl_VertexID % 6]);
  ivec2 place = ivec2((isSecond != isReversed ? next : own).xy);
#else
#ifdef EDGED
  int index = gl_VertexID >> 1;
#else
  int index = gl_VertexID;
#endif
  uvec4 own = texelFetch(u_vertices, index);
  bool isGap = false;
  float top = 1.0;
  ivec2 place = ivec2(own.xy);
#endif
  uvec4 element = uvec4(0u);
  if (u_color.a < 0.0 || u_height < 0.0 || u_base < 0.0 || u_shown.x > -3e38) element = texelFetch(u_elements, int(own.z));
  vec4 color = u_color.a < 0.0 ? colorFromBytes(element.x) : u_color;
  float height = u_height < 0.0 ? uintBitsToFloat(element.y) : u_height;
  float base = min(u_base < 0.0 ? uintBitsToFloat(element.z) : u_base, height);
  float value = uintBitsToFloat(element.w);
  // Written so that what is not a number is left out; what cannot be seen hides nothing.
  if (isGap || color.a == 0.0 || !(height >= 0.0) || !(base >= 0.0) || (u_shown.x > -3e38 && !(value >= u_shown.x && value <= u_shown.y))) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
#ifndef CASTS
    v_color = vec4(0.0);
#endif
    return;
  }
  vec2 ground = groundFromPlace(place, ivec2(own.xy));
  float z = top > 0.0 ? height : base;
#if defined(LIT) || defined(CASTS)
  float above = z * pointsPerMeter(place.y);
#endif
#if !defined(WALLS) && (defined(LIT) || defined(CASTS))
  if (u_roofColor.a >= 0.0) color = u_roofColor;
#endif
#ifdef CASTS
  // Glass keeps little of the light.
  castShadow(clipFromShadow(ground, above), color.a * u_opacity > 0.5 ? above : 0.0);
#else
#ifdef LIT
  vec3 normal = vec3(0.0, 0.0, 1.0);
#ifdef WALLS
  ivec2 away = ivec2(next.xy) - ivec2(own.xy);
  vec2 along = vec2(float(away.x), 2.0 * float(away.y)) * (isReversed ? -1.0 : 1.0);
  // Points inside, as those of the buildings of styles do.
  normal = vec3(normalize(vec2(-along.y, along.x)), 0.0);
#endif
  vec3 plain = color.a > 0.0 ? color.rgb / color.a : vec3(0.0);
  gl_Position = clipFromGround(ground, above);
#ifdef SUNLIT
  receiveShadow(clipFromShadow(ground, above), above);
  lightBySun(plain, normal, top, color.a * u_opacity);
#else
  color.rgb = litColor(plain, normal, top, base, height) * color.a;
#endif
#else
  gl_Position = clipFromGround(ground, 0.0);
#endif
#ifdef EDGED
  // Polygons that cross themselves are left as they are.
  if ((own.w & ~1u) != 0u) color *= moveFromEdge(gl_Position, index, place, own.w, (gl_VertexID & 1) != 0);
#endif
#ifndef SUNLIT
  v_color = color * u_opacity;
#endif
#endif
}
