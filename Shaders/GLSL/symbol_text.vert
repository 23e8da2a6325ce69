// Glyphs and icons, placed on the processor; matches `SymbolVertex` in OverlookLayout.
layout(location = 0) in vec4 a_clip;
layout(location = 1) in vec2 a_texturePixels;
layout(location = 2) in vec2 a_scaleAndOpacity;
layout(location = 3) in vec4 a_color;  // premultiplied
layout(location = 4) in vec2 a_halo;   // width and blur, in points
layout(location = 5) in float a_gammaScale;
layout(location = 6) in uint a_kind;
layout(location = 7) in vec4 a_boundsPixels;

// How far the view has moved since they were placed, on the whole target of 2 x 2.
uniform vec2 u_shift;

out vec2 v_localPixels;  // from the corner of the glyph or icon in its atlas
out float v_gamma;
flat out vec2 v_scaleAndOpacity;
flat out vec4 v_color;
flat out vec2 v_halo;
flat out uint v_kind;
flat out vec4 v_boundsPixels;

void main() {
  gl_Position = a_clip;
  gl_Position.xy += u_shift * a_clip.w;
  // The difference of whole pixels is exact, wherever in the atlas they lie.
  v_localPixels = a_texturePixels - a_boundsPixels.xy;
  // Letters that lie on the ground have softer edges where the ground is far.
  v_gamma = a_clip.w / a_gammaScale;
  v_scaleAndOpacity = a_scaleAndOpacity;
  v_color = a_color;
  v_halo = a_halo;
  v_kind = a_kind;
  v_boundsPixels = a_boundsPixels;
}
