// The whole target by one triangle; with FAR behind all that left its depth there.
out vec2 v_place;

void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  v_place = 0.5 * (corner + 1.0);
#ifdef FAR
  gl_Position = vec4(corner, 1.0, 1.0);
#else
  gl_Position = vec4(corner, 0.0, 1.0);
#endif
}
