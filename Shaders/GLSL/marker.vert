// Icons as instanced quads: four corners a marker, upright on the screen or flat on the ground.
#include "view.glsl"
#include "ground.glsl"

layout(location = 0) in vec4 a_place;   // world units: high x, high y, low x, low y
layout(location = 1) in vec4 a_uv;      // left, top, right, bottom of the icon in its texture
layout(location = 2) in vec4 a_box;     // left, top, width, height from the position, in 1/16 points or points (a_look.y)
layout(location = 3) in float a_turn;   // clockwise, in half turns
layout(location = 4) in vec2 a_look;    // opacity in 1/255, flags: 1 flat, 2 box in points, 4 * layer

out vec3 v_uv;
flat out float v_opacity;

void main() {
  // For what is hidden no pixel is computed.
  if (a_look.x == 0.0) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  int flags = int(a_look.y);
  vec4 boxPoints = a_box * ((flags & 2) != 0 ? 1.0 : 0.0625);
  vec2 offset = boxPoints.xy + corner * boxPoints.zw;
  if (a_turn != 0.0) {
    float angle = a_turn * 3.14159265;
    float s = sin(angle);
    float c = cos(angle);
    offset = vec2(offset.x * c - offset.y * s, offset.x * s + offset.y * c);
  }
  vec2 ground = centeredPointsFromWorld(a_place);
  v_uv = vec3(mix(a_uv.xy, a_uv.zw, corner), float(flags >> 2));
  v_opacity = a_look.x * (1.0 / 255.0);

  if ((flags & 1) != 0) {
    gl_Position = clipFromGround(ground + offset, 0.0);
    return;
  }
  vec4 clip = clipFromGround(ground, 0.0);
  // Behind the eye all four corners are cut away as they are; dividing by w would only make them wild.
  if (clip.w > 0.0) {
    vec2 viewport = viewportPixels();
    vec2 pixel = (clip.xy / clip.w * vec2(0.5, -0.5) + 0.5) * viewport;
    // An upright icon lies on whole pixels, or it would be blurred by half of one.
    if (a_turn == 0.0) {
      pixel = floor(pixel + boxPoints.xy * u_pixelsPerPoint + 0.5) + corner * boxPoints.zw * u_pixelsPerPoint;
    } else {
      pixel += offset * u_pixelsPerPoint;
    }
    clip.xy = (pixel / viewport - 0.5) * vec2(2.0, -2.0) * clip.w;
  }
  gl_Position = clip;
}
