// For what stands in the shadow of something else, in vertex shaders.
uniform vec4 u_mapPlace;     // as in shadow_caster.glsl

out vec4 v_shadow;           // clip coordinates x, y and w in the map of where a shadow of the place would lie, and its height in points

void receiveShadow(vec4 shadow, float height) {
  v_shadow = vec4(shadow.xy * u_mapPlace.xy + shadow.w * u_mapPlace.zw, shadow.w, height);
}
