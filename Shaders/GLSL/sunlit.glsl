// Surfaces lit by the Sun, in fragment shaders, after shadow_lookup.glsl.
in vec4 v_color;      // as in sun_light.glsl
in vec3 v_direct;
in float v_wall;

vec4 sunlitColor() {
  vec4 color = v_color;
  if (max(v_direct.r, max(v_direct.g, v_direct.b)) > 0.002) color.rgb += v_direct * sunlight(v_wall);
  return vec4(min(color.rgb, vec3(color.a)), color.a);
}
