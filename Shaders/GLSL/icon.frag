in vec3 v_uv;
flat in vec4 v_tint;

uniform sampler2DArray u_icons;

out vec4 o_color;

void main() {
  o_color = texture(u_icons, v_uv) * v_tint;
}
