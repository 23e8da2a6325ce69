in vec2 v_localPixels;
in float v_gamma;
flat in vec2 v_scaleAndOpacity;
flat in vec4 v_color;
flat in vec2 v_halo;
flat in uint v_kind;
flat in vec4 v_boundsPixels;

uniform sampler2D u_glyphs;
uniform sampler2D u_images;
uniform float u_pixelsPerPoint;

out vec4 o_color;

const uint kindGlyph = 0u;
const uint kindGlyphHalo = 1u;
const uint kindIcon = 2u;
const uint kindSharpIcon = 3u;
const uint kindHaloOfIcon = 5u;
const uint kindColorGlyph = 6u;

// Units over which a distance field falls from 1 to 0, and its value on the outline.
const float fieldUnits = 8.0;
const float edge = 0.75;

float coverage(float distance, float threshold, float softness) {
  return smoothstep(threshold - softness, threshold + softness, distance);
}

void main() {
  // Nothing of a neighbour in the atlas is mixed in. In steps of the texture unit, so that what is sampled does not depend on
  // where in the atlas the picture lies, which is decided by the order in which workers finish.
  vec2 local = clamp(v_localPixels, vec2(0.5), v_boundsPixels.zw - v_boundsPixels.xy - 0.5);
  vec2 place = v_boundsPixels.xy + floor(local * 256.0 + 0.5) / 256.0;
  float opacity = v_scaleAndOpacity.y;
  vec2 texel = 1.0 / vec2(textureSize(u_glyphs, 0));
  vec4 glyph = vec4(texture(u_glyphs, place * texel).r, 0.0, 0.0, 0.0);
  vec4 image = texture(u_images, place / vec2(textureSize(u_images, 0)));
  // A driver on the processor takes every branch, and leaves loops as soon as no pixel is in them.
  int planes = v_kind == kindColorGlyph ? 4 : 1;
  float next = v_boundsPixels.z - v_boundsPixels.x;
  for (int plane = 1; plane < planes; plane++) {
    float value = texture(u_glyphs, (place + vec2(float(plane) * next, 0.0)) * texel).r;
    glyph = plane == 1 ? vec4(glyph.x, value, glyph.zw) : plane == 2 ? vec4(glyph.xy, value, glyph.w) : vec4(glyph.xyz, value);
  }
  if (v_kind == kindSharpIcon) image = texelFetch(u_images, ivec2(floor(place)), 0);
  if (v_kind == kindIcon || v_kind == kindSharpIcon) {
    o_color = image * opacity;
    return;
  }
  if (v_kind == kindColorGlyph) {
    // Red, green, blue and alpha side by side.
    o_color = glyph * opacity;
    return;
  }
  float distance = v_kind <= kindGlyphHalo ? glyph.r : image.a;
  float softness = 0.105 / u_pixelsPerPoint;
  float inner = coverage(distance, edge, softness * v_gamma);
  if (v_kind != kindGlyphHalo && v_kind != kindHaloOfIcon) {
    o_color = v_color * (inner * opacity);
    return;
  }
  float threshold = (6.0 - v_halo.x / v_scaleAndOpacity.x) / fieldUnits;
  float soft = (v_halo.y * 1.19 / fieldUnits + softness) * v_gamma;
  float outer = coverage(distance, threshold, soft);
  // Nothing of the halo lies under the letter, which may let it through: it ends where its own softness begins.
  float under = coverage(distance, edge + soft, soft);
  o_color = v_color * (min(outer, 1.0 - under) * opacity);
}
