import Foundation
import OverlookGeometry
import Testing

/// What is written is what is read, in a form that other programs can write, too.
@Suite struct CodableTests {
  private func copy<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test func coordinatesPathsAndInsetsComeBack() throws {
    let place = LocationCoordinate(latitude: 60.17, longitude: -24.94)
    #expect(try copy(place) == place)
    let path: Path = [place, LocationCoordinate(latitude: 0, longitude: 180)]
    #expect(try copy(path) == path)
    #expect(try copy(EdgeInsets(top: 1, left: 2)) == EdgeInsets(top: 1, left: 2))
    let text = #"[{"latitude":1,"longitude":2}]"#
    #expect(try JSONDecoder().decode(Path.self, from: Data(text.utf8)) == [LocationCoordinate(latitude: 1, longitude: 2)])
  }

  @Test(arguments: [
    CoordinateBounds.world,
    CoordinateBounds(
      southWest: LocationCoordinate(latitude: -5, longitude: 175), northEast: LocationCoordinate(latitude: 5, longitude: -175)),
    CoordinateBounds(
      southWest: LocationCoordinate(latitude: -5, longitude: 170), northEast: LocationCoordinate(latitude: 5, longitude: 180)),
    CoordinateBounds(
      southWest: LocationCoordinate(latitude: 1, longitude: 180), northEast: LocationCoordinate(latitude: 1, longitude: 180)),
  ])
  func boundsComeBack(bounds: CoordinateBounds) throws {
    #expect(try copy(bounds) == bounds)
  }

  @Test func emptyBoundsStayEmpty() throws {
    #expect(try !copy(CoordinateBounds.empty).isValid)
  }

  @Test(arguments: [
    #"{"southWest":{"latitude":5,"longitude":0},"northEast":{"latitude":-5,"longitude":1}}"#,
    #"{"southWest":{"latitude":95,"longitude":0},"northEast":{"latitude":96,"longitude":1}}"#,
    #"{"southWest":{"latitude":5,"longitude":0}}"#,
  ])
  func whatSpansNoBoundsIsRefused(text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(CoordinateBounds.self, from: Data(text.utf8)) }
  }
}

@Suite struct PathCollectionTests {
  private let path = Path((0..<5).map { LocationCoordinate(latitude: Double($0), longitude: 0) })

  @Test func aPathIsACollectionOfItsCoordinates() {
    #expect(path.count == 5 && path.first?.latitude == 0 && path.last?.latitude == 4 && path[2].latitude == 2)
    #expect(path.map(\.latitude) == [0, 1, 2, 3, 4])
    #expect(Path(path.reversed()).first?.latitude == 4)
    #expect(Path(path.dropFirst(3)) == Path(path.coordinates.suffix(2)))
    #expect(Path().isEmpty && Path().first == nil)
    var latitudes: [Double] = []
    for place in MutablePath(path: path) { latitudes.append(place.latitude) }
    #expect(latitudes == path.map(\.latitude))
  }
}
