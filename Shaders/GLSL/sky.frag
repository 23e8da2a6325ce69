// Sky above the horizon, and a thin haze that fades the ground into it.
in vec2 v_clip;
out vec4 o_color;

uniform float u_horizonClip;   // y of the horizon in clip space
uniform vec3 u_zenithColor;
uniform vec3 u_hazeColor;

void main() {
  float height = v_clip.y - u_horizonClip;
  if (height >= 0.0) {
    o_color = vec4(mix(u_hazeColor, u_zenithColor, smoothstep(0.0, 0.7, height)), 1.0);
    return;
  }
  float haze = exp(height * 14.0) * 0.9;
  o_color = vec4(u_hazeColor * haze, haze);
}
