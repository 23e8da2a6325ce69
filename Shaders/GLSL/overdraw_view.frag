// How often each pixel was drawn, as heat: black for never, then blue, green, yellow and red, and white from 16 times on.
uniform sampler2D u_picture;

in vec2 v_place;

out vec4 o_color;

// The colours for 0, 1, 2, 4, 8 and 16 times.
const vec3 heat[6] = vec3[6](
  vec3(0.03, 0.03, 0.05), vec3(0.10, 0.20, 0.55), vec3(0.10, 0.60, 0.55), vec3(0.95, 0.85, 0.25), vec3(0.90, 0.25, 0.15),
  vec3(1.0));

void main() {
  float count = floor(texture(u_picture, v_place).r * 255.0 + 0.5);
  float step = count < 1.0 ? count : min(1.0 + log2(count), 5.0);
  int below = int(floor(min(step, 4.0)));
  o_color = vec4(mix(heat[below], heat[below + 1], step - float(below)), 1.0);
}
