// For what throws shadows: a place is drawn where its shadow lies on the ground, with how high it is (`ShadowCast`).
uniform vec4 u_mapPlace;     // from the clip coordinates of the view to those of the map: factors, and what is added times w

out float v_height;          // above the ground, in points

// `shadow`: clip coordinates of where the shadow lies.
void castShadow(vec4 shadow, float height) {
  // What the map's half floats hold.
  v_height = min(height, 60000.0);
  gl_Position = vec4(shadow.xy * u_mapPlace.xy + shadow.w * u_mapPlace.zw, 0.0, shadow.w);
}
