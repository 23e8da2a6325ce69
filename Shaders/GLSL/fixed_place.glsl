// Places in whole steps: 2^-32 of the world east and 2^-31 south; see FixedPlace in OverlookGeometry.
uniform int u_centerX;       // the camera's target in steps
uniform int u_centerY;
uniform vec2 u_centerRest;   // what these leave of it, in world units, less the copy of the world

const float EARTH_RADIUS_METERS = 6378137.0;
const float PI = 3.14159265;

// In points of the ground from the target. Differences are exact, and go round the world the shorter way.
vec2 groundFromPlace(ivec2 place) {
  vec2 steps = vec2(float(place.x - u_centerX) * exp2(-32.0), float(place.y - u_centerY) * exp2(-31.0));
  return (steps - u_centerRest) * u_pointsPerWorld;
}

// The same for a place that is reached the shorter way from `origin`, which may lead out of the half world around the target.
vec2 groundFromPlace(ivec2 place, ivec2 origin) {
  int own = place.x - u_centerX;
  float along = float(origin.x - u_centerX) + float(place.x - origin.x);
  float worlds = floor((along - float(own)) * exp2(-32.0) + 0.5);
  vec2 steps = vec2(float(own) * exp2(-32.0) + worlds, float(place.y - u_centerY) * exp2(-31.0));
  return (steps - u_centerRest) * u_pointsPerWorld;
}

// Points of the ground that a metre takes at a place so far south.
float pointsPerMeter(int southSteps) {
  float y = float(southSteps) * exp2(-31.0);
  return cosh(PI * (1.0 - 2.0 * y)) * u_pointsPerWorld / (2.0 * PI * EARTH_RADIUS_METERS);
}
