/// The periodic terms of the Earth's heliocentric place for the ecliptic and equinox of the date: P. Bretagnon and G. Francou, "Planetary
/// theories in rectangular and spherical variables: VSOP87 solutions" (1988), version D, cut at about 0.3". Together within 4" of
/// longitude in the years 1600 to 2600.
enum SolarTerms {
  /// `amplitude` * cos(`phase` + `rate` * t), t in thousands of Julian years from J2000; units of 1e-8 radians or astronomical units.
  struct Term {
    var amplitude: Double
    var phase: Double
    var rate: Double

    init(_ amplitude: Double, _ phase: Double, _ rate: Double) {
      (self.amplitude, self.phase, self.rate) = (amplitude, phase, rate)
    }
  }

  /// A sum of terms, four of a power of t at a time.
  struct Series {
    private struct Four {
      var amplitudes = SIMD4<Double>()
      var phases = SIMD4<Double>()
      var rates = SIMD4<Double>()
      /// Whether these are multiplied by one t more than those before.
      var isOfNextPower: Bool
    }
    private var fours: [Four] = []

    /// Of terms by the power of t that multiplies them.
    init(_ powers: [[Term]]) {
      for (power, terms) in powers.enumerated() {
        for start in stride(from: 0, to: terms.count, by: 4) {
          var four = Four(isOfNextPower: power > 0 && start == 0)
          for (place, term) in terms[start...].prefix(4).enumerated() {
            (four.amplitudes[place], four.phases[place], four.rates[place]) = (term.amplitude, term.phase, term.rate)
          }
          fours.append(four)
        }
      }
    }

    /// At `t` thousands of Julian years from J2000, radians or astronomical units.
    func sum(at t: Double) -> Double {
      var (sum, power) = (SIMD4<Double>(), 1.0)
      for four in fours {
        if four.isOfNextPower { power *= t }
        sum += power * four.amplitudes * Waves(four.phases + four.rates * t).cosine
      }
      return sum.sum() * 1e-8
    }
  }

  /// By the power of t that multiplies them.
  static let longitude = Series([
    [
      Term(175_347_046, 0, 0), Term(3_341_656, 4.6692568, 6283.07585), Term(34_894, 4.6261, 12566.1517),
      Term(3_497, 2.7441, 5753.3849), Term(3_418, 2.8289, 3.5231), Term(3_136, 3.6277, 77713.7715),
      Term(2_676, 4.4181, 7860.4194), Term(2_343, 6.1352, 3930.2097), Term(1_324, 0.7425, 11506.7698),
      Term(1_273, 2.0371, 529.691), Term(1_199, 1.1096, 1577.3435), Term(990, 5.233, 5884.927), Term(902, 2.045, 26.298),
      Term(857, 3.508, 398.149), Term(780, 1.179, 5223.694), Term(753, 2.533, 5507.553), Term(505, 4.583, 18849.228),
      Term(492, 4.205, 775.523), Term(357, 2.92, 0.067), Term(317, 5.849, 11790.629), Term(284, 1.899, 796.298),
      Term(271, 0.315, 10977.079), Term(243, 0.345, 5486.778), Term(206, 4.806, 2544.314), Term(205, 1.869, 5573.143),
      Term(202, 2.458, 6069.777), Term(156, 0.833, 213.299),
    ],
    [
      Term(628_331_966_747, 0, 0), Term(206_059, 2.678235, 6283.07585), Term(4_303, 2.6351, 12566.1517),
      Term(425, 1.59, 3.523), Term(119, 5.796, 26.298), Term(109, 2.966, 1577.344),
    ],
    [Term(52_919, 0, 0), Term(8_720, 1.0721, 6283.0758), Term(309, 0.867, 12566.152)],
    [Term(289, 5.844, 6283.076)],
    [Term(114, 3.142, 0)],
  ])

  /// By the power of t that multiplies them.
  static let latitude = Series([
    [Term(280, 3.199, 84334.662), Term(102, 5.422, 5507.553), Term(80, 3.88, 5223.69)]
  ])

  /// By the power of t that multiplies them.
  static let distance = Series([
    [
      Term(100_013_989, 0, 0), Term(1_670_700, 3.0984635, 6283.07585), Term(13_956, 3.05525, 12566.1517),
      Term(3_084, 5.1985, 77713.7715), Term(1_628, 1.1739, 5753.3849), Term(1_576, 2.8469, 7860.4194),
    ],
    [Term(103_019, 1.10749, 6283.07585), Term(1_721, 1.0644, 12566.1517)],
    [Term(4_359, 5.7846, 6283.0758)],
  ])
}
