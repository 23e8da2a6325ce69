// The warmth around a place of a data layer, as a square on the ground.
#include "view.glsl"
#include "ground.glsl"
#include "fixed_place.glsl"
#include "data_place.glsl"
#include "heat_kernel.glsl"

layout(location = 0) in ivec2 a_place;
layout(location = 2) in float a_weight;
layout(location = 3) in float a_value;    // what the filter looks at

// Weight (below 0: a_weight), radius (points) and intensity.
uniform vec3 u_kernel;

// In units of three standard deviations of the kernel.
out vec2 v_place;
flat out float v_peak;

void main() {
  v_peak = (u_kernel.x < 0.0 ? a_weight : u_kernel.x) * u_kernel.z * peakOfNormal;
  if (!(v_peak > nothing) || !isShown(a_place, a_value)) {
    v_place = vec2(0.0);
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  v_place = kernelReach(v_peak) * (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0);
  gl_Position = clipFromGround(groundFromPlace(a_place) + v_place * u_kernel.y, 0.0);
}
