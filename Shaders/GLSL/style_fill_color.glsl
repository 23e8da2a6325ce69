// The colour of polygons on its way from the vertices to the pixels, also where all have the same: llvmpipe compiles a function for each
// list of numbers that go that way, anew in each process, and so programs share it.
uniform vec4 u_color;

flat out vec4 v_color;

// A compiler that knew it would leave it out of the list.
vec4 colorOfAll() {
  return gl_VertexID < 0 ? vec4(0.0) : u_color;
}
