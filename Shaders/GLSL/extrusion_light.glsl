// The light on walls and roofs, as the style specification has it.
uniform vec3 u_lightDirection;
uniform vec3 u_lightColor;
uniform float u_lightIntensity;
uniform float u_verticalGradient;

// How bright a surface is; `bright` is what is added where it faces the light. `top` is 1 at the upper edge of a wall and 0 at
// its foot.
float litStrength(float bright, vec3 normal, float top, float base, float height) {
  float directional = clamp(dot(normal, u_lightDirection), 0.0, 1.0);
  directional = mix(1.0 - u_lightIntensity, max(bright, 1.0), directional);
  // Walls are darker towards the ground.
  if (normal.y != 0.0 && normal.z == 0.0) {
    float shade = clamp((top + base) * pow(max(height, 0.0) / 150.0, 0.5), mix(0.7, 0.98, 1.0 - u_lightIntensity), 1.0);
    directional *= 1.0 - u_verticalGradient + u_verticalGradient * shade;
  }
  return directional;
}

// Shadows have a little of the colour that the light lacks.
vec3 leastLight() { return mix(vec3(0.0), vec3(0.3), 1.0 - u_lightColor); }

vec3 litColor(vec3 color, vec3 normal, float top, float base, float height) {
  // Bright surfaces are shaded less.
  float luminance = dot(color, vec3(0.2126, 0.7152, 0.0722));
  float strength = litStrength(1.0 - luminance + u_lightIntensity, normal, top, base, height);
  // Some light is everywhere, so that nothing is all black.
  return clamp((color + 0.03) * strength * u_lightColor, leastLight(), vec3(1.0));
}
