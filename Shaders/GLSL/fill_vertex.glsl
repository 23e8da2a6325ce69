// One vertex of a fill; a feather vertex is moved out by a pixel, where the fill has faded.

// A direction on the ground (angle in world axes, pi = 32767) as a unit vector of the screen, pixels, y up.
vec2 screenDirection(int angleNumber, vec4 clip) {
  float angle = float(angleNumber) / 32767.0 * 3.14159265358979;
  vec4 change = clipChangeOnGround(vec2(cos(angle), sin(angle)));
  return normalize((change.xy * clip.w - clip.xy * change.w) * viewportPixels());
}

void emitFill(int index, uvec4 style) {
  vec4 clip = clipFromVertex(index);
  v_color = colorFromBytes(style.x);
  gl_Position = clip;
  if ((style.z & kFeather) == 0u) return;
  v_color = vec4(0.0);
  if (clip.w < nearDepth()) return;
  vec2 incoming = screenDirection(int(style.w << 16) >> 16, clip);
  vec2 outgoing = screenDirection(int(style.w) >> 16, clip);
  vec2 sum = vec2(incoming.y + outgoing.y, -incoming.x - outgoing.x);
  // The outside is to the right; the mitre keeps the margin a pixel wide, up to twice that at sharp corners.
  vec2 outward = sum / max(dot(sum, sum) * 0.5, 0.5);
  gl_Position.xy += outward * 2.0 / viewportPixels() * clip.w;
}
