// A layer that was drawn by itself, laid over the picture where nothing stands before it.
uniform sampler2D u_layer;
uniform sampler2D u_depths;
uniform float u_opacity;

out vec4 o_color;

void main() {
  ivec2 place = ivec2(gl_FragCoord.xy);
  gl_FragDepth = texelFetch(u_depths, place, 0).r;
  o_color = texelFetch(u_layer, place, 0) * u_opacity;
}
