// The sides of lines: a place on the line, and the way from there to the corner of a triangle. Lengths are points unless they say
// else.
layout(location = 0) in vec2 a_position;
layout(location = 1) in vec2 a_extrude;  // 1024 is half the line's width
layout(location = 2) in vec4 a_kind;     // round, side (0, 2), direction (0, 1, 2)
#if defined(LINE_DASH) || defined(LINE_PATTERN)
#define REPEATS
layout(location = 3) in float a_distance;  // tile units
#endif
#ifdef LINE_GRADIENT
layout(location = 4) in vec2 a_progress;

uniform float u_gradientRows;

out vec2 v_gradient;
#endif
#ifdef HAS_ROWS
layout(location = 5) in uint a_row;
#endif

#include "tile_ground.glsl"
uniform float u_unitsPerPoint;
uniform float u_antialias;  // half a pixel
uniform float u_width;
uniform float u_gapWidth;
uniform float u_offset;
uniform float u_floorWidth;
uniform float u_blur;
#ifdef TILTED
uniform vec2 u_viewportPoints;
// How many times wider than it is a line is drawn at most, so that it is seen.
const float MOST_WIDER = 64.0;
#endif
#ifndef WIDTH_VARIES
uniform vec2 u_reach;  // outer, inner
#endif
#ifdef HAS_ROWS
uniform float u_opacity;
uniform float u_floorFraction;
#endif
uniform vec4 u_color;

// The same numbers go to the pixels whether features have rows of their own or not: see style_fill_color.glsl.
#ifdef REPEATS
out vec4 v_side;         // round, side, by how much it is seen shorter, distance in tile units
flat out vec4 v_widths;  // outer, inner, blur, at the whole zoom
#else
out vec3 v_side;
flat out vec3 v_widths;
#endif
flat out vec4 v_color;

// A compiler that knew that all have the same would leave it out of the list.
vec4 ofAll(vec4 value) {
  return gl_VertexID < 0 ? vec4(0.0) : value;
}
#if defined(LINE_DASH) && defined(COLUMN_line_dasharray)
uniform int u_fromGroup;

flat out vec4 v_dashTo;
flat out vec4 v_dashFrom;
#endif
#if defined(LINE_PATTERN) && defined(COLUMN_line_pattern)
uniform int u_fromGroup;

flat out vec4 v_patternTo;
flat out vec4 v_patternFrom;
flat out vec2 v_patternRatios;
#endif

void main() {
#ifdef COLUMN_line_width
  float width = COLUMN_line_width;
#else
  float width = u_width;
#endif
#ifdef COLUMN_line_gap_width
  float gap = COLUMN_line_gap_width * 0.5;
#else
  float gap = u_gapWidth * 0.5;
#endif
#ifdef COLUMN_line_offset
  float offset = -COLUMN_line_offset;
#else
  float offset = -u_offset;
#endif
  float halfWidth = width * 0.5;
  float inner = gap + (gap > 0.0 ? u_antialias : 0.0);
  float outer = gap + halfWidth * (gap > 0.0 ? 2.0 : 1.0) + (halfWidth == 0.0 ? 0.0 : u_antialias);

  float side = a_kind.y - 1.0;
  float direction = a_kind.z - 1.0;
  vec2 extrude = a_extrude * (1.0 / 1024.0);
  vec2 reach = outer * extrude;
  // Round ends and corners are extruded at an angle to the line's normal, which the offset follows.
  float turn = 0.5 * direction;
  float stay = 1.0 - abs(turn);
  vec2 moved = offset * side * (extrude * mat2(stay, -turn, turn, stay));
  vec2 middle = a_position + moved * u_unitsPerPoint;
  gl_Position = clipFromTileGround(middle + reach * u_unitsPerPoint, 0.0);

  v_side.xyz = vec3(a_kind.x, side, 1.0);
#ifdef TILTED
  vec4 flatPosition = clipFromTileGround(middle, 0.0);
  vec4 next = clipFromTileGround(middle + vec2(-reach.y, reach.x) * u_unitsPerPoint, 0.0);
  if (gl_Position.w > 0.0 && flatPosition.w > 0.0 && next.w > 0.0) {
    // What lies beyond is farther away as well, and where the view is tilted the way across a line is not seen across it.
    vec2 start = flatPosition.xy / flatPosition.w * u_viewportPoints * 0.5;
    vec2 across = gl_Position.xy / gl_Position.w * u_viewportPoints * 0.5 - start;
    vec2 along = next.xy / next.w * u_viewportPoints * 0.5 - start;
    float seen = abs(across.x * along.y - across.y * along.x) / max(length(along), 1e-9);
    if (seen > 0.0) {
      v_side.z = length(reach) / seen;
      // What is seen narrower than a pixel on either side would be met by the middles of few, and only here and there: it is as wide, and
      // as much fainter.
      float wider = min(2.0 * u_antialias / seen, MOST_WIDER);
      if (wider > 1.0) gl_Position = clipFromTileGround(middle + reach * wider * u_unitsPerPoint, 0.0);
    }
  }
#endif
#ifdef WIDTH_VARIES
  v_widths.xy = vec2(outer, inner);
#else
  v_widths.xy = ofAll(vec4(u_reach, 0.0, 0.0)).xy;
#endif
#ifdef COLUMN_line_blur
  v_widths.z = COLUMN_line_blur;
#else
  v_widths.z = ofAll(vec4(u_blur)).x;
#endif
#ifdef HAS_ROWS
#ifdef COLUMN_line_color
  vec4 color = COLUMN_line_color;
#else
  vec4 color = u_color;
#endif
#ifdef COLUMN_line_opacity
  float opacity = COLUMN_line_opacity;
#else
  float opacity = u_opacity;
#endif
#if defined(LINE_PATTERN) || defined(LINE_GRADIENT)
  v_color = vec4(opacity);
#else
  v_color = color * opacity;
#endif
#else
  v_color = ofAll(u_color);
#endif
#ifdef REPEATS
  v_side.w = a_distance;
#ifdef COLUMN_line_width
  v_widths.w = MIXED_line_width(u_floorFraction);
#else
  v_widths.w = ofAll(vec4(u_floorWidth)).x;
#endif
#endif
#ifdef LINE_GRADIENT
  v_gradient = vec2(a_progress.x, (a_progress.y + 0.5) / u_gradientRows);
#endif
#if defined(LINE_DASH) && defined(COLUMN_line_dasharray)
  v_dashTo = COLUMN_line_dasharray(0);
  v_dashFrom = COLUMN_line_dasharray(u_fromGroup);
#endif
#if defined(LINE_PATTERN) && defined(COLUMN_line_pattern)
  v_patternTo = COLUMN_line_pattern(0);
  v_patternFrom = COLUMN_line_pattern(u_fromGroup);
  vec4 ratios = COLUMN_line_pattern(3);
  v_patternRatios = vec2(u_fromGroup == 1 ? ratios.y : ratios.z, ratios.x);
#endif
}
