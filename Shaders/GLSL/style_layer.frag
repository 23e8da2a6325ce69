// A layer that was drawn by itself, laid over the picture.
uniform sampler2D u_layer;
uniform float u_opacity;

out vec4 o_color;

void main() {
  o_color = texelFetch(u_layer, ivec2(gl_FragCoord.xy), 0) * u_opacity;
}
