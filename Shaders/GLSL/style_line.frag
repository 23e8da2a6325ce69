#if defined(LINE_DASH) || defined(LINE_PATTERN)
in vec4 v_side;         // round, side, by how much it is seen shorter, distance in tile units
flat in vec4 v_widths;  // outer, inner, blur, at the whole zoom
#else
in vec3 v_side;
flat in vec3 v_widths;
#endif
flat in vec4 v_color;
uniform float u_antialias;  // half a pixel, in points

#if defined(LINE_DASH) || defined(LINE_PATTERN)
uniform vec3 u_patternScale;  // points per tile unit at the whole zoom; sizes of what goes and what comes
uniform float u_fade;         // 1 is what comes alone
#endif
#ifdef LINE_DASH
uniform sampler2D u_dashes;
uniform float u_pixelsPerPoint;
#ifdef COLUMN_line_dasharray
flat in vec4 v_dashTo;
flat in vec4 v_dashFrom;
#else
uniform vec4 u_dashTo;  // middle, height, width, share that is drawn
uniform vec4 u_dashFrom;
#endif
#endif
#ifdef LINE_PATTERN
uniform sampler2D u_images;
uniform vec2 u_imagesPixels;
#ifdef COLUMN_line_pattern
flat in vec4 v_patternTo;
flat in vec4 v_patternFrom;
flat in vec2 v_patternRatios;
#else
uniform vec4 u_patternTo;  // left, top, right, bottom in pixels of the atlas
uniform vec4 u_patternFrom;
uniform vec2 u_patternRatios;  // pixels per point of what goes and what comes
#endif
#endif
#ifdef LINE_GRADIENT
uniform sampler2D u_gradient;

in vec2 v_gradient;
#endif

out vec4 o_color;

#ifdef LINE_DASH
float dashDistance(vec4 dash, float scale, float floorWidth) {
  float along = v_side.w * u_patternScale.x / (dash.z * scale) / floorWidth;
  return texture(u_dashes, vec2(along, v_side.y * -0.5 * dash.y + dash.x)).r;
}
#endif

#ifdef LINE_PATTERN
vec4 patternColor(vec4 rect, float ratio, float scale, float floorWidth) {
  vec2 size = (rect.zw - rect.xy) / ratio;
  float along = fract(v_side.w * u_patternScale.x / (size.x * scale) * (size.y / floorWidth));
  // Over the picture and the border of a pixel around it, as styles are drawn elsewhere; what is beyond is another picture.
  vec2 place = mix(rect.xy - 1.0, rect.zw + 1.0, vec2(along, 0.5 * v_side.y + 0.5));
  return textureLod(u_images, clamp(place, rect.xy - 0.5, rect.zw + 0.5) / u_imagesPixels, 0.0);
}
#endif

void main() {
  vec2 reach = v_widths.xy;
  vec4 color = v_color;
  float blur = (v_widths.z + 2.0 * u_antialias) * v_side.z;
  float distance = length(v_side.xy) * reach.x;
  float alpha = clamp(min(distance - (reach.y - blur), reach.x - distance) / blur, 0.0, 1.0);
#if defined(LINE_DASH) || defined(LINE_PATTERN)
  float floorWidth = v_widths.w;
#endif
#ifdef LINE_GRADIENT
  // The colour is that of the gradient, the uniform its opacity.
  color *= texture(u_gradient, v_gradient);
#endif
#ifdef LINE_DASH
#ifdef COLUMN_line_dasharray
  vec4 from = v_dashFrom;
  vec4 to = v_dashTo;
#else
  vec4 from = u_dashFrom;
  vec4 to = u_dashTo;
#endif
  float inDash = mix(
      dashDistance(from, u_patternScale.y, floorWidth), dashDistance(to, u_patternScale.z, floorWidth), u_fade);
  // Half a pixel in the distances of the atlas, which is 256 pixels wide.
  float soft = 0.5 / (min(from.z * u_patternScale.y, to.z * u_patternScale.z) * u_pixelsPerPoint) / floorWidth;
  float share = smoothstep(0.5 - soft, 0.5 + soft, inDash);
#ifdef TILTED
  // Far away dashes are shorter than pixels: as much of the line as they cover, rather than specks.
  float along = length(vec2(dFdx(v_side.w), dFdy(v_side.w))) * u_patternScale.x / floorWidth;
  float periods = along / max(min(from.z * u_patternScale.y, to.z * u_patternScale.z), 1e-6);
  share = mix(share, mix(from.w, to.w, u_fade), smoothstep(0.25, 0.75, periods));
#endif
  alpha *= share;
#endif
#ifdef LINE_PATTERN
#ifdef COLUMN_line_pattern
  vec4 from = v_patternFrom;
  vec4 to = v_patternTo;
  vec2 ratios = v_patternRatios;
#else
  vec4 from = u_patternFrom;
  vec4 to = u_patternTo;
  vec2 ratios = u_patternRatios;
#endif
  color *= mix(
      patternColor(from, ratios.x, u_patternScale.y, floorWidth), patternColor(to, ratios.y, u_patternScale.z, floorWidth), u_fade);
#endif
  o_color = color * alpha;
}
