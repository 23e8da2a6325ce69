// A picture of what stands on the map, of the target's size, with the depth of each of its pixels.
smooth in vec4 v_pictures;

uniform sampler2D u_image;
uniform sampler2D u_depths;   // the bits of a float, the lowest byte in blue
uniform float u_opacity;

out vec4 o_color;

void main() {
  uvec4 bytes = uvec4(texture(u_depths, v_pictures.xy) * 255.0 + 0.5);
  gl_FragDepth = uintBitsToFloat(bytes.b | bytes.g << 8 | bytes.r << 16 | bytes.a << 24);
  o_color = texture(u_image, v_pictures.xy) * u_opacity;
}
