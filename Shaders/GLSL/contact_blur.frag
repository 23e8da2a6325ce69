// Blurs a small picture in one direction.
uniform sampler2D u_feet;
uniform vec2 u_step;   // from tap to tap, in the texture

in vec2 v_place;
out vec4 o_shade;

void main() {
  const float weights[5] = float[5](0.204, 0.180, 0.124, 0.066, 0.028);
  float sum = texture(u_feet, v_place).r * weights[0];
  for (int i = 1; i < 5; i++) {
    vec2 away = u_step * float(i);
    sum += (texture(u_feet, v_place + away).r + texture(u_feet, v_place - away).r) * weights[i];
  }
  o_shade = vec4(sum);
}
