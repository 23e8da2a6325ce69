// Edges of what was drawn without antialiasing, found by what contrasts and smoothed along their steps: how far a pixel lies from the end
// of its step says how much of the other side it covers (fast approximate antialiasing, Lottes 2009). Whoever includes it has the
// picture, `u_layer`, and says by `brightness` what contrasts in it.

// Less contrast than this is not seen as a step.
const float LEAST_CONTRAST = 0.039;
const int STEPS = 6;
const float CORNER_SHARE = 0.25;

float brightnessAt(ivec2 place) { return brightness(texelFetch(u_layer, place, 0)); }

bool isNear(float value, float middle, float other) { return abs(value - middle) < abs(value - other); }

// How much a pixel shows of its neighbour `across` the edge that it lies at; 0 where it lies at none.
float edgeShare(ivec2 place, out ivec2 across) {
  across = ivec2(0);
  ivec2 last = textureSize(u_layer, 0) - 1;
  if (any(lessThan(place, ivec2(1))) || any(greaterThanEqual(place, last))) return 0.0;
  float middle = brightnessAt(place);
  float north = brightnessAt(place + ivec2(0, 1));
  float south = brightnessAt(place - ivec2(0, 1));
  float east = brightnessAt(place + ivec2(1, 0));
  float west = brightnessAt(place - ivec2(1, 0));
  float highest = max(middle, max(max(north, south), max(east, west)));
  float lowest = min(middle, min(min(north, south), min(east, west)));
  if (highest - lowest < max(LEAST_CONTRAST, 0.0625 * highest)) return 0.0;

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
  across = (isFlat ? ivec2(0, 1) : ivec2(1, 0)) * (isAhead ? 1 : -1);
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
  return share;
}
