import OverlookGeometry
import OverlookStreetScene

/// A street from south to north between houses of several heights and shapes, with a side street, as it lies around an eye on it.
enum TestTown {
  static let origin = LocationCoordinate(latitude: 60.17, longitude: 24.94)

  /// The town around the place `north` metres north of its origin.
  static func scene(north: Double = 0) -> StreetScene {
    let town = StreetFrame(origin: origin)
    let frame = StreetFrame(origin: town.coordinate(SIMD2(0, north)))
    var scene = StreetScene(frame: frame, radius: 300)
    func moved(_ place: SIMD2<Double>) -> SIMD2<Double> { frame.place(town.coordinate(place)) }
    func house(_ west: Double, _ south: Double, _ width: Double, _ depth: Double, _ top: Double) {
      let ring = [SIMD2(west, south), SIMD2(west + width, south), SIMD2(west + width, south + depth), SIMD2(west, south + depth)]
      scene.buildings.append(StreetBuilding(rings: [ring.map(moved)], top: top))
    }
    for row in -6...6 {
      let south = Double(row) * 22
      // The side street runs between the rows 0 and 1.
      let length = row == 0 ? 12.0 : 18.0
      house(7, south, 14, length, 8 + Double((row + 6) * 7 % 13))
      house(-21 - Double(abs(row) % 3), south + 3, 14, length, 9 + Double((row + 6) * 5 % 11))
      house(30, south, 12, length, 25)
    }
    scene.roads = [
      StreetRoad(
        line: [SIMD2(0, -150), SIMD2(0, 150)].map(moved), width: 8, material: .asphalt, hasCenterLine: true, pavement: 2),
      StreetRoad(line: [SIMD2(0, 17), SIMD2(120, 17)].map(moved), width: 6, material: .asphalt, pavement: 1),
    ]
    scene.names = [
      StreetName(line: scene.roads[0].line, text: "Long Street"), StreetName(line: scene.roads[1].line, text: "Side Street"),
    ]
    scene.spots = [
      StreetSpot(place: moved(SIMD2(10, -20)), text: "Bakery"),
      StreetSpot(place: moved(SIMD2(36, -20)), text: "Backyard"),
    ]
    return scene
  }
}
