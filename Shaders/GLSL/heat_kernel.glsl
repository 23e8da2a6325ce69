// The warmth around a point: a normal distribution.

// 1 / sqrt(2 pi), of the normal distribution.
const float peakOfNormal = 0.3989422804014327;
// Less warmth than this is none.
const float nothing = 1.0 / 255.0 / 16.0;

// Where the kernel has fallen to nothing: peak * exp(-4.5 * reach * reach) = nothing. In units of three standard deviations.
float kernelReach(float peak) {
  return sqrt(2.0 * log(peak / nothing)) / 3.0;
}
