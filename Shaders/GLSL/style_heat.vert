// The warmth around a point as a square; the vertices of a square follow each other.
#include "heat_kernel.glsl"

layout(location = 0) in vec2 a_position;
#ifdef HAS_ROWS
layout(location = 1) in uint a_row;
#endif

#include "tile_ground.glsl"
uniform float u_unitsPerPoint;
// Weight, radius (points) and intensity.
uniform vec3 u_kernel;

// In units of three standard deviations of the kernel.
out vec2 v_place;
flat out float v_peak;

#ifndef COLUMN_heatmap_weight
#define COLUMN_heatmap_weight u_kernel.x
#endif
#ifndef COLUMN_heatmap_radius
#define COLUMN_heatmap_radius u_kernel.y
#endif

void main() {
  v_peak = COLUMN_heatmap_weight * u_kernel.z * peakOfNormal;
  if (!(v_peak > nothing)) {
    v_place = vec2(0.0);
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  float size = kernelReach(v_peak);
  int corner = gl_VertexID & 3;
  v_place = size * vec2(corner == 1 || corner == 2 ? 1.0 : -1.0, corner > 1 ? 1.0 : -1.0);
  gl_Position = clipFromTileGround(a_position + v_place * COLUMN_heatmap_radius * u_unitsPerPoint, 0.0);
}
