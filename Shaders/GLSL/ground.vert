// One picture on the ground, or the part of it near the view.
uniform mat4 u_clipFromUnit;  // of the part, both axes 0 ... 1
uniform vec4 u_part;          // left, top, right, bottom in fractions of the picture; may reach a little outside

out vec2 v_fraction;

void main() {
  vec2 unit = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  v_fraction = mix(u_part.xy, u_part.zw, unit);
  gl_Position = u_clipFromUnit * vec4(unit, 0.0, 1.0);
}
