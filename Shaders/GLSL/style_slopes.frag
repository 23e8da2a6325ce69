// How steep the ground is, east and south, for each pixel of a tile of heights and one beyond its edges.
uniform sampler2D u_heights;
// Metres for red, green, blue and what is taken off.
uniform vec4 u_unpack;
uniform float u_zoom;
// Pixels along the tile.
uniform float u_side;

out vec4 o_color;

float height(ivec2 place) {
  vec4 bytes = texelFetch(u_heights, place, 0) * 255.0;
  return dot(vec4(bytes.rgb, -1.0), u_unpack);
}

void main() {
  ivec2 place = ivec2(gl_FragCoord.xy) + 1;
  float northWest = height(place + ivec2(-1, -1));
  float north = height(place + ivec2(0, -1));
  float northEast = height(place + ivec2(1, -1));
  float west = height(place + ivec2(-1, 0));
  float east = height(place + ivec2(1, 0));
  float southWest = height(place + ivec2(-1, 1));
  float south = height(place + ivec2(0, 1));
  float southEast = height(place + ivec2(1, 1));
  // Small zooms show flat countries: hills are raised there. The rest is the width of eight pixels in metres, 2^28.2562 / 2^zoom.
  float raise = u_zoom < 2.0 ? 0.4 : u_zoom < 4.5 ? 0.35 : 0.3;
  float raised = u_zoom < 15.0 ? (u_zoom - 15.0) * raise : 0.0;
  float scale = u_side / exp2(raised + 28.2562 - u_zoom);
  vec2 slope = scale * vec2(
    northEast + 2.0 * east + southEast - northWest - 2.0 * west - southWest,
    southWest + 2.0 * south + southEast - northWest - 2.0 * north - northEast);
  // In bytes, flat ground is exactly 128.
  o_color = vec4(clamp(slope / 8.0 + 128.0 / 255.0, 0.0, 1.0), 1.0, 1.0);
}
