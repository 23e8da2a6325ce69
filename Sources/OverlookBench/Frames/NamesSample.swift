import Overlook
import OverlookGeometry

/// A map of nothing but names in rows and columns, a thousand of them in a view of `BenchStage.size`, and as many on each side.
enum NamesSample {
  static let camera = CameraPosition(latitude: 0, longitude: 0, zoom: 8)
  /// Points from one to the next.
  private static let (stepX, stepY) = (25.6, 30.72)
  private static let (columns, rows) = (120, 75)

  /// `allowsOverlap`: all are shown, at eight letters each; else such of two letters as have room beside each other.
  static func style(allowsOverlap: Bool) throws -> MapStyle {
    let degrees = 360 / (256 * 256.0)
    var features: [String] = []
    for row in 0..<rows {
      for column in 0..<columns {
        let (x, y) = ((Double(column) - 59.5) * stepX * degrees, (Double(row) - 37) * stepY * degrees)
        let letters = (0..<(allowsOverlap ? 8 : 2)).map { number in
          Character(UnicodeScalar(UInt8(97 + (row * 31 + column * 7 + number * 5) % 26)))
        }
        features.append(
          #"{"type":"Feature","properties":{"n":"\#(String(letters))"},"geometry":{"type":"Point","coordinates":[\#(x),\#(y)]}}"#)
      }
    }
    return try MapStyle(
      json: #"""
        {"version": 8, "sources": {"s": {"type": "geojson", "data": {"type": "FeatureCollection", "features": [\#(
          features.joined(separator: ","))]}}},
         "layers": [{"id": "back", "type": "background", "paint": {"background-color": "#eee"}},
           {"id": "names", "type": "symbol", "source": "s", "layout": {"text-field": ["get", "n"], "text-size": 10,
             "text-allow-overlap": \#(allowsOverlap), "text-ignore-placement": \#(allowsOverlap), "text-padding": 0}}]}
        """#)
  }
}
