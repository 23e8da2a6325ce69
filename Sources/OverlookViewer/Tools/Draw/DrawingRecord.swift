import Foundation
import Overlook

/// A drawing as the session keeps it.
struct DrawingRecord: Codable, Sendable {
  struct Entry: Codable, Sendable {
    var kind: Figure.Kind
    /// Latitude and longitude in turn.
    var places: [Double]
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
        kind: figure.kind, places: figure.places.flatMap { [$0.latitude, $0.longitude] },
        color: [figure.color.red, figure.color.green, figure.color.blue], width: figure.width, fillOpacity: figure.fillOpacity,
        name: figure.name.isEmpty ? nil : figure.name, note: figure.note.isEmpty ? nil : figure.note)
    }
  }

  /// The figures that are of use.
  var usable: [Figure] {
    figures.prefix(Sketch.maximumFigures).compactMap { entry in
      guard entry.places.count % 2 == 0, entry.places.count / 2 <= Figure.maximumPlaces else { return nil }
      var figure = Figure(
        entry.kind,
        stride(from: 0, to: entry.places.count, by: 2).map {
          LocationCoordinate(latitude: entry.places[$0], longitude: entry.places[$0 + 1])
        })
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
