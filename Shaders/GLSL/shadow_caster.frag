// How high above the ground what throws a shadow is.
in float v_height;

out vec4 o_height;

void main() {
  o_height = vec4(v_height);
}
