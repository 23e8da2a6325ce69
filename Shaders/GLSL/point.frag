flat in vec4 v_color;
flat in vec2 v_edges;
#ifdef QUADS
in vec2 v_place;
#else
flat in float v_side;
#endif

uniform vec4 u_strokeColor;   // premultiplied

out vec4 o_color;

void main() {
#ifdef QUADS
  float place = length(v_place);
  float perPixel = 1.0 / max(length(vec2(dFdx(place), dFdy(place))), 1e-9);
#else
  float place = length(gl_PointCoord - 0.5) * v_side;
  const float perPixel = 1.0;
#endif
  float cover = clamp((v_edges.x - place) * perPixel + 0.5, 0.0, 1.0);
#ifdef STROKE
  float stroke = clamp((place - v_edges.y) * perPixel + 0.5, 0.0, 1.0);
  o_color = mix(v_color, u_strokeColor, stroke) * cover;
#else
  o_color = v_color * cover;
#endif
}
