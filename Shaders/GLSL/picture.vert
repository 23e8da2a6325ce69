// The whole target by a rectangle, for a picture of its size whose first row is the top one.
uniform vec3 u_depth;   // to each one right, to each one up, and in the middle

smooth out vec4 v_pictures;

void main() {
  vec2 place = vec2(gl_VertexID == 1 || gl_VertexID == 2 ? 1.0 : 0.0, gl_VertexID >= 2 ? 1.0 : 0.0);
  v_pictures = place.xyxy;
  vec2 clip = vec2(2.0 * place.x - 1.0, 1.0 - 2.0 * place.y);
  gl_Position = vec4(clip, dot(u_depth, vec3(clip, 1.0)), 1.0);
}
