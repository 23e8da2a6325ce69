in vec2 v_fraction;  // of the picture's plane
in vec2 v_place;     // in the texture

uniform sampler2D u_picture;
uniform float u_opacity;
#ifdef BLENDS
uniform sampler2D u_nextPicture;
uniform float u_nextShare;  // how far the picture has become the next one, 0 ... 1
#endif

out vec4 o_color;

void main() {
  // The edge fades over the first pixel outside, so that it is smooth, and pictures that meet leave no seam.
  vec2 outside = max(-v_fraction, v_fraction - 1.0) / max(fwidth(v_fraction), vec2(1e-12));
  float cover = clamp(1.0 - max(outside.x, outside.y), 0.0, 1.0);
  vec4 color = texture(u_picture, v_place);
#ifdef BLENDS
  color = mix(color, texture(u_nextPicture, v_place), u_nextShare);
#endif
  o_color = color * (u_opacity * cover);
}
