in vec2 v_fraction;

uniform sampler2D u_picture;
uniform float u_opacity;

out vec4 o_color;

void main() {
  // The edge fades over the first pixel outside, so that it is smooth, and pictures that meet leave no seam.
  vec2 outside = max(-v_fraction, v_fraction - 1.0) / max(fwidth(v_fraction), vec2(1e-12));
  float cover = clamp(1.0 - max(outside.x, outside.y), 0.0, 1.0);
  o_color = texture(u_picture, v_fraction) * (u_opacity * cover);
}
