// Walls and roofs that were drawn by themselves, laid over the picture with smooth edges; with DEPTHS where nothing stands before them.
uniform sampler2D u_layer;
#ifdef DEPTHS
uniform sampler2D u_depths;
#endif
uniform float u_opacity;

out vec4 o_color;

// How much of a pixel is covered counts too: something dark differs from nothing.
float brightness(vec4 color) { return dot(color, vec4(0.199, 0.391, 0.078, 0.332)); }
#include "edge_share.glsl"

void main() {
  ivec2 place = ivec2(gl_FragCoord.xy);
  ivec2 across;
  float share = edgeShare(place, across);
  vec4 color = texelFetch(u_layer, place, 0);
  vec4 other = share > 0.0 ? texelFetch(u_layer, place + across, 0) : color;
#ifdef DEPTHS
  // What reaches over its edge lies where it does.
  ivec2 covered = color.a > 0.0 ? place : place + across;
  gl_FragDepth = texelFetch(u_depths, covered, 0).r;
#endif
  color = mix(color, other, max(share, 0.0));
  if (color.a == 0.0) discard;
  o_color = color * u_opacity;
}
