// Places of the elements of a layer, and which of them are drawn.
uniform vec2 u_shown;            // the least and largest filter value; the first above the second: all

// Whether there is such a place and its filter value is one of those shown; what is not a number is none of a range.
bool isShown(ivec2 place, float value) {
  return place.y >= 0 && (u_shown.x > u_shown.y || (value >= u_shown.x && value <= u_shown.y));
}

// The colour of all elements, or that of one where they differ: alpha below 0 says so.
vec4 colorOf(vec4 ofAll, vec4 own) {
  return ofAll.a < 0.0 ? own : ofAll;
}
