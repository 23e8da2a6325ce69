// From a pixel to its direction, by the inverse of the projection and one matrix, and from there to its place in the picture.
in vec2 v_pixel;
flat in vec4 v_bounds;

uniform sampler2D u_picture;
uniform vec4 u_view;        // middle of the view in pixels, 1 / focal length, distance of the projection's centre (-1: equidistant)
uniform vec3 u_right;       // rows of the matrix from the frame of the view into that of the chart
uniform vec3 u_up;
uniform vec3 u_ahead;
uniform int u_chart;        // 0 angles, 1 cylinder, 2 plane, 3 circle of a lens
uniform vec4 u_extent;      // left, 1 / width, top, 1 / height; of a lens middle and radii
uniform vec4 u_other;       // of a lens that shows what lies here before: its axis in the frame of the view, cosine of its rim
uniform vec4 u_tile;        // left, top, 1 / width, 1 / height on the chart
uniform float u_rim;        // of a lens, radians; of others the period of the chart, 0 for none
uniform float u_texelsPerRadian;
uniform float u_opacity;

out vec4 o_color;

const float pi = 3.14159265358979;

// False where the projection shows nothing.
bool direction(vec2 point, out vec3 result) {
  float radius2 = dot(point, point);
  if (u_view.w < 0.0) {
    float radius = sqrt(radius2);
    result = vec3(point * (radius > 1e-6 ? sin(radius) / radius : 1.0), cos(radius));
    return radius < pi;
  }
  float d = u_view.w;
  float k2 = radius2 / ((1.0 + d) * (1.0 + d));
  float root = sqrt(1.0 + k2 * (1.0 - d) * (1.0 + d));
  float halfTangent2 = k2 * (1.0 + d) * (1.0 + d) / ((1.0 + root) * (1.0 + root));
  float cosine = (1.0 - halfTangent2) / (1.0 + halfTangent2);
  result = vec3(point * ((d + cosine) / (1.0 + d)), cosine);
  return true;
}

float aroundShare(vec3 ray) {
  float share = (atan(ray.x, ray.z) - u_extent.x) * u_extent.y;
  return share < 0.0 ? share + u_rim : share;
}

void main() {
  vec3 viewed;
  vec2 point = (v_pixel - u_view.xy) * u_view.z;
  bool isShown = direction(vec2(point.x, -point.y), viewed);
  vec3 ray = vec3(dot(u_right, viewed), dot(u_up, viewed), dot(u_ahead, viewed));
  // The ray goes on smoothly where the places of a picture jump.
  float radians = max(length(dFdx(viewed)), length(dFdy(viewed)));
  vec2 place = vec2(-1.0);
  if (u_chart == 0) {
    place = vec2(aroundShare(ray), (u_extent.z - atan(ray.y, length(ray.xz))) * u_extent.w);
  } else if (u_chart == 1) {
    place = vec2(aroundShare(ray), (u_extent.z - ray.y / max(length(ray.xz), 1e-4)) * u_extent.w);
  } else if (u_chart == 2) {
    if (ray.z > 0.01) place = vec2(0.5 + 0.5 * ray.x / ray.z, 0.5 - 0.5 * ray.y / ray.z);
  } else {
    float aside = length(ray.xy);
    float share = atan(aside, ray.z) / u_rim;
    if (dot(u_other.xyz, viewed) > u_other.w) share = 2.0;
    vec2 along = aside > 1e-6 ? ray.xy / aside : vec2(0.0);
    if (share <= 1.0) place = u_extent.xy + vec2(along.x, -along.y) * share * u_extent.zw;
  }
  bool isInside = all(greaterThanEqual(place, v_bounds.xy)) && all(lessThan(place, v_bounds.zw));
  if (!isShown || !isInside) discard;
  float level = log2(max(radians * u_texelsPerRadian, 1e-6));
  o_color = textureLod(u_picture, (place - u_tile.xy) * u_tile.zw, level) * u_opacity;
}
