uniform sampler2D u_images;
uniform vec2 u_imagesPixels;
uniform float u_fade;  // 1 is what comes alone
#ifdef HAS_PATTERN_COLUMN
flat in vec4 v_patternTo;
flat in vec4 v_patternFrom;
#else
uniform vec4 u_patternTo;  // left, top, right, bottom in pixels of the atlas
uniform vec4 u_patternFrom;
#endif

in vec2 v_placeTo;
in vec2 v_placeFrom;

vec4 patternColor() {
#ifdef HAS_PATTERN_COLUMN
  vec4 to = v_patternTo;
  vec4 from = v_patternFrom;
#else
  vec4 to = u_patternTo;
  vec4 from = u_patternFrom;
#endif
  // What has no image has no colour.
  if (to.z <= to.x) return vec4(0.0);
  if (from.z <= from.x) from = to;
  vec4 coming = textureLod(u_images, mix(to.xy, to.zw, fract(v_placeTo)) / u_imagesPixels, 0.0);
  vec4 going = textureLod(u_images, mix(from.xy, from.zw, fract(v_placeFrom)) / u_imagesPixels, 0.0);
  return mix(going, coming, u_fade);
}
