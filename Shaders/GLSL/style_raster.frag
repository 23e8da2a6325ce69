// A picture with its colours turned, greyed, stretched and dimmed, in this order.
in vec2 v_place;
in float v_weight;

uniform sampler2D u_image;
uniform float u_opacity;
uniform vec3 u_spin;
uniform float u_greyness;
uniform float u_contrast;
// Of black and of white.
uniform vec2 u_brightness;

out vec4 o_color;

void main() {
  vec4 color = texture(u_image, v_place / v_weight);
  vec3 plain = color.a > 0.0 ? color.rgb / color.a : color.rgb;
  vec3 turned = vec3(dot(plain, u_spin.xyz), dot(plain, u_spin.zxy), dot(plain, u_spin.yzx));
  float grey = (plain.r + plain.g + plain.b) / 3.0;
  turned += (grey - turned) * u_greyness;
  turned = (turned - 0.5) * u_contrast + 0.5;
  float alpha = color.a * u_opacity;
  o_color = vec4(mix(vec3(u_brightness.x), vec3(u_brightness.y), turned) * alpha, alpha);
}
