import Glibc

/// The light of a moment: the sun and the sky.
package struct StreetLight: Sendable {
  /// Towards the sun, of length 1.
  let toSun: SIMD3<Float>
  /// Degrees above the horizon.
  let altitude: Double
  let sunColor: SIMD3<Float>
  let zenith: SIMD3<Float>
  let horizon: SIMD3<Float>
  /// From all sides.
  let ambient: SIMD3<Float>
  /// 0 by day, 1 in the night.
  let night: Float

  /// The light with the sun at an azimuth (degrees clockwise from north) and an altitude (degrees, below the horizon too). What is not
  /// finite is taken as a sun in the south at 40 degrees.
  package init(azimuth: Double, altitude: Double) {
    let azimuth = azimuth.isFinite ? azimuth.truncatingRemainder(dividingBy: 360) : 180
    let altitude = altitude.isFinite ? min(max(altitude, -90), 90) : 40
    self.altitude = altitude
    let (a, h) = (azimuth * .pi / 180, altitude * .pi / 180)
    toSun = SIMD3(Float(sin(a) * cos(h)), Float(cos(a) * cos(h)), Float(sin(h)))
    func step(_ low: Double, _ high: Double) -> Float {
      let x = Float(min(max((altitude - low) / (high - low), 0), 1))
      return x * x * (3 - 2 * x)
    }
    // The sun reddens near the horizon, and its light is gone with it; the sky follows until the end of nautical twilight.
    let warmth = 1 - step(0, 18)
    sunColor = SIMD3(1.0, 0.93, 0.82).mixed(with: SIMD3(1.0, 0.48, 0.20), warmth) * (2.4 * step(-0.6, 7))
    let day = step(-8, 10)
    night = 1 - step(-9, 0)
    let dusk = step(-9, 0) * (1 - step(2, 14))
    zenith = SIMD3(0.008, 0.012, 0.035).mixed(with: SIMD3(0.13, 0.30, 0.66), day)
    horizon = SIMD3(0.020, 0.026, 0.055).mixed(with: SIMD3(0.72, 0.82, 0.92), day).mixed(
      with: SIMD3(0.85, 0.45, 0.25), dusk * 0.55)
    ambient = SIMD3(0.03, 0.035, 0.06).mixed(with: SIMD3(0.52, 0.58, 0.68), day)
  }

  /// The sky in a direction of length 1.
  func sky(_ direction: SIMD3<Float>) -> SIMD3<Float> {
    let height = max(direction.z, 0)
    var color = horizon.mixed(with: zenith, 1 - powf(1 - height, 2.6))
    let nearness = max(direction.dot(toSun), 0)
    // Forward scattering around the sun, and its disc of half a degree.
    let fourth = nearness * nearness * nearness * nearness
    let wide = fourth * fourth * fourth * fourth
    // Farther than some twelve degrees from it nothing of the narrow one is left.
    color += sunColor * (wide * 0.06 + (nearness > 0.98 ? powf(nearness, 900) * 0.5 : 0))
    if nearness > 0.999_99 { color += sunColor * 12 }
    return color
  }

  /// What the air between the eye and something so many metres away does to its colour.
  func hazed(_ color: SIMD3<Float>, distance: Float) -> SIMD3<Float> {
    color.mixed(with: horizon, 1 - expf(-distance / 1_800))
  }
}
