// Walls and roofs in the light of the Sun and of the sky, in vertex shaders, after extrusion_light.glsl.
uniform vec3 u_sunAmbient;    // the sky's, on surfaces that face up
uniform vec3 u_sunDirect;     // what the Sun adds there

out vec4 v_color;             // in the shadow, premultiplied
out vec3 v_direct;            // what the Sun adds
out float v_wall;             // 1 for walls

// `normal` as in `litStrength`; `top` is 1 at the upper edge of a wall and 0 at its foot.
void lightBySun(vec3 color, vec3 normal, float top, float opacity) {
  float facing = dot(normal, u_lightDirection);
  v_wall = normal.z > 0.5 ? 0.0 : 1.0;
  // Little of the sky is seen from the foot of a wall.
  float open = mix(1.0, mix(0.78, 0.92, top), v_wall * u_verticalGradient);
  // Flat roofs take what the ground takes. At a wall that the Sun only grazes shadows could not be told from its own.
  float slope = normal.z < 0.999 ? clamp(facing / max(u_lightDirection.z, 0.15), 0.0, 1.4) : 1.0;
  float direct = mix(slope, smoothstep(0.02, 0.25, facing) * (0.62 + 0.48 * facing), v_wall);
  v_color = vec4(color * u_sunAmbient * open, 1.0) * opacity;
  v_direct = color * u_sunDirect * direct * opacity;
}
