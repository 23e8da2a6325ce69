// Four corners and a part of a picture between them.
uniform vec4 u_corner0;
uniform vec4 u_corner1;
uniform vec4 u_corner2;
uniform vec4 u_corner3;
// x, y, width, height.
uniform vec4 u_part;
uniform vec4 u_weights;

// In the picture, 0 ... 1, times the weight.
out vec2 v_place;
out float v_weight;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  v_weight = u_weights[gl_VertexID];
  v_place = (u_part.xy + corner * u_part.zw) * v_weight;
  gl_Position = gl_VertexID == 0 ? u_corner0 : gl_VertexID == 1 ? u_corner1 : gl_VertexID == 2 ? u_corner2 : u_corner3;
}
