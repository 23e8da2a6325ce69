// A circle as a square around its middle; the vertices of a square follow each other.
layout(location = 0) in vec2 a_position;
#ifdef HAS_ROWS
layout(location = 1) in uint a_row;
#endif

#include "tile_ground.glsl"
// Of a point of the screen: in clip coordinates, or in tile units for circles that lie on the ground.
uniform vec2 u_extrusion;
uniform float u_eyeDistance;
uniform int u_isFlat;
uniform int u_growsNear;
uniform float u_pixelsPerPoint;
uniform vec4 u_color;
uniform vec4 u_strokeColor;
// Radius, width of the stroke (points) and blur.
uniform vec3 u_shape;
uniform vec2 u_opacities;

// In radii, the stroke included.
out vec2 v_place;
// Width of the soft edge and where the stroke begins, in radii; whether there is a stroke.
flat out vec3 v_edge;
flat out vec4 v_color;
flat out vec4 v_strokeColor;

#ifndef COLUMN_circle_radius
#define COLUMN_circle_radius u_shape.x
#endif
#ifndef COLUMN_circle_stroke_width
#define COLUMN_circle_stroke_width u_shape.y
#endif
#ifndef COLUMN_circle_blur
#define COLUMN_circle_blur u_shape.z
#endif
#ifndef COLUMN_circle_color
#define COLUMN_circle_color u_color
#endif
#ifndef COLUMN_circle_stroke_color
#define COLUMN_circle_stroke_color u_strokeColor
#endif
#ifndef COLUMN_circle_opacity
#define COLUMN_circle_opacity u_opacities.x
#endif
#ifndef COLUMN_circle_stroke_opacity
#define COLUMN_circle_stroke_opacity u_opacities.y
#endif

void main() {
  int corner = gl_VertexID & 3;
  v_place = vec2(corner == 1 || corner == 2 ? 1.0 : -1.0, corner > 1 ? 1.0 : -1.0);
  float radius = COLUMN_circle_radius;
  float strokeWidth = COLUMN_circle_stroke_width;
  float reach = radius + strokeWidth;
  vec4 middle = clipFromTileGround(a_position, 0.0);
  vec2 extrusion = v_place * u_extrusion * reach;
  if (u_isFlat != 0) {
    // Those that keep their size on the screen are larger on the ground the farther they are.
    float factor = u_growsNear != 0 ? 1.0 : middle.w / u_eyeDistance;
    gl_Position = clipFromTileGround(a_position + extrusion * factor, 0.0);
  } else {
    gl_Position = middle;
    gl_Position.xy += extrusion * (u_growsNear != 0 ? u_eyeDistance : middle.w);
  }
  // At least a pixel is soft.
  float softness = max(1.0 / (u_pixelsPerPoint * max(reach, 1e-6)), COLUMN_circle_blur);
  v_edge = vec3(softness, radius / max(reach, 1e-6), strokeWidth < 0.01 ? 0.0 : 1.0);
  v_color = COLUMN_circle_color * COLUMN_circle_opacity;
  v_strokeColor = COLUMN_circle_stroke_color * COLUMN_circle_stroke_opacity;
}
