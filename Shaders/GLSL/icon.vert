// Icons of a layer: four corners each, upright on the screen or flat on the ground.
#include "view.glsl"
#include "ground.glsl"
#include "fixed_place.glsl"
#include "data_place.glsl"

layout(location = 0) in ivec2 a_place;
layout(location = 1) in vec4 a_color;     // premultiplied
layout(location = 2) in float a_scale;    // not a number: not drawn
layout(location = 3) in float a_value;    // what the filter looks at
layout(location = 4) in float a_turn;     // radians clockwise; not a number: not drawn
layout(location = 5) in uint a_icon;

// Of each icon: left, top, right, bottom in the atlas; width, height and border in points, page of the atlas or -1.
uniform samplerBuffer u_table;
uniform int u_iconCount;
uniform int u_icon;         // of all icons; below 0: a_icon
uniform float u_scale;      // of all icons; below 0: a_scale
uniform vec2 u_turn;        // of all icons, and 1; 0, 0: a_turn
uniform vec4 u_color;       // of all icons; alpha below 0: a_color
uniform float u_opacity;
uniform vec2 u_anchor;      // in sizes of the icon
uniform int u_isFlat;

out vec3 v_uv;
flat out vec4 v_tint;

void main() {
  int icon = u_icon < 0 ? int(a_icon) : u_icon;
  float scale = u_scale < 0.0 ? a_scale : u_scale;
  float turn = u_turn.y > 0.0 ? u_turn.x : a_turn;
  vec4 shape = vec4(0.0, 0.0, 0.0, -1.0);
  // Written so that what is not a number is left out.
  if (scale > 0.0 && abs(turn) < 10.0 && icon < u_iconCount && isShown(a_place, a_value)) {
    shape = texelFetch(u_table, 2 * icon + 1);
  }
  v_uv = vec3(0.0);
  v_tint = vec4(0.0);
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  if (shape.w < 0.0) return;

  vec4 box = texelFetch(u_table, 2 * icon);
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 size = shape.xy * scale;
  float border = shape.z * scale;
  v_uv = vec3(mix(box.xy, box.zw, corner), shape.w);
  v_tint = colorOf(u_color, a_color) * u_opacity;

  // From the icon's upper left corner, and that from the place.
  vec2 inside = corner * (size + 2.0 * border) - border;
  vec2 first = -u_anchor * size;
  vec2 offset = first + inside;
  if (turn != 0.0) {
    float s = sin(turn);
    float c = cos(turn);
    offset = vec2(offset.x * c - offset.y * s, offset.x * s + offset.y * c);
  }
  vec2 ground = groundFromPlace(a_place);
  if (u_isFlat != 0) {
    gl_Position = clipFromGround(ground + offset, 0.0);
    return;
  }
  vec4 clip = clipFromGround(ground, 0.0);
  // Behind the eye all four corners are cut away as they are; dividing by w would only make them wild.
  if (clip.w > 0.0) {
    vec2 viewport = viewportPixels();
    vec2 pixel = (clip.xy / clip.w * vec2(0.5, -0.5) + 0.5) * viewport;
    // An upright icon lies on whole pixels, or it would be blurred by half of one.
    if (turn == 0.0) {
      pixel = floor(pixel + first * u_pixelsPerPoint + 0.5) + inside * u_pixelsPerPoint;
    } else {
      pixel += offset * u_pixelsPerPoint;
    }
    clip.xy = (pixel / viewport - 0.5) * vec2(2.0, -2.0) * clip.w;
  }
  gl_Position = clip;
}
