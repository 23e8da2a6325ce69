import Overlook
import OverlookGeometry

/// Something that a person draws or measures on the map. A value.
struct Figure: Hashable, Sendable {
  enum Kind: String, Codable, CaseIterable, Sendable {
    case point, line, area, circle, text
  }

  var kind: Kind
  /// A circle has its middle and a place on its rim; points and texts have one place.
  var places: [LocationCoordinate]
  /// Of an area, each with three places at least.
  var holes: [[LocationCoordinate]] = []
  var color = Figure.defaultColor
  /// Of lines, in points of the screen.
  var width = 3.0
  /// Of areas and circles, 0 ... 1.
  var fillOpacity = 0.2
  /// What it is called; of a text what it says.
  var name = ""
  var note = ""

  static let defaultColor = Color(red: 0.88, green: 0.23, blue: 0.18)
  /// Offered to choose from; told apart by people who see few colours, and on light and dark maps.
  static let colors: [Color] = [
    defaultColor, Color(red: 0.96, green: 0.55, blue: 0.10), Color(red: 0.93, green: 0.77, blue: 0.12),
    Color(red: 0.20, green: 0.62, blue: 0.30), Color(red: 0.10, green: 0.42, blue: 0.86),
    Color(red: 0.50, green: 0.28, blue: 0.78), Color(red: 0.13, green: 0.15, blue: 0.18), .white,
  ]
  /// More are not kept: a hand does not set them.
  static let maximumPlaces = 50_000
  /// Corners of the line that stands for a circle.
  private static let circleCorners = 96

  init(_ kind: Kind, _ places: [LocationCoordinate] = []) {
    self.kind = kind
    self.places = places
  }

  /// How many places it needs to be anything.
  var neededPlaces: Int {
    switch kind {
    case .point, .text: 1
    case .line, .circle: 2
    case .area: 3
    }
  }

  /// How many places it takes; nil for any number.
  var placeLimit: Int? {
    switch kind {
    case .point, .text: 1
    case .circle: 2
    case .line, .area: nil
    }
  }

  var isComplete: Bool { places.count >= neededPlaces }

  /// The line around it, or along it, as it is drawn and saved.
  var outline: [LocationCoordinate] {
    guard kind == .circle else { return places }
    guard places.count == 2, let radius = Geodesic(from: places[0], to: places[1]) else { return [] }
    return (0..<Self.circleCorners).map { corner in
      let bearing = radius.startBearing + 360 * Double(corner) / Double(Self.circleCorners)
      return corner == 0 ? places[1] : Geodesic.place(from: places[0], bearing: bearing, meters: radius.meters)
    }
  }

  /// Numbers of the places between which a place can be inserted, as the ends of its sections.
  var sections: [(from: Int, to: Int)] {
    guard places.count > 1, kind == .line || kind == .area else { return [] }
    let open = (1..<places.count).map { (from: $0 - 1, to: $0) }
    return kind == .area && places.count > 2 ? open + [(from: places.count - 1, to: 0)] : open
  }

  /// Moves all of it by as many degrees as lie between two places, no farther than the poles.
  mutating func move(from start: LocationCoordinate, to end: LocationCoordinate) {
    guard start.isValid, end.isValid else { return }
    let north = places.map(\.latitude).max() ?? 0
    let south = places.map(\.latitude).min() ?? 0
    let up = min(max(end.latitude - start.latitude, -89.9 - south), 89.9 - north)
    let right = Angle.wrappedDegrees(end.longitude - start.longitude)
    func moved(_ places: [LocationCoordinate]) -> [LocationCoordinate] {
      places.map { LocationCoordinate(latitude: $0.latitude + up, longitude: $0.longitude + right).normalized }
    }
    places = moved(places)
    holes = holes.map(moved)
  }
}
