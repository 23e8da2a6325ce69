// Colours of heights.
in vec2 v_place;

uniform sampler2D u_heights;
uniform vec4 u_unpack;
// Pixels along the tile; the texture has two more at each end.
uniform float u_side;
// For each stop its height, then its colour.
uniform samplerBuffer u_ramp;
uniform int u_stopCount;
uniform float u_opacity;
// 1: heights are not mixed between pixels.
uniform int u_showsPixels;

out vec4 o_color;

float height(ivec2 place) {
  vec4 bytes = texelFetch(u_heights, place, 0) * 255.0;
  return dot(vec4(bytes.rgb, -1.0), u_unpack);
}

float mixedHeight() {
  // Mixed as heights: mixed as bytes, a carry from one to the next would be a cliff.
  vec2 place = v_place * u_side + 1.5;
  ivec2 corner = ivec2(floor(place));
  vec2 part = place - vec2(corner);
  float top = mix(height(corner), height(corner + ivec2(1, 0)), part.x);
  float bottom = mix(height(corner + ivec2(0, 1)), height(corner + ivec2(1, 1)), part.x);
  return mix(top, bottom, part.y);
}

void main() {
  float here = u_showsPixels == 1 ? height(ivec2(v_place * u_side + 2.0)) : mixedHeight();
  int low = 0;
  int high = u_stopCount - 1;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (here < texelFetch(u_ramp, 2 * middle).x) high = middle; else low = middle;
  }
  float from = texelFetch(u_ramp, 2 * low).x;
  float to = texelFetch(u_ramp, 2 * high).x;
  float t = to > from ? clamp((here - from) / (to - from), 0.0, 1.0) : 0.0;
  o_color = mix(texelFetch(u_ramp, 2 * low + 1), texelFetch(u_ramp, 2 * high + 1), t) * u_opacity;
}
