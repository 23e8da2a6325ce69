import Glibc
import OverlookGeometry

/// The light of one moment on a map: whence it comes, how much of it, and the colours that it gives to ground, walls and sky. A pure
/// function of where the Sun stands.
package struct Daylight: Hashable, Sendable {
  /// Of the Sun, clockwise from north, degrees.
  package let azimuth: Double
  /// Of the middle of its disc above the horizon, degrees, as it is seen through the air.
  package let altitude: Double
  /// Whether the colours are those of the hour; false for the light of a style, which has shadows and nothing else.
  package let isTinted: Bool

  /// Nil for directions that are none.
  package init?(azimuth: Double, altitude: Double, isTinted: Bool = true) {
    guard azimuth.isFinite, (-90...90).contains(altitude) else { return nil }
    self.azimuth = Angle.bearingDegrees(azimuth)
    self.altitude = altitude
    self.isTinted = isTinted
  }

  /// Of the light that a style has at a zoom, in a view of that bearing.
  package init?(_ light: StyleLight, zoom: Double, bearing: Double) {
    let position = light.position(zoom: zoom)
    let turn = light.anchor(zoom: zoom) == .viewport ? bearing : 0
    self.init(azimuth: position.y + turn, altitude: 90 - abs(position.z), isTinted: false)
  }

  /// How much of the Sun's own light comes through, 0 ... 1: none below the horizon, all from four degrees on.
  package var directShare: Double {
    isTinted ? Self.smooth(altitude, from: -Self.radiusDegrees, to: 4) : altitude > 0 ? 1 : 0
  }

  /// 0 by day, 1 in the dark: from a degree above the horizon to twelve below it, where the stars have come.
  package var darkness: Double { isTinted ? Self.smooth(-altitude, from: -1, to: 12) : 0 }

  /// 1 with the Sun at the horizon, 0 from fourteen degrees above it and eight below it on.
  package var warmth: Double {
    guard isTinted else { return 0 }
    return altitude < 0 ? Self.smooth(altitude, from: -8, to: 0) : 1 - Self.smooth(altitude, from: 0, to: 14)
  }

  /// Of the disc, degrees.
  package static let radiusDegrees = 0.2665
  /// Lower, shadows are longer than any map shows.
  package static let leastCastingAltitude = 0.5

  /// Whether anything throws a shadow.
  package var castsShadows: Bool { directShare > 0 && altitude >= Self.leastCastingAltitude }

  /// Where the shadow of a point lies for each unit that it is above the ground, east and south.
  package var shadowSlope: SIMD2<Double> {
    let length = 1 / tan(max(altitude, Self.leastCastingAltitude) * Angle.radiansPerDegree)
    let azimuth = azimuth * Angle.radiansPerDegree
    return SIMD2(-sin(azimuth), cos(azimuth)) * length
  }

  /// To the Sun: east, south, up.
  package var direction: SIMD3<Double> {
    let (azimuth, altitude) = (azimuth * Angle.radiansPerDegree, altitude * Angle.radiansPerDegree)
    return SIMD3(sin(azimuth) * cos(altitude), -cos(azimuth) * cos(altitude), sin(altitude))
  }

  private static func smooth(_ value: Double, from low: Double, to high: Double) -> Double {
    let share = min(max((value - low) / (high - low), 0), 1)
    return share * share * (3 - 2 * share)
  }
}

// Colours, sRGB.
extension Daylight {
  /// Of the Sun's own light.
  package var sunColor: SIMD3<Float> { Self.mix(SIMD3(1, 0.985, 0.955), SIMD3(1, 0.74, 0.46), warmth) }

  /// What lies over the ground where the Sun shines, premultiplied. `isDark`: the map is one for the night already.
  package func sunlitVeil(isDark: Bool) -> SIMD4<Float> {
    let warm = Self.veil(SIMD3(1, 0.60, 0.26), 0.15 * warmth * (isDark ? 0.4 : 1))
    return Self.over(Self.veil(SIMD3(0.045, 0.065, 0.17), (isDark ? 0.12 : 0.56) * darkness), warm)
  }

  /// The same in the shadow of something.
  package func shadedVeil(isDark: Bool) -> SIMD4<Float> {
    let share = (isDark ? 0.30 : 0.40) * directShare.squareRoot()
    return Self.over(Self.veil(SIMD3(0.17, 0.22, 0.36), share), sunlitVeil(isDark: isDark))
  }

  /// Light from everywhere, on surfaces that face up.
  package var ambientColor: SIMD3<Float> {
    let day = Self.mix(SIMD3(0.71, 0.735, 0.79), SIMD3(0.68, 0.66, 0.72), warmth)
    // Without the Sun's own light, what the sky gives is all there is to see by.
    let overcast = Self.mix(SIMD3(0.86, 0.87, 0.93), day, directShare)
    return Self.mix(overcast, SIMD3(0.36, 0.40, 0.53), darkness)
  }

  /// What the Sun adds to it on surfaces that face up.
  package var directColor: SIMD3<Float> {
    (sunColor - SIMD3(0.64, 0.66, 0.69)).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1)) * Float(directShare)
  }

  /// Straight up.
  package var zenithColor: SIMD3<Float> {
    let day = Self.mix(SIMD3(0.24, 0.46, 0.78), SIMD3(0.27, 0.36, 0.58), warmth)
    return Self.mix(day, SIMD3(0.025, 0.035, 0.085), darkness)
  }

  /// At the horizon away from the Sun.
  package var hazeColor: SIMD3<Float> {
    let day = Self.mix(SIMD3(0.78, 0.86, 0.93), SIMD3(0.83, 0.72, 0.72), warmth)
    return Self.mix(day, SIMD3(0.07, 0.09, 0.17), darkness)
  }

  /// Around the Sun.
  package var glowColor: SIMD3<Float> { Self.mix(SIMD3(1, 0.97, 0.90), SIMD3(1, 0.60, 0.28), warmth) }

  /// How bright that is, 0 ... 1.
  package var glowShare: Double { max(directShare * 0.8, 0.85 * warmth * (1 - darkness)) }

  /// For surfaces that know the light of a style alone.
  package var styleLight: StyleLight {
    StyleLight(
      azimuth: azimuth, altitude: max(altitude, 4), color: Self.mix(sunColor, SIMD3(0.46, 0.50, 0.64), darkness),
      intensity: 0.12 + 0.38 * directShare)
  }

  private static func mix(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ share: Double) -> SIMD3<Float> { a + (b - a) * Float(share) }

  private static func veil(_ color: SIMD3<Float>, _ share: Double) -> SIMD4<Float> { SIMD4(color * Float(share), Float(share)) }

  private static func over(_ top: SIMD4<Float>, _ below: SIMD4<Float>) -> SIMD4<Float> { top + below * (1 - top.w) }
}
