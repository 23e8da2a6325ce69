// What stands on the map, of one colour a corner: drawn in the light of the style, with SUNLIT in that of an hour and in the shadows of
// others, with CASTS into the map of heights. After ground.glsl and extrusion_light.glsl.
#ifdef SUNLIT
#include "shadow_receiver.glsl"
#include "sun_light.glsl"
#elif defined(CASTS)
#include "shadow_caster.glsl"
#endif

#if defined(SUNLIT) || defined(CASTS)
uniform vec2 u_shadowSlope;              // where a shadow lies for each unit of height

// Where the shadow of what is so high above a place lies.
vec4 clipFromShadow(vec2 place, float height) {
  return clipFromGround(place + u_shadowSlope * height, 0.0);
}
#else
out vec4 v_color;
#endif
