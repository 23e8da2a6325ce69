/// Sines and cosines of four angles at once, in radians: of angles below 100,000 within 2e-11.
///
/// A position of the Sun asks for sixty, one of the Moon for two hundred and fifty: one by one they were most of the time it takes.
struct Waves {
  /// Of half the angles, less whole turns of those: these lie in -pi/2 ... pi/2.
  private let sines: SIMD4<Double>
  private let half: SIMD4<Double>

  /// What is added to a number and taken off again to round it, below 2^51.
  private static let rounding = 6_755_399_441_055_744.0
  /// A turn in two parts: whole multiples of the first are exact up to a million turns.
  private static let (turn, turnRest) = (6.283185303211212, 3.968374318722162e-9)

  @inline(__always) init(_ angles: SIMD4<Double>) {
    let turns = angles * (0.5 / .pi) + Self.rounding - Self.rounding
    half = 0.5 * ((angles - turns * Self.turn) - turns * Self.turnRest)
    let square = half * half
    // The series of Taylor: what follows is below 5e-14.
    var sum = SIMD4(repeating: 1.0 / 355_687_428_096_000)
    sum = 1.0 / 1_307_674_368_000 - square * sum
    sum = 1.0 / 6_227_020_800 - square * sum
    sum = 1.0 / 39_916_800 - square * sum
    sum = 1.0 / 362_880 - square * sum
    sum = 1.0 / 5040 - square * sum
    sum = 1.0 / 120 - square * sum
    sum = 1.0 / 6 - square * sum
    sines = half * (1 - square * sum)
  }

  @inline(__always) var cosine: SIMD4<Double> { 1 - 2 * sines * sines }

  @inline(__always) var sine: SIMD4<Double> {
    let square = half * half
    var sum = SIMD4(repeating: 1.0 / 6_402_373_705_728_000)
    sum = 1.0 / 20_922_789_888_000 - square * sum
    sum = 1.0 / 87_178_291_200 - square * sum
    sum = 1.0 / 479_001_600 - square * sum
    sum = 1.0 / 3_628_800 - square * sum
    sum = 1.0 / 40_320 - square * sum
    sum = 1.0 / 720 - square * sum
    sum = 1.0 / 24 - square * sum
    sum = 1.0 / 2 - square * sum
    return 2 * sines * (1 - square * sum)
  }
}
