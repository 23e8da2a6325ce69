import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

private func place(_ latitude: Double, _ longitude: Double) -> LocationCoordinate {
  LocationCoordinate(latitude: latitude, longitude: longitude)
}

private let london = place(51.5074, -0.1278)
private let paris = place(48.8566, 2.3522)
private let losAngeles = place(34.0522, -118.2437)
private let tokyo = place(35.6762, 139.6503)

@Suite struct LengthKindTests {
  /// Rhumb lengths as |df / cos(course)| R with tan(course) = dl / dpsi, 40 digits (mpmath).
  @Test("rhumb lines")
  func measuresRhumbLines() {
    #expect(abs(Path([london, paris]).length(of: .rhumb) - 343_572.372_400_69) < 1e-4)
    #expect(abs(Path([losAngeles, tokyo]).length(of: .rhumb) - 9_316_938.850_587_9) < 1e-3)
  }

  /// R cos(60) 10 pi / 180.
  @Test func measuresParallelsAsRhumbLines() {
    #expect(abs(Path([place(60, 175), place(60, -175)]).length(of: .rhumb) - 555_975.418_620_96) < 1e-4)
    let almost = Path([place(60, 175), place(60.000_01, -175)]).length(of: .rhumb)
    #expect(abs(almost - 555_975.418_620_96) < 1)
  }

  /// sqrt((dl / pi)^2 + (dpsi / pi)^2), 40 digits (mpmath).
  @Test("the map is 2 long")
  func measuresTheMap() {
    #expect(abs(Path([place(0, -90), place(0, 89)]).length(of: .projected) - 179.0 / 180) < 1e-15)
    #expect(abs(Path([london, paris]).length(of: .projected) - 0.026_815_894_452_025) < 1e-14)
    #expect(abs(Path([losAngeles, tokyo]).length(of: .projected) - 0.567_362_133_631_61) < 1e-13)
  }

  /// 1 / (pi R) per metre of the equator.
  @Test func projectsOneMetreOfTheEquator() {
    let degrees = 1 / (SphericalGeometry.earthRadiusMeters * .pi / 180)
    let length = Path([place(0, 0), place(0, degrees)]).length(of: .projected)
    #expect(abs(length * .pi * SphericalGeometry.earthRadiusMeters - 1) < 1e-9)
  }

  @Test("segments are counted in fractions")
  func countsSegments() {
    let path = Path([place(0, 0), place(0, 1), place(0, 3), place(0, 3), place(0, 4)])
    let degree = SphericalGeometry.earthRadiusMeters * .pi / 180
    for (walked, expected) in [(0.0, 0.0), (0.25, 0.25), (1, 1), (2, 1.5), (3.5, 3.5), (99, 4), (-1, 0)] {
      #expect(abs(path.segments(forLength: walked * degree, kind: .geodesic) - expected) < 1e-9)
      #expect(abs(path.segments(forLength: walked * degree, kind: .rhumb) - expected) < 1e-9)
      #expect(abs(path.segments(forLength: walked / 180, kind: .projected) - expected) < 1e-9)
    }
  }

  @Test func countsNothingWhereThereIsNothing() {
    for kind in LengthKind.allCases {
      #expect(Path().length(of: kind) == 0)
      #expect(Path([london]).segments(forLength: 5, kind: kind) == 0)
      #expect(Path([london, paris]).segments(forLength: .nan, kind: kind) == 0)
      #expect(Path([london, paris]).segments(forLength: .infinity, kind: kind) == 1)
      #expect(Path([.invalid, london, .invalid, paris]).length(of: kind) == Path([london, paris]).length(of: kind))
    }
  }

  @Test func staysFiniteForEveryPath() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<30_000 {
      let path = Path((0..<3).map { _ in place(generator.wildDouble(), generator.wildDouble()) })
      for kind in LengthKind.allCases {
        #expect(path.length(of: kind).isFinite)
        let segments = path.segments(forLength: generator.wildDouble(), kind: kind)
        #expect(segments >= 0 && segments <= 2)
      }
    }
  }
}
