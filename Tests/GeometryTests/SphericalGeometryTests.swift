import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

private func place(_ latitude: Double, _ longitude: Double) -> LocationCoordinate {
  LocationCoordinate(latitude: latitude, longitude: longitude)
}

private let london = place(51.5074, -0.1278)
private let paris = place(48.8566, 2.3522)
private let newYork = place(40.7128, -74.0060)
private let sydney = place(-33.8688, 151.2093)
private let losAngeles = place(34.0522, -118.2437)
private let tokyo = place(35.6762, 139.6503)
private let radius = SphericalGeometry.earthRadiusMeters

/// Expected values were computed with 40 digits (mpmath) from the chord between unit vectors and the tangents at the start.
@Suite struct SphericalGeometryTests {
  @Test func measuresDistances() {
    #expect(abs(SphericalGeometry.distance(from: london, to: paris) - 343_556.545_665_88) < 1e-5)
    #expect(abs(SphericalGeometry.distance(from: losAngeles, to: tokyo) - 8_819_405.652_815_5) < 1e-5)
    #expect(abs(SphericalGeometry.distance(from: newYork, to: sydney) - 15_988_778.093_572) < 1e-5)
    #expect(SphericalGeometry.distance(from: paris, to: paris) == 0)
  }

  @Test func measuresMillimetresAndHalfTheEarth() {
    let near = SphericalGeometry.distance(from: place(10, 20), to: place(10.000_000_01, 20))
    #expect(abs(near - radius * 1e-8 * .pi / 180) < 1e-8)
    let far = SphericalGeometry.distance(from: place(90, 0), to: place(-90, 77))
    #expect(abs(far - .pi * radius) < 1e-6)
  }

  @Test func findsHeadings() {
    #expect(abs(SphericalGeometry.heading(from: london, to: paris) - 148.115_616_871_05) < 1e-9)
    #expect(abs(SphericalGeometry.heading(from: losAngeles, to: tokyo) - 306.072_174_925_01) < 1e-9)
    #expect(abs(SphericalGeometry.heading(from: newYork, to: sydney) - 266.029_678_709_21) < 1e-9)
    #expect(SphericalGeometry.heading(from: paris, to: paris) == 0)
    #expect(SphericalGeometry.heading(from: place(0, 0), to: place(0, -1)) == 270)
  }

  @Test func goesALongWay() {
    let end = SphericalGeometry.offset(from: london, distanceMeters: 1_000_000, headingDegrees: 77)
    #expect(abs(end.latitude - 52.650_841_547_992) < 1e-10 && abs(end.longitude - 14.412_461_858_427) < 1e-10)
  }

  @Test func crossesThePoleAndTheAntimeridian() {
    let quarter = radius * .pi / 2
    let pole = SphericalGeometry.offset(from: place(45, 10), distanceMeters: quarter, headingDegrees: 0)
    #expect(abs(pole.latitude - 45) < 1e-9 && abs(pole.longitude + 170) < 1e-9)
    let east = SphericalGeometry.offset(from: place(0, 179), distanceMeters: quarter / 45, headingDegrees: 90)
    #expect(abs(east.longitude + 179) < 1e-9)
  }

  @Test func findsTheOriginOfAWalk() throws {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<5_000 {
      let start = place(.random(in: -89...89, using: &generator), .random(in: -180..<180, using: &generator))
      let way = Double.random(in: 0...5_000_000, using: &generator)
      let heading = Double.random(in: 0..<360, using: &generator)
      let end = SphericalGeometry.offset(from: start, distanceMeters: way, headingDegrees: heading)
      // Another start may lead there too; what counts is that this one does.
      let origin = try #require(SphericalGeometry.offsetOrigin(to: end, distanceMeters: way, headingDegrees: heading))
      let again = SphericalGeometry.offset(from: origin, distanceMeters: way, headingDegrees: heading)
      #expect(SphericalGeometry.distance(from: again, to: end) < 0.5)
    }
  }

  /// Heading east one stays south of the start's parallel: nothing leads to 80 degrees north from a quarter of the Earth away.
  @Test func knowsWhenThereIsNoOrigin() {
    let quarter = radius * .pi / 2
    #expect(SphericalGeometry.offsetOrigin(to: place(80, 0), distanceMeters: quarter, headingDegrees: 90) == nil)
    #expect(SphericalGeometry.offsetOrigin(to: .invalid, distanceMeters: 1, headingDegrees: 0) == nil)
    #expect(SphericalGeometry.offsetOrigin(to: london, distanceMeters: .nan, headingDegrees: 0) == nil)
  }

  @Test func findsTheMiddleOfAWay() {
    for (a, b, middle) in [
      (london, paris, place(50.188_594_877_568, 1.146_617_629_030_3)),
      (losAngeles, tokyo, place(47.938_579_882_539, -168.596_777_526_77)),
      (newYork, sydney, place(8.789_923_942_498_8, -147.639_154_340_29)),
    ] {
      let found = SphericalGeometry.interpolate(from: a, to: b, fraction: 0.5)
      #expect(abs(found.latitude - middle.latitude) < 1e-8 && abs(found.longitude - middle.longitude) < 1e-8)
    }
  }

  @Test func interpolatesTheEndsTheSamePlaceAndOppositePlaces() {
    #expect(
      SphericalGeometry.distance(from: SphericalGeometry.interpolate(from: paris, to: tokyo, fraction: 0), to: paris) < 1e-6)
    #expect(
      SphericalGeometry.distance(from: SphericalGeometry.interpolate(from: paris, to: tokyo, fraction: 1), to: tokyo) < 1e-6)
    #expect(
      SphericalGeometry.distance(from: SphericalGeometry.interpolate(from: paris, to: paris, fraction: 0.3), to: paris) < 1e-6)
    let half = SphericalGeometry.interpolate(from: place(10, 20), to: place(-10, -160), fraction: 0.5)
    #expect(abs(SphericalGeometry.distance(from: place(10, 20), to: half) - radius * .pi / 2) < 1)
  }

  @Test func staysOnEarthForEveryInput() {
    var generator = SeededGenerator(seed: 10)
    for _ in 0..<100_000 {
      let (a, b) = (
        place(generator.wildDouble(), generator.wildDouble()), place(generator.wildDouble(), generator.wildDouble())
      )
      let (x, y) = (generator.wildDouble(), generator.wildDouble())
      if a.isValid && b.isValid {
        let distance = SphericalGeometry.distance(from: a, to: b)
        #expect(distance >= 0 && distance <= radius * .pi * (1 + 1e-15))
        let heading = SphericalGeometry.heading(from: a, to: b)
        #expect(heading >= 0 && heading < 360)
      }
      for place in [
        SphericalGeometry.offset(from: a, distanceMeters: x, headingDegrees: y),
        SphericalGeometry.interpolate(from: a, to: b, fraction: x),
        SphericalGeometry.offsetOrigin(to: a, distanceMeters: x, headingDegrees: y) ?? .invalid,
      ] {
        #expect(place.isValid || (place.latitude.isNaN && place.longitude.isNaN))
      }
    }
  }
}
