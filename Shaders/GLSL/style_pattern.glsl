// Patterns on the ground, which begin in the corner of the world whatever the tile.
uniform vec4 u_patternOrigin;  // of the tile, in points: 65536ths, then the rest
uniform vec3 u_patternScale;   // points per tile unit at the whole zoom; sizes of what goes and what comes

#ifdef HAS_PATTERN_COLUMN
uniform int u_fromGroup;

flat out vec4 v_patternTo;
flat out vec4 v_patternFrom;
#else
uniform vec4 u_patternTo;  // left, top, right, bottom in pixels of the atlas
uniform vec4 u_patternFrom;
uniform vec2 u_patternRatios;  // pixels per point of what goes and what comes
#endif

// In whole patterns of `size` points.
vec2 patternPlace(vec2 size, vec2 units) {
  vec2 origin = mod(mod(mod(u_patternOrigin.xy, size) * 256.0, size) * 256.0 + u_patternOrigin.zw, size);
  return (units * u_patternScale.x + origin) / size;
}
