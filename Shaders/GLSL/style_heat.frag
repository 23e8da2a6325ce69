in vec2 v_place;
flat in float v_peak;

out float o_warmth;

void main() {
  o_warmth = v_peak * exp(-4.5 * dot(v_place, v_place));
}
