// Glyphs and icons: four corners each, whose records match `SymbolRecord` in OverlookLayout, and are drawn in the order of the entries.
// Labels stay in the driver's memory while the view moves, tilts and turns, and while they come in and go out.
#include "tile_ground.glsl"

uniform usamplerBuffer u_records;
// Two in each: where a record lies, and how far it had come in at the time of the placement, 0 ... 1; negative where it goes out.
uniform usamplerBuffer u_entries;
uniform vec2 u_viewportPoints;
uniform float u_eyeDistance;
uniform float u_pointsPerMeter;
// Cosine and sine of the bearing, which turns ways of the screen to ways of the ground.
uniform vec2 u_bearing;
// Depth where a point of the ground is one of the screen.
uniform float u_groundDepth;
// How far what comes in has come since the placement, 0 ... 1.
uniform float u_fade;

out vec2 v_localPixels;  // from the corner of the glyph or icon in its atlas
out float v_gamma;
flat out vec2 v_scaleAndOpacity;
flat out vec4 v_color;
flat out vec2 v_halo;
flat out uint v_kind;
flat out vec4 v_boundsPixels;

const uint onGround = 1u << 4;
const uint turns = 1u << 5;
const uint turnsShift = 1u << 6;
const uint onPath = 1u << 7;
const uint turnsToPath = 1u << 8;
const uint fixedShift = 1u << 9;

vec4 numbers(int texel) {
  return uintBitsToFloat(texelFetch(u_records, texel));
}

vec4 shorts(uvec2 pairs) {
  return vec4(pairs.x & 0xffffu, pairs.x >> 16, pairs.y & 0xffffu, pairs.y >> 16);
}

// By an angle of which this is cosine and sine.
vec2 turned(vec2 way, vec2 angle) {
  return vec2(angle.x * way.x - angle.y * way.y, angle.y * way.x + angle.x * way.y);
}

// Points from the upper left corner of the view.
vec2 screen(vec4 clip) {
  return (clip.xy / clip.w * vec2(0.5, -0.5) + 0.5) * u_viewportPoints;
}

// In which direction on the screen a way on the ground leads that begins at a place.
vec2 directionOnScreen(vec2 place, vec2 way, vec4 clip) {
  vec4 change = clipFromTileGround(place + way, 0.0) - clip;
  vec2 result = (change.xy * clip.w - clip.xy * change.w) * vec2(1.0, -1.0) * u_viewportPoints;
  return dot(result, result) > 0.0 ? normalize(result) : vec2(1.0, 0.0);
}

void main() {
  uvec4 entries = texelFetch(u_entries, gl_VertexID >> 3);
  uvec2 entry = (gl_VertexID & 4) == 0 ? entries.xy : entries.zw;
  int first = 8 * int(entry.x);
  int corner = gl_VertexID & 3;
  vec4 place = numbers(first);
  vec4 upper = numbers(first + 1);
  vec4 lower = numbers(first + 2);
  vec4 texturePixels = numbers(first + 3);
  uvec4 words = texelFetch(u_records, first + 4);
  uvec4 look = texelFetch(u_records, first + 5);
  vec4 extra = numbers(first + 6);
  vec4 shift = numbers(first + 7);
  uint flags = look.w;
  bool lies = (flags & onGround) != 0u;
  bool isRight = corner == 1 || corner == 2;
  bool isLower = corner > 1;

  float placed = uintBitsToFloat(entry.y & 0x7fffffffu);
  float fade = clamp(placed + ((entry.y >> 31) != 0u ? -u_fade : u_fade), 0.0, 1.0);
  vec4 anchor = clipFromTileGround(place.xy, place.z * u_pointsPerMeter);
  float nearness = u_eyeDistance / max(anchor.w, 1e-6);
  // Half of the perspective is undone, in either direction.
  float ratio = 0.5 + 0.5 * nearness;
  float scale = lower.w * clamp(0.5 + 0.5 * (lies ? 1.0 / nearness : nearness), 0.0, 4.0);

  vec4 bounds = shorts(words.xy);
  vec2 pixels = vec2(isRight ? texturePixels.z : texturePixels.x, isLower ? texturePixels.w : texturePixels.y);
  // The difference of whole pixels is exact, wherever in the atlas they lie.
  v_localPixels = pixels - bounds.xy;
  v_gamma = 1.0;
  v_scaleAndOpacity = vec2(scale, place.w * fade);
  v_color = shorts(words.zw) / 65535.0;
  v_halo = uintBitsToFloat(look.xy);
  v_kind = flags & 15u;
  v_boundsPixels = bounds;
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  if (fade <= 0.0 || anchor.w <= 0.0) return;

  // Where it is laid out from: on the ground, or on the screen.
  vec2 origin = lies ? place.xy : screen(anchor);
  vec2 angle = vec2(cos(lower.z), sin(lower.z));
  vec2 axes = u_bearing;
  if (!lies && (flags & (turns | turnsShift)) != 0u) {
    axes = directionOnScreen(place.xy, vec2(1.0, 0.0), clipFromTileGround(place.xy, 0.0));
  }
  vec2 least = vec2(scale);
  vec2 fixedPoints = vec2(0.0);
  if ((flags & onPath) != 0u) {
    // It keeps its distance from the anchor along the line, in letters: as far as that is not so in this view, it moves on.
    float growth = lies ? shift.z / ratio : ratio / shift.z;
    if (lies) {
      origin += extra.xy + extra.zw * (shift.x * (growth - 1.0));
    } else {
      vec2 ground = place.xy + extra.xy;
      vec4 clip = clipFromTileGround(ground, 0.0);
      if (clip.w <= 0.0) return;
      vec2 seen = screen(clip);
      vec2 way = directionOnScreen(ground, extra.zw, clip);
      float stretch = shift.y > 1e-3 ? distance(seen, origin) / shift.y : growth;
      origin = seen + way * (shift.x * (growth - stretch));
      if ((flags & turnsToPath) != 0u) angle = way;
    }
  } else {
    vec2 moved = shift.zw * ((flags & fixedShift) != 0u ? 1.0 : ratio);
    origin += (flags & turnsShift) != 0u ? turned(moved, axes) : moved;
    least = max(least, shift.xy);
    fixedPoints = vec2(isRight ? extra.z : extra.x, isLower ? extra.w : extra.y);
  }

  vec2 shape = isLower ? lower.xy : upper.xy;
  if (isRight) shape = isLower ? upper.zw + (lower.xy - upper.xy) : upper.zw;
  vec2 offset = turned(shape * least + fixedPoints, angle);
  if ((flags & turns) != 0u) offset = turned(offset, axes);
  if (lies) {
    gl_Position = clipFromTileGround(origin + offset, 0.0);
    // Letters that lie on the ground have softer edges where the ground is far.
    v_gamma = gl_Position.w / (scale * u_groundDepth);
  } else {
    gl_Position = vec4((origin + offset) / u_viewportPoints * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
    v_gamma = 1.0 / scale;
  }
}
