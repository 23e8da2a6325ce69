import OverlookGeometry
import OverlookSupport
import Testing

private func place(_ latitude: Double, _ longitude: Double) -> LocationCoordinate {
  LocationCoordinate(latitude: latitude, longitude: longitude)
}

@Suite struct PathTests {
  @Test("there is no coordinate outside the path")
  func answersInvalidOutsideThePath() {
    let path = Path([place(1, 2)])
    #expect(path.coordinate(at: 0) == place(1, 2))
    for index in [1, -1, Int.max, Int.min] { #expect(!path.coordinate(at: index).isValid) }
    #expect(Path().count == 0)
    #expect(Path(path: MutablePath(path: path)) == path)
  }

  @Test("degrees are added to every coordinate")
  func shiftsEveryCoordinate() {
    let shifted = Path([place(1, 2), place(89, 4)]).offset(byLatitude: 5, longitude: -3)
    #expect(shifted.coordinates == [place(6, -1), place(90, 1)])
    #expect(Path([place(1, 2)]).offset(byLatitude: .nan, longitude: .infinity).coordinates == [place(1, 2)])
  }

  @Test("a mutable path grows, changes and shrinks")
  func changesAMutablePath() {
    var path = MutablePath()
    path.add(place(1, 1))
    path.add(latitude: 3, longitude: 3)
    path.insert(place(2, 2), at: 1)
    #expect(path.coordinates == [place(1, 1), place(2, 2), place(3, 3)])
    path.replace(at: 0, with: place(0, 0))
    path.remove(at: 1)
    #expect(path.coordinates == [place(0, 0), place(3, 3)])
    path.removeLast()
    #expect(path.count == 1)
    path.removeAll()
    #expect(path.count == 0)
    path.removeLast()
    #expect(path.count == 0)
  }

  @Test("an index past the end lets the path grow")
  func growsPastItsEnd() {
    var path = MutablePath([place(1, 1)])
    path.insert(place(2, 2), at: 3)
    #expect(path.count == 4)
    #expect(!path.coordinate(at: 1).isValid && !path.coordinate(at: 2).isValid)
    #expect(path.coordinate(at: 3) == place(2, 2))
  }

  @Test("an index that names nothing is ignored")
  func ignoresIndicesThatNameNothing() {
    var path = MutablePath([place(1, 1)])
    for index in [-1, Int.min] {
      path.insert(place(0, 0), at: index)
      path.replace(at: index, with: place(0, 0))
    }
    path.replace(at: Int.max, with: place(0, 0))
    for index in [1, 5, -1, Int.max] { path.remove(at: index) }
    #expect(path.coordinates == [place(1, 1)])
  }

  @Test func keepsACopyApart() {
    var path = MutablePath([place(1, 1)])
    let copy = Path(path: path)
    path.add(place(2, 2))
    #expect(copy.count == 1)
  }
}

@Suite struct PolylineCodecTests {
  /// https://developers.google.com/maps/documentation/utilities/polylinealgorithm
  private let published = "_p~iF~ps|U_ulLnnqC_mqNvxq`@"
  private let publishedPlaces = [place(38.5, -120.2), place(40.7, -120.95), place(43.252, -126.453)]

  @Test("the published example, both ways")
  func readsAndWritesThePublishedExample() {
    #expect(Path(encodedPath: published)?.coordinates == publishedPlaces)
    #expect(MutablePath(encodedPath: published)?.coordinates == publishedPlaces)
    #expect(Path(publishedPlaces).encodedPath() == published)
  }

  /// The document's worked example: -179.9832104 is `~oia@.
  @Test func writesThePublishedNumber() {
    #expect(Path([place(0, -179.983_210_4)]).encodedPath() == "?`~oia@")
  }

  /// Valhalla's and OSRM's polyline6: the same bits with six decimals; 38.5 and -120.2 in units of 1e-6.
  @Test func keepsSixDecimals() throws {
    let places = [place(38.500_001, -120.200_002), place(-33.123_456, 151.654_321)]
    let decoded = try #require(Path(encodedPath: Path(places).encodedPath(precision: .six), precision: .six))
    #expect(decoded.coordinates == places)
  }

  @Test func givesBackWhatItWasGiven() throws {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<500 {
      let places = (0..<20).map { _ in
        place(.random(in: -90...90, using: &generator), .random(in: -180...180, using: &generator))
      }
      for precision in PolylinePrecision.allCases {
        let decoded = try #require(Path(encodedPath: Path(places).encodedPath(precision: precision), precision: precision))
        let half = precision == .five ? 0.500_001e-5 : 0.500_001e-6
        #expect(decoded.count == places.count)
        for (a, b) in zip(places, decoded.coordinates) {
          #expect(abs(a.latitude - b.latitude) <= half && abs(a.longitude - b.longitude) <= half)
        }
      }
    }
  }

  @Test(
    "what is no polyline is nil",
    arguments: [
      "_p~iF",  // a latitude without its longitude
      "_p~iF~ps|",  // cut off inside a number
      "_",  // cut off after its first group
      "_p~iF~ps|U ",  // a character below the alphabet
      "_p~iF~ps|Ué",  // one above it
      "\u{7F}?",
      "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~",  // a number without an end
      "~~~~~~~~~~~~?",  // one that does not fit
      "acidP?",  // latitude 90.00001
      "\0\0",
    ])
  func refusesGarbage(text: String) {
    #expect(Path(encodedPath: text) == nil)
  }

  @Test func readsTheEmptyTextAsTheEmptyPath() {
    #expect(Path(encodedPath: "")?.count == 0)
  }

  @Test func survivesEveryText() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let isAscii = Bool.random(using: &generator)
      let bytes = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
        UInt8.random(in: isAscii ? 63...126 : 0...255, using: &generator)
      }
      let path = Path(encodedPath: String(decoding: bytes, as: UTF8.self))
      #expect(path?.coordinates.allSatisfy(\.isValid) ?? true)
    }
  }

  @Test func leavesOutWhatCannotBeWritten() {
    let wild = [place(.nan, 0), place(38.5, -120.2), place(0, .infinity), place(91, 0)]
    #expect(Path(wild).encodedPath() == "_p~iF~ps|U")
    #expect(Path([place(0, 1e300)]).encodedPath().count > 0)
  }
}
