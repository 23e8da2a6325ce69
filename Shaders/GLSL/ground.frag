// A picture on the ground with its edge, or one that becomes another; the inside of a single one is drawn as tiles are.
smooth in vec4 v_pictures;  // in the texture (xy) and in the picture's plane (zw)

uniform sampler2D u_image;
uniform float u_opacity;
#ifdef BLENDS
uniform sampler2D u_nextImage;
uniform float u_nextShare;  // how far the picture has become the next one, 0 ... 1
#endif

out vec4 o_color;

void main() {
  // The edge fades over the first pixel outside, so that it is smooth, and pictures that meet leave no seam.
  vec2 fraction = v_pictures.zw;
  vec2 outside = max(-fraction, fraction - 1.0) / max(fwidth(fraction), vec2(1e-12));
  float cover = clamp(1.0 - max(outside.x, outside.y), 0.0, 1.0);
  vec4 color = texture(u_image, v_pictures.xy);
#ifdef BLENDS
  color = mix(color, texture(u_nextImage, v_pictures.xy), u_nextShare);
#endif
  o_color = color * (u_opacity * cover);
}
