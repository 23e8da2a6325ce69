// A picture, or one on the way to another, with its colours turned, greyed, stretched and dimmed, in this order.
in vec2 v_place;
in float v_weight;

uniform sampler2D u_image;
// What is seen before the picture has come in, where it lies in the place of the picture (offset and factor), and how far that
// has come.
uniform sampler2D u_before;
uniform vec4 u_beforePart;
uniform float u_fade;
uniform float u_opacity;
uniform vec3 u_spin;
uniform float u_greyness;
uniform float u_contrast;
// Of black and of white.
uniform vec2 u_brightness;

out vec4 o_color;

void main() {
  vec2 place = v_place / v_weight;
  vec4 color = texture(u_image, place);
  if (u_fade < 1.0) color = mix(texture(u_before, u_beforePart.xy + place * u_beforePart.zw), color, u_fade);
  vec3 plain = color.a > 0.0 ? color.rgb / color.a : color.rgb;
  vec3 turned = vec3(dot(plain, u_spin.xyz), dot(plain, u_spin.zxy), dot(plain, u_spin.yzx));
  float grey = (plain.r + plain.g + plain.b) / 3.0;
  turned += (grey - turned) * u_greyness;
  turned = (turned - 0.5) * u_contrast + 0.5;
  float alpha = color.a * u_opacity;
  o_color = vec4(mix(vec3(u_brightness.x), vec3(u_brightness.y), turned) * alpha, alpha);
}
