// What lies where: a colour for each draw, lighter and darker for its instances.
uniform sampler2D u_picture;

in vec2 v_place;

out vec4 o_color;

float hash(float value) {
  return fract(sin(value * 12.9898) * 43758.5453);
}

void main() {
  vec4 identity = texture(u_picture, v_place);
  if (identity.x < 0.5) {
    o_color = vec4(0.07, 0.08, 0.11, 1.0);
    return;
  }
  float hue = hash(identity.x) * 6.0;
  vec3 full = clamp(abs(mod(hue + vec3(0.0, 4.0, 2.0), 6.0) - 3.0) - 1.0, 0.0, 1.0);
  float light = 0.55 + 0.45 * hash(identity.y + 0.37);
  o_color = vec4(mix(vec3(0.85), full, 0.75) * light, 1.0);
}
