// Surfaces of 3D models: what is white reflects as much of the style's light as white extrusions do, and shines where it is
// smooth.
uniform vec4 u_color;             // linear, not premultiplied
uniform float u_opacity;
uniform vec3 u_emission;
uniform float u_metallic;
uniform float u_roughness;
uniform float u_isUnlit;
uniform float u_isDoubleSided;
uniform vec3 u_lightDirection;    // to the light: east, south, up; as long as the light is far
uniform vec3 u_lightColor;        // sRGB
uniform float u_lightIntensity;
uniform vec3 u_eye;               // from the target, in points
#ifdef COLOR_TEXTURE
uniform sampler2D u_colors;
#endif
#ifdef SURFACE_TEXTURE
uniform sampler2D u_surface;
uniform float u_occlusion;
#endif
#ifdef EMISSION_TEXTURE
uniform sampler2D u_emissions;
#endif
#ifdef NORMAL_TEXTURE
uniform sampler2D u_normals;
uniform float u_normalScale;
#endif
uniform float u_cutoff;           // alpha below it is not drawn
uniform float u_isBlended;

#ifdef SUNLIT
#include "shadow_lookup.glsl"
uniform float u_hasShadows;
#endif

in vec3 v_normal;
in vec3 v_points;
in vec2 v_place;
in vec4 v_color;

out vec4 o_color;

// The curve of sRGB, to within half a step of eight bits.
vec3 linear(vec3 color) {
  return color * (color * (color * 0.305306011 + 0.682171111) + 0.012522878);
}

vec3 encoded(vec3 color) {
  return max(1.055 * pow(max(color, 0.0), vec3(1.0 / 2.4)) - 0.055, 0.0);
}

vec3 straight(vec4 color) {
  return color.a > 0.0 ? color.rgb / color.a : vec3(0.0);
}

vec3 surfaceNormal(vec3 toEye) {
  vec3 normal = normalize(v_normal);
  // By the normal rather than the turn on the screen, which mirrored nodes do not keep.
  if (u_isDoubleSided > 0.5 && dot(normal, toEye) < 0.0) normal = -normal;
#ifdef NORMAL_TEXTURE
  // The picture's axes on the surface, from how place and coordinates change from pixel to pixel.
  vec3 dx = dFdx(v_points);
  vec3 dy = dFdy(v_points);
  vec2 du = dFdx(v_place);
  vec2 dv = dFdy(v_place);
  float area = du.x * dv.y - du.y * dv.x;
  if (area != 0.0) {
    vec3 right = normalize((dx * dv.y - dy * du.y) / area);
    vec3 down = normalize((dy * du.x - dx * dv.x) / area);
    vec3 bump = straight(texture(u_normals, v_place)) * 2.0 - 1.0;
    bump.xy *= u_normalScale;
    normal = normalize(right * bump.x - down * bump.y + normal * max(bump.z, 0.1));
  }
#endif
  return normal;
}

// Trowbridge and Reitz's distribution with Schlick's Fresnel and a joint Smith term, as in Walter et al., Microfacet Models for
// Refraction through Rough Surfaces, 2007; what it sends back of a light of pi.
vec3 highlight(vec3 normal, vec3 toLight, vec3 toEye, vec3 mirror, float roughness) {
  vec3 middle = normalize(toLight + toEye);
  float a2 = max(pow(roughness, 4.0), 0.002);
  float nh = max(dot(normal, middle), 0.0);
  float nl = max(dot(normal, toLight), 0.0);
  float nv = max(dot(normal, toEye), 0.01);
  float spread = nh * nh * (a2 - 1.0) + 1.0;
  float shadow = nl * sqrt(nv * nv * (1.0 - a2) + a2) + nv * sqrt(nl * nl * (1.0 - a2) + a2);
  vec3 fresnel = mirror + (1.0 - mirror) * pow(1.0 - max(dot(middle, toEye), 0.0), 5.0);
  return fresnel * (a2 / (spread * spread) * 0.5 / max(shadow, 0.001) * nl);
}

void main() {
  vec4 color = u_color * v_color;
#ifdef COLOR_TEXTURE
  vec4 texel = texture(u_colors, v_place);
  color *= vec4(linear(straight(texel)), texel.a);
#endif
  if (color.a < u_cutoff) discard;
  float alpha = mix(1.0, color.a, u_isBlended) * u_opacity;

  float metallic = u_metallic;
  float roughness = u_roughness;
  float open = 1.0;
#ifdef SURFACE_TEXTURE
  vec3 surface = straight(texture(u_surface, v_place));
  roughness *= surface.g;
  metallic *= surface.b;
  open = 1.0 - u_occlusion * (1.0 - surface.r);
#endif
  vec3 emission = u_emission;
#ifdef EMISSION_TEXTURE
  emission *= linear(straight(texture(u_emissions, v_place)));
#endif
  if (u_isUnlit > 0.5 || dot(v_normal, v_normal) == 0.0) {
    o_color = vec4(encoded(color.rgb + emission) * alpha, alpha);
    return;
  }

  vec3 toEye = normalize(u_eye - v_points);
  vec3 normal = surfaceNormal(toEye);
  float lit = clamp(dot(normal, u_lightDirection), 0.0, 1.0);
  float direct = 1.0;
#ifdef SUNLIT
  // A surface that is steep in the light changes its height from texel to texel as a wall does.
  if (u_hasShadows > 0.5 && lit > 0.0) direct = sunlight(1.0 - 0.5 * max(normal.z, 0.0));
  lit *= direct;
#endif
  float directional = mix(1.0 - u_lightIntensity, 1.0, lit);
  vec3 light = linear(directional * u_lightColor);
  vec3 mirror = mix(vec3(0.04), color.rgb, metallic);

  // What smooth surfaces show of the surroundings: bright above, dim ground below.
  vec3 reflected = reflect(-toEye, normal);
  float up = smoothstep(-0.25 - roughness, 0.35 + roughness, reflected.z);
  vec3 sky = mix(vec3(0.22, 0.21, 0.20), vec3(0.78, 0.86, 0.95), up) * linear(u_lightColor);
  float grazing = pow(1.0 - max(dot(normal, toEye), 0.0), 5.0);
  vec3 gloss = mirror + (max(vec3(1.0 - roughness), mirror) - mirror) * grazing;

  vec3 diffuse = color.rgb * (1.0 - metallic) * light;
  vec3 around = gloss * sky * mix(1.0, 0.45, roughness * (1.0 - metallic));
  vec3 shine = highlight(normal, normalize(u_lightDirection), toEye, mirror, roughness) * u_lightIntensity * linear(u_lightColor);
  o_color = vec4(min(encoded((diffuse + around) * open + shine * direct + emission), 1.0) * alpha, alpha);
}
