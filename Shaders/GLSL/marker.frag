in vec3 v_uv;
flat in float v_opacity;

uniform sampler2DArray u_icons;

out vec4 o_color;

void main() {
  o_color = texture(u_icons, v_uv) * v_opacity;
}
