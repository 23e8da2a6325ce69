import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

private func place(_ latitude: Double, _ longitude: Double) -> LocationCoordinate {
  LocationCoordinate(latitude: latitude, longitude: longitude)
}

@Suite struct CoordinateBoundsTests {
  @Test("two corners span the smaller longitude")
  func spansTheSmallerLongitude() {
    let pacific = CoordinateBounds(coordinate: place(10, 170), coordinate: place(-10, -170))
    #expect(pacific.southWest == place(-10, 170))
    #expect(pacific.northEast == place(10, -170))
    #expect(pacific.longitudeSpan == 20)
    #expect(pacific.contains(place(0, 180)) && pacific.contains(place(0, -180)) && !pacific.contains(place(0, 0)))

    let atlantic = CoordinateBounds(coordinate: place(10, 20), coordinate: place(-10, -70))
    #expect(atlantic.southWest == place(-10, -70) && atlantic.longitudeSpan == 90)
  }

  @Test func doesNotCrossTheAntimeridianAtExactlyHalfATurn() {
    let half = CoordinateBounds(coordinate: place(0, 90), coordinate: place(0, -90))
    #expect(half.southWest.longitude == -90 && half.northEast.longitude == 90)
  }

  @Test("the edges are inside, in every notation of a meridian")
  func containsItsEdges() {
    let bounds = CoordinateBounds(southWest: place(-10, 0), northEast: place(10, 180))
    for corner in [place(-10, 0), place(10, 180), place(10, -180), place(-10, 360), place(0, 540)] {
      #expect(bounds.contains(corner))
    }
    #expect(!bounds.contains(place(0, -179.999_999)))
    #expect(!bounds.contains(place(10.000_001, 90)))
    #expect(!bounds.contains(.invalid))
  }

  @Test("nothing, and corners that are not valid, make empty bounds")
  func isEmptyWithoutPoints() {
    #expect(!CoordinateBounds.empty.isValid)
    #expect(!CoordinateBounds(path: Path()).isValid)
    #expect(!CoordinateBounds(coordinate: .invalid, coordinate: .invalid).isValid)
    #expect(!CoordinateBounds(southWest: place(10, 0), northEast: place(-10, 0)).isValid)
    #expect(CoordinateBounds.empty.longitudeSpan == 0)
    #expect(!CoordinateBounds.empty.contains(place(0, 0)))
    #expect(!CoordinateBounds.empty.intersects(.world))
  }

  @Test("growing from empty bounds leaves only the new coordinate")
  func growsFromEmpty() {
    let bounds = CoordinateBounds.empty.including(place(5, 6))
    #expect(bounds.southWest == place(5, 6) && bounds.northEast == place(5, 6))
    #expect(bounds.including(.invalid) == bounds)
  }

  @Test("growing goes the shorter way round")
  func growsTheShorterWay() {
    let bounds = CoordinateBounds(southWest: place(0, 160), northEast: place(1, 170))
    let grown = bounds.including(place(0, -175))
    #expect(grown.southWest.longitude == 160 && grown.northEast.longitude == -175)
    let other = bounds.including(place(0, 100))
    #expect(other.southWest.longitude == 100 && other.northEast.longitude == 170)
  }

  @Test("a union holds both and takes no more longitude than it must")
  func unitesBounds() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<5_000 {
      let a = randomBounds(&generator)
      let b = randomBounds(&generator)
      let union = a.including(b)
      for corner in [a.southWest, a.northEast, b.southWest, b.northEast] { #expect(union.contains(corner)) }
      #expect(union.longitudeSpan >= max(a.longitudeSpan, b.longitudeSpan) - 1e-9)
      #expect(union.longitudeSpan <= a.longitudeSpan + b.longitudeSpan + 180)
      #expect(abs(union.longitudeSpan - b.including(a).longitudeSpan) < 1e-9)
    }
  }

  @Test func becomesTheWholeWorldWhenTwoHalvesMeet() {
    let west = CoordinateBounds(southWest: place(0, -180), northEast: place(1, 10))
    let east = CoordinateBounds(southWest: place(0, -10), northEast: place(1, 180))
    let both = west.including(east)
    #expect(both.longitudeSpan == 360)
    #expect(both.contains(place(0.5, 123)) && both.contains(place(0.5, -123)))
  }

  @Test("intersection, across the antimeridian too")
  func intersectsAcrossTheAntimeridian() {
    let fiji = CoordinateBounds(southWest: place(-21, 176), northEast: place(-12, -178))
    #expect(fiji.intersects(CoordinateBounds(southWest: place(-15, -179), northEast: place(-14, -100))))
    #expect(fiji.intersects(CoordinateBounds(southWest: place(-15, -178), northEast: place(-14, -100))))
    #expect(!fiji.intersects(CoordinateBounds(southWest: place(-15, -177), northEast: place(-14, 175))))
    #expect(!fiji.intersects(CoordinateBounds(southWest: place(0, -180), northEast: place(1, 180))))
    #expect(CoordinateBounds.world.intersects(fiji) && fiji.intersects(.world))
  }

  @Test("the bounds of a path are the smallest, whatever the order")
  func findsTheSmallestSpanOfAPath() {
    let path = Path([place(1, 170), place(2, -160), place(3, 175), .invalid, place(-4, -179)])
    let bounds = CoordinateBounds(path: path)
    #expect(bounds.southWest == place(-4, 170) && bounds.northEast == place(3, -160))
    #expect(CoordinateBounds(path: Path(path.coordinates.reversed())) == bounds)
    #expect(CoordinateBounds.empty.including(path) == bounds)
  }

  @Test func survivesEveryInput() {
    var generator = SeededGenerator(seed: 5)
    var bounds = CoordinateBounds.empty
    for round in 0..<30_000 {
      let (a, b) = (
        place(generator.wildDouble(), generator.wildDouble()), place(generator.wildDouble(), generator.wildDouble())
      )
      let other = CoordinateBounds(coordinate: a, coordinate: b)
      if a.isValid && b.isValid {
        #expect(other.contains(a) && other.contains(b))
        #expect(other.longitudeSpan <= 180)
      }
      bounds = round % 10 == 0 ? other : bounds.including(other).including(a)
      #expect(bounds.longitudeSpan >= 0 && bounds.longitudeSpan <= 360)
      _ = CoordinateBounds(southWest: a, northEast: b).intersects(bounds)
    }
  }

  private func randomBounds(_ generator: inout SeededGenerator) -> CoordinateBounds {
    let (south, west) = (Double.random(in: -80...80, using: &generator), Double.random(in: -180..<180, using: &generator))
    return CoordinateBounds(
      southWest: place(south, west),
      northEast: place(south + .random(in: 0...10, using: &generator), west + .random(in: 0...359, using: &generator)))
  }
}
