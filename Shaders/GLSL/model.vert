// Parts of 3D models. With INSTANCED one for each place of a layer; with SKINNED moved by joints, with MORPHED by targets.
#include "view.glsl"
#include "ground.glsl"

layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec2 a_place;
layout(location = 3) in vec4 a_color;    // linear
#ifdef SKINNED
layout(location = 4) in vec4 a_joints;
layout(location = 5) in vec4 a_weights;

uniform samplerBuffer u_joints;          // four texels a matrix, its columns
uniform int u_firstJoint;
#endif
#ifdef MORPHED
uniform samplerBuffer u_shifts;          // two texels a corner: how far a target moves it, and how it turns its normal
uniform samplerBuffer u_weights;         // one for each target
uniform int u_firstShift;
uniform int u_cornerCount;
uniform int u_targetCount;
uniform int u_firstWeight;
uniform int u_firstVertex;
#endif
#ifdef INSTANCED
layout(location = 6) in ivec2 a_world;   // in 2^-32 of the world east and 2^-31 south
layout(location = 7) in vec4 a_stand;    // sine and cosine of the heading, world to a metre, altitude in world

uniform int u_centerX;                   // the camera's target in the steps of a_world
uniform int u_centerY;
uniform vec2 u_centerRest;               // what these leave of it, in world units, less the copy of the world
#else
uniform mat4 u_pointsFromModel;          // east, south and up of the target, in points
uniform mat4 u_groundFromModel;          // the same without scale and place
#endif
uniform mat4 u_modelFromNode;
uniform mat4 u_normalFromNode;
#ifdef SUNLIT
#include "shadow_receiver.glsl"
#elif defined(CASTS)
#include "shadow_caster.glsl"
#endif
#if defined(SUNLIT) || defined(CASTS)
uniform vec2 u_shadowSlope;              // where a shadow lies for each unit of height
#endif

out vec3 v_normal;                       // east, south, up
out vec3 v_points;                       // from the target, in points
out vec2 v_place;
out vec4 v_color;

void main() {
  vec3 position = a_position;
  vec3 normalInNode = a_normal;
#ifdef MORPHED
  for (int i = 0; i < u_targetCount; i++) {
    float weight = texelFetch(u_weights, u_firstWeight + i).x;
    int texel = u_firstShift + 2 * (i * u_cornerCount + gl_VertexID - u_firstVertex);
    position += weight * texelFetch(u_shifts, texel).xyz;
    normalInNode += weight * texelFetch(u_shifts, texel + 1).xyz;
  }
#endif
#ifdef SKINNED
  mat4 modelFromNode = mat4(0.0);
  for (int i = 0; i < 4; i++) {
    int texel = (u_firstJoint + int(a_joints[i])) * 4;
    modelFromNode += a_weights[i] * mat4(
      texelFetch(u_joints, texel), texelFetch(u_joints, texel + 1), texelFetch(u_joints, texel + 2), texelFetch(u_joints, texel + 3));
  }
  vec3 normal = mat3(modelFromNode) * normalInNode;
#else
  mat4 modelFromNode = u_modelFromNode;
  vec3 normal = mat3(u_normalFromNode) * normalInNode;
#endif
  vec3 model = (modelFromNode * vec4(position, 1.0)).xyz;

#ifdef INSTANCED
  if (a_stand.z == 0.0) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  // The front of a model, its z, looks north; its x lies left of that.
  mat3 ground = mat3(vec3(-a_stand.y, -a_stand.x, 0.0), vec3(0.0, 0.0, 1.0), vec3(a_stand.x, -a_stand.y, 0.0));
  vec2 steps = vec2(float(a_world.x - u_centerX) * exp2(-32.0), float(a_world.y - u_centerY) * exp2(-31.0));
  v_points = ground * model * (a_stand.z * u_pointsPerWorld) + vec3(steps - u_centerRest, a_stand.w) * u_pointsPerWorld;
  v_normal = ground * normal;
#else
  v_points = (u_pointsFromModel * vec4(model, 1.0)).xyz;
  v_normal = mat3(u_groundFromModel) * normal;
#endif
  v_place = a_place;
  v_color = a_color;
#ifdef CASTS
  castShadow(clipFromGround(v_points.xy + u_shadowSlope * v_points.z, 0.0), v_points.z);
#else
  gl_Position = clipFromGround(v_points.xy, v_points.z);
#endif
#ifdef SUNLIT
  receiveShadow(clipFromGround(v_points.xy + u_shadowSlope * v_points.z, 0.0), v_points.z);
#endif
  gl_PointSize = 3.0 * u_pixelsPerPoint;
}
