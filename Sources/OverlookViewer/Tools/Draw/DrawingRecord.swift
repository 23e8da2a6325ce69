import Foundation
import Overlook

/// A drawing as the session keeps it.
struct DrawingRecord: Codable, Sendable {
  struct Entry: Codable, Sendable {
    var kind: Figure.Kind
    /// Latitude and longitude in turn.
    var places: [Double]
    /// Of an area: places of each hole, as `places`.
    var holes: [[Double]]?
    /// Red, green, blue: 0 ... 1.
    var color: [Float]
    var width: Double
    var fillOpacity: Double
    var name: String?
    var note: String?
  }

  var figures: [Entry]
  /// Where it was saved last.
  var path: String?

  init(_ figures: [Figure], path: String?) {
    self.path = path
    self.figures = figures.filter(\.isComplete).map { figure in
      Entry(
        kind: figure.kind, places: Self.numbers(figure.places),
        holes: figure.holes.isEmpty ? nil : figure.holes.map(Self.numbers),
        color: [figure.color.red, figure.color.green, figure.color.blue], width: figure.width, fillOpacity: figure.fillOpacity,
        name: figure.name.isEmpty ? nil : figure.name, note: figure.note.isEmpty ? nil : figure.note)
    }
  }

  private static func numbers(_ places: [LocationCoordinate]) -> [Double] { places.flatMap { [$0.latitude, $0.longitude] } }

  private static func places(_ numbers: [Double]) -> [LocationCoordinate]? {
    guard numbers.count % 2 == 0 else { return nil }
    return stride(from: 0, to: numbers.count, by: 2).map {
      LocationCoordinate(latitude: numbers[$0], longitude: numbers[$0 + 1])
    }
  }

  /// The figures that are of use.
  var usable: [Figure] {
    figures.prefix(Sketch.maximumFigures).compactMap { entry in
      let numbers = entry.places.count + (entry.holes ?? []).reduce(0) { $0 + $1.count }
      guard numbers / 2 <= Figure.maximumPlaces, let places = Self.places(entry.places) else { return nil }
      var figure = Figure(entry.kind, places)
      if figure.kind == .area {
        figure.holes = (entry.holes ?? []).compactMap(Self.places).filter { $0.count > 2 && $0.allSatisfy(\.isValid) }
      }
      if let limit = figure.placeLimit, figure.places.count > limit { return nil }
      guard figure.isComplete, figure.places.allSatisfy(\.isValid) else { return nil }
      if entry.color.count == 3 { figure.color = Color(red: entry.color[0], green: entry.color[1], blue: entry.color[2]) }
      if entry.width.isFinite { figure.width = min(max(entry.width, 0.5), 30) }
      if entry.fillOpacity.isFinite { figure.fillOpacity = min(max(entry.fillOpacity, 0), 1) }
      figure.name = String((entry.name ?? "").prefix(256))
      figure.note = String((entry.note ?? "").prefix(2000))
      return figure
    }
  }
}
