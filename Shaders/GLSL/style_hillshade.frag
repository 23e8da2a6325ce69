// Light and shadow on slopes. The methods are those of the style specification, "hillshade-method".
in vec2 v_place;

uniform sampler2D u_slopes;
// 1: slopes are not mixed between pixels.
uniform int u_showsPixels;
// Degrees at the northern and the southern edge.
uniform vec2 u_latitudes;
uniform float u_exaggeration;
uniform vec4 u_accent;
// 0 standard, 1 combined, 2 igor, 3 multidirectional, 4 basic.
uniform int u_method;
uniform int u_sourceCount;
// Azimuth and altitude.
uniform vec2 u_directions[8];
uniform vec4 u_shadows[8];
uniform vec4 u_highlights[8];

out vec4 o_color;

const float pi = 3.141592653589793;

// The way downhill, as an angle.
float aspect(vec2 slope) {
  return slope.x != 0.0 ? atan(slope.y, -slope.x) : pi / 2.0 * (slope.y > 0.0 ? 1.0 : -1.0);
}

// 0 towards the light, 1 away from it.
float awayFromLight(vec2 slope, float azimuth) {
  return abs(mod((aspect(slope) + azimuth) / pi + 0.5, 2.0) - 1.0);
}

vec4 standardShade(vec2 slope) {
  float steepness = atan(0.625 * length(slope));
  // Exponential in the exaggeration; 0.5 is linear.
  float base = 1.875 - u_exaggeration * 1.75;
  float most = 0.5 * pi;
  if (u_exaggeration != 0.5) steepness = (pow(base, steepness) - 1.0) / (pow(base, most) - 1.0) * most;
  float strength = clamp(u_exaggeration * 2.0, 0.0, 1.0);
  vec4 accent = (1.0 - cos(steepness)) * u_accent * strength;
  float light = awayFromLight(slope, u_directions[0].x + pi);
  vec4 shade = mix(u_shadows[0], u_highlights[0], light) * sin(steepness) * strength;
  return accent * (1.0 - shade.a) + shade;
}

vec4 igorShade(vec2 slope) {
  float steepness = atan(length(slope)) * 2.0 / pi;
  float shadow = 1.0 - awayFromLight(slope, u_directions[0].x + pi);
  return steepness * (u_shadows[0] * shadow + u_highlights[0] * (1.0 - shadow));
}

// The cosine of the angle between the light and the ground's normal.
float lambert(vec2 slope, vec2 direction) {
  float azimuth = direction.x + pi;
  float side = (slope.y * cos(azimuth) - slope.x * sin(azimuth)) * cos(direction.y);
  return (sin(direction.y) - side) / sqrt(1.0 + dot(slope, slope));
}

vec4 combinedShade(vec2 slope) {
  float angle = clamp(acos(lambert(slope, u_directions[0])), 0.0, pi / 2.0);
  float steepness = atan(length(slope)) * 4.0 / pi / pi;
  return steepness * (u_shadows[0] * angle + u_highlights[0] * (pi / 2.0 - angle));
}

vec4 lambertShade(vec2 slope, int source) {
  float light = clamp(lambert(slope, u_directions[source]), 0.0, 1.0);
  return light > 0.5 ? u_highlights[source] * (2.0 * light - 1.0) : u_shadows[source] * (1.0 - 2.0 * light);
}

void main() {
  // The slopes reach a pixel beyond the tile.
  vec2 size = vec2(textureSize(u_slopes, 0));
  vec2 place = v_place * (size - 2.0) + 1.0;
  vec2 stored = u_showsPixels == 1 ? texelFetch(u_slopes, ivec2(place), 0).rg : texture(u_slopes, place / size).rg;
  // Mercator makes the ground larger towards the poles.
  float latitude = mix(u_latitudes.x, u_latitudes.y, v_place.y);
  vec2 slope = (stored * 8.0 - 4.0) / cos(radians(latitude));
  if (u_method == 0) {
    o_color = standardShade(slope);
    return;
  }
  slope *= u_exaggeration * 2.0;
  if (u_method == 1) {
    o_color = combinedShade(slope);
  } else if (u_method == 2) {
    o_color = igorShade(slope);
  } else {
    int count = u_method == 3 ? u_sourceCount : 1;
    o_color = vec4(0.0);
    for (int source = 0; source < count; source++) o_color += lambertShade(slope, source) / float(count);
  }
}
