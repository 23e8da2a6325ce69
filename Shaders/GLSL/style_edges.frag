// Edges of buildings and models that are drawn without antialiasing, found by what contrasts and smoothed along their steps: how far a pixel lies
// from the end of its step says how much of the other side it covers (fast approximate antialiasing, Lottes 2009).
// With CHANGED_ONLY the picture is a part of the target, and nothing is smoothed but what differs from what it was before, and pixels
// beside that.
uniform sampler2D u_layer;
#ifdef CHANGED_ONLY
uniform sampler2D u_before;
// Of the part, in the target.
uniform vec2 u_corner;
#endif

out vec4 o_color;

// Less contrast than this is not seen as a step.
const float LEAST_CONTRAST = 0.039;
const int STEPS = 6;
const float CORNER_SHARE = 0.25;

float brightness(vec4 color) { return dot(color.rgb, vec3(0.299, 0.587, 0.114)); }

float brightnessAt(ivec2 place) { return brightness(texelFetch(u_layer, place, 0)); }

bool isNear(float value, float middle, float other) { return abs(value - middle) < abs(value - other); }

#ifdef CHANGED_ONLY
bool isNearChange(ivec2 place) {
  for (int at = 0; at < 9; at++) {
    ivec2 near = place + ivec2(at % 3, at / 3) - 1;
    if (texelFetch(u_layer, near, 0) != texelFetch(u_before, near, 0)) return true;
  }
  return false;
}
#endif

void main() {
#ifdef CHANGED_ONLY
  ivec2 place = ivec2(gl_FragCoord.xy - u_corner);
#else
  ivec2 place = ivec2(gl_FragCoord.xy);
#endif
  ivec2 last = textureSize(u_layer, 0) - 1;
  if (any(lessThan(place, ivec2(1))) || any(greaterThanEqual(place, last))) discard;
  vec4 color = texelFetch(u_layer, place, 0);
  float middle = brightness(color);
  float north = brightnessAt(place + ivec2(0, 1));
  float south = brightnessAt(place - ivec2(0, 1));
  float east = brightnessAt(place + ivec2(1, 0));
  float west = brightnessAt(place - ivec2(1, 0));
  float highest = max(middle, max(max(north, south), max(east, west)));
  float lowest = min(middle, min(min(north, south), min(east, west)));
  if (highest - lowest < max(LEAST_CONTRAST, 0.0625 * highest)) discard;
#ifdef CHANGED_ONLY
  if (!isNearChange(place)) discard;
#endif

  float northwest = brightnessAt(place + ivec2(-1, 1));
  float northeast = brightnessAt(place + ivec2(1, 1));
  float southwest = brightnessAt(place - ivec2(1, 1));
  float southeast = brightnessAt(place + ivec2(1, -1));
  // The edge runs along x where brightness changes more from north to south, in the columns beside, too.
  float fall = 2.0 * abs(north + south - 2.0 * middle) + abs(northwest + southwest - 2.0 * west)
      + abs(northeast + southeast - 2.0 * east);
  float turn = 2.0 * abs(east + west - 2.0 * middle) + abs(northwest + northeast - 2.0 * north)
      + abs(southwest + southeast - 2.0 * south);
  bool isFlat = fall >= turn;
  float ahead = isFlat ? north : east;
  float behind = isFlat ? south : west;
  bool isAhead = abs(ahead - middle) >= abs(behind - middle);
  ivec2 across = (isFlat ? ivec2(0, 1) : ivec2(1, 0)) * (isAhead ? 1 : -1);
  ivec2 along = isFlat ? ivec2(1, 0) : ivec2(0, 1);
  float other = isAhead ? ahead : behind;
  float between = 0.5 * (middle + other);
  float contrast = 0.25 * abs(other - middle);

  // Both ways to where the step ends.
  float ends[2];
  float changes[2];
  for (int side = 0; side < 2; side++) {
    ivec2 step = side == 0 ? -along : along;
    ivec2 at = place;
    ends[side] = float(STEPS);
    changes[side] = 0.0;
    for (int number = 1; number <= STEPS; number++) {
      at = clamp(at + step, ivec2(1), last - 1);
      float change = 0.5 * (brightnessAt(at) + brightnessAt(at + across)) - between;
      if (abs(change) >= contrast) {
        ends[side] = float(number);
        changes[side] = change;
        break;
      }
    }
  }
  float nearest = min(ends[0], ends[1]);
  float change = ends[0] < ends[1] ? changes[0] : changes[1];
  float share = 0.0;
  // Only on the side of the step that its end turns to.
  if (change != 0.0 && (change < 0.0) != (middle < between)) share = 0.5 - nearest / (ends[0] + ends[1]);
  // A corner of an edge that goes one pixel aside with each row: its steps have no length to go by.
  if (share < CORNER_SHARE) {
    bool turns = !isNear(isFlat ? east : south, middle, other);
    if (isNear(isAhead ? behind : ahead, middle, other) && turns == isNear(isFlat ? west : north, middle, other)) {
      bool isUp = isFlat ? isAhead : !turns;
      bool isRight = isFlat ? turns : isAhead;
      float before = isUp == isRight ? northwest : northeast;
      float after = isUp == isRight ? southeast : southwest;
      if (isNear(before, middle, other) || isNear(after, middle, other)) share = CORNER_SHARE;
    }
  }
  if (share <= 0.0) discard;
  o_color = mix(color, texelFetch(u_layer, place + across, 0), share);
}
