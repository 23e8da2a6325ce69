// Edges of buildings and models that are drawn without antialiasing, smoothed in a copy of the picture.
// With CHANGED_ONLY the picture is a part of the target, and nothing is smoothed but what differs from what it was before, and pixels
// beside that.
uniform sampler2D u_layer;
#ifdef CHANGED_ONLY
uniform sampler2D u_before;
// Of the part, in the target.
uniform vec2 u_corner;
#endif

out vec4 o_color;

float brightness(vec4 color) { return dot(color.rgb, vec3(0.299, 0.587, 0.114)); }
#include "edge_share.glsl"

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
  ivec2 across;
  float share = edgeShare(place, across);
  if (share <= 0.0) discard;
#ifdef CHANGED_ONLY
  if (!isNearChange(place)) discard;
#endif
  o_color = mix(texelFetch(u_layer, place, 0), texelFetch(u_layer, place + across, 0), share);
}
