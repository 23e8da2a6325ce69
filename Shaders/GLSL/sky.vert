// One triangle that covers the view; no vertex data.
out vec2 v_clip;

void main() {
  vec2 corner = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
  v_clip = corner * 2.0 - 1.0;
  gl_Position = vec4(v_clip, 0.0, 1.0);
}
