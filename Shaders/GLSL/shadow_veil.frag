// What light and shadow make of the ground, laid over it: each pixel looks up whether something is on the ray that reaches it.
uniform vec4 u_lit;            // premultiplied, as is
uniform vec4 u_shaded;
#ifdef SHADOWS
uniform sampler2D u_heights;   // see ShadowCast
uniform vec2 u_origin;         // of the target in the map, in pixels
#endif
uniform vec2 u_targetPixels;
#ifdef SOFT
uniform vec3 u_inverseDepth;   // what x, y and 1 of a place are multiplied by for one over its depth
uniform vec3 u_along;          // how clip x, y and w change over half a soft edge of one point of height, along the ray
uniform vec3 u_across;         // the same across
uniform float u_reach;         // points: the height of the highest thing
#endif
#ifdef CONTACT
uniform sampler2D u_contact;   // 1 where something stands, less beside it
uniform vec4 u_contactColor;   // where nothing of the sky is seen
#endif

in vec2 v_place;
out vec4 o_color;

#ifdef SHADOWS
float heightAt(vec2 texel) { return texelFetch(u_heights, ivec2(texel), 0).r; }

float shadeAt(vec2 texel) { return heightAt(texel) > 0.0 ? 1.0 : 0.0; }
#endif

#ifdef SOFT
// From the tip of a shadow to its root edges become sharper: each of the taps along the ray counts as far as the edge of what it
// meets is soft.
float softShade(vec2 texel, vec2 along, vec2 across, vec2 limit) {
  const int taps = TAPS;
  float reach = u_reach;
  float highest = 0.0;
  float met = 0.0;
  for (int i = 0; i < taps; i++) {
    float away = (float(i) + 0.5) / float(taps) * 2.0 - 1.0;
    float height = heightAt(clamp(texel + along * (away * reach), vec2(0.0), limit));
    // What is so near that its soft edge does not reach so far says nothing.
    if (height > 0.0 && height >= abs(away) * reach) {
      highest = max(highest, height);
      met += 1.0;
    }
  }
  float own = heightAt(texel);
  if (met == 0.0 && own == 0.0) return 0.0;
  float soft = max(highest, own);
  // At least as wide as a pixel.
  along = along * soft + normalize(along) * (0.5 * float(DETAIL));
  across = across * soft + normalize(across) * (0.5 * float(DETAIL));
  // As far in one direction as in the other.
#if TAPS == 4
  const float sides[4] = float[4](-0.25, 0.75, -0.75, 0.25);
#else
  const float sides[8] = float[8](-0.125, 0.625, -0.875, 0.375, -0.375, 0.875, -0.625, 0.125);
#endif
  float sum = 0.0;
  for (int i = 0; i < taps; i++) {
    float away = (float(i) + 0.5) / float(taps) * 2.0 - 1.0;
    sum += shadeAt(clamp(texel + along * away + across * sides[i], vec2(0.0), limit));
  }
  return sum / float(taps);
}
#endif

void main() {
  float shade = 0.0;
#ifdef SHADOWS
  // With two texels along a side of a pixel the corner between them.
  vec2 texel = (gl_FragCoord.xy + u_origin) * float(DETAIL);
#ifdef SOFT
  vec2 place = gl_FragCoord.xy / u_targetPixels * 2.0 - 1.0;
  float inverse = max(dot(u_inverseDepth, vec3(place, 1.0)), 0.0) * 0.5;
  vec2 along = (u_along.xy - place * u_along.z) * inverse * u_targetPixels * float(DETAIL);
  vec2 across = (u_across.xy - place * u_across.z) * inverse * u_targetPixels * float(DETAIL);
  shade = softShade(texel, along, across, vec2(textureSize(u_heights, 0)) - 0.5);
#else
#if DETAIL > 1
  shade = 0.25 * (shadeAt(texel + vec2(-0.5, -0.5)) + shadeAt(texel + vec2(0.5, -0.5)) + shadeAt(texel + vec2(-0.5, 0.5))
    + shadeAt(texel + vec2(0.5, 0.5)));
#else
  shade = 0.5 * shadeAt(texel) + 0.125 * (shadeAt(texel + vec2(1.0, 0.0)) + shadeAt(texel - vec2(1.0, 0.0))
    + shadeAt(texel + vec2(0.0, 1.0)) + shadeAt(texel - vec2(0.0, 1.0)));
#endif
#endif
#endif
  o_color = mix(u_lit, u_shaded, shade);
#ifdef CONTACT
  float contact = texture(u_contact, gl_FragCoord.xy / u_targetPixels).r;
  vec4 dark = u_contactColor * smoothstep(0.0, 0.7, contact);
  o_color = dark + o_color * (1.0 - dark.a);
#endif
}
