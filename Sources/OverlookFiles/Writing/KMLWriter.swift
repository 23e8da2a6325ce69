import OverlookFormats
import OverlookSupport

/// Features as KML 2.2, with their looks and properties; tracks with times as `gx:Track`.
enum KMLWriter {
  static func write(_ document: FileDocument, to file: OutputFile) throws(FormatError) {
    try file.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
      <name>\(XMLEscape.text(document.name))</name>

      """)
    for (number, look) in document.looks.enumerated() { try file.append(style(look, number) + "\n") }
    for feature in 0..<document.featureCount { try file.append(placemark(feature, document) + "\n") }
    try file.append("</Document></kml>\n")
  }

  private static func placemark(_ feature: Int, _ document: FileDocument) -> String {
    let look = document.shapes.records.look(of: feature)
    let title = document.title(of: feature).map { "<name>\(XMLEscape.text($0))</name>" } ?? ""
    let description = document.properties.value(feature, named: "description").map {
      "<description>\(XMLEscape.text($0.text))</description>"
    }
    let data = document.properties.values(of: feature).filter { $0.name != "description" && $0.name != "name" }.map {
      "<Data name=\"\(XMLEscape.text($0.name))\"><value>\(XMLEscape.text($0.value.text))</value></Data>"
    }
    return "<Placemark>" + title + (description ?? "") + (look >= 0 ? "<styleUrl>#look\(look)</styleUrl>" : "")
      + (data.isEmpty ? "" : "<ExtendedData>\(data.joined())</ExtendedData>") + geometry(feature, document.shapes)
      + "</Placemark>"
  }

  private static func geometry(_ feature: Int, _ shapes: FeatureShapes) -> String {
    let texts = shapes.shapes(of: feature).flatMap { shape in
      let parts = Array(shapes.parts(of: shape))
      switch shapes.shapes[shape].kind {
      case .points:
        return parts.flatMap { shapes.positions(of: $0) }.map {
          "<Point><coordinates>\(coordinates($0..<$0 + 1, shapes))</coordinates></Point>"
        }
      case .lines: return parts.map { line($0, shapes) }
      case .polygon: return [polygon(parts, shapes)]
      }
    }
    return texts.count == 1 ? texts[0] : texts.isEmpty ? "" : "<MultiGeometry>\(texts.joined())</MultiGeometry>"
  }

  private static func line(_ part: Int, _ shapes: FeatureShapes) -> String {
    let positions = shapes.positions(of: part)
    // A track has a time for each of its places: none that cannot be written may be left out, or the others would move up.
    let times = positions.compactMap { shapes.time($0).flatMap(WrittenNumber.time) }.map { "<when>\($0)</when>" }
    guard times.count == positions.count else {
      return "<LineString><coordinates>\(coordinates(positions, shapes))</coordinates></LineString>"
    }
    let places = positions.map { "<gx:coord>\(position($0, shapes, " "))</gx:coord>" }
    return "<gx:Track>\(times.joined())\(places.joined())</gx:Track>"
  }

  private static func polygon(_ parts: [Int], _ shapes: FeatureShapes) -> String {
    let rings = parts.enumerated().map { number, part in
      let positions = shapes.positions(of: part)
      let isClosed = shapes.place(positions.lowerBound) == shapes.place(positions.upperBound - 1)
      let end = isClosed ? "" : " " + position(positions.lowerBound, shapes, ",")
      let side = number == 0 ? "outerBoundaryIs" : "innerBoundaryIs"
      return "<\(side)><LinearRing><coordinates>\(coordinates(positions, shapes))\(end)</coordinates></LinearRing></\(side)>"
    }
    return "<Polygon>\(rings.joined())</Polygon>"
  }

  private static func coordinates(_ positions: Range<Int>, _ shapes: FeatureShapes) -> String {
    positions.map { position($0, shapes, ",") }.joined(separator: " ")
  }

  private static func position(_ position: Int, _ shapes: FeatureShapes, _ separator: String) -> String {
    var numbers = [shapes.coordinates[2 * position], shapes.coordinates[2 * position + 1]].map(WrittenNumber.degrees)
    if let height = shapes.height(position) { numbers.append(WrittenNumber.meters(height)) }
    return numbers.joined(separator: separator)
  }

  private static func style(_ look: FeatureLook, _ id: Int) -> String {
    func element(_ name: String, _ text: String?) -> String { text.map { "<\(name)>\($0)</\(name)>" } ?? "" }
    func number(_ value: Float?) -> String? { value.map { "\($0)" } }
    let line = element("color", look.strokeColor.map(color)) + element("width", number(look.strokeWidth))
    let area =
      element("color", look.fillColor.map(color)) + (look.isFilled ? "" : "<fill>0</fill>")
      + (look.isOutlined ? "" : "<outline>0</outline>")
    let icon =
      element("color", look.iconColor.map(color)) + element("scale", number(look.iconScale))
      + element("Icon", look.iconName.map { "<href>\(XMLEscape.text($0))</href>" })
    func group(_ name: String, _ text: String) -> String { text.isEmpty ? "" : "<\(name)>\(text)</\(name)>" }
    return "<Style id=\"look\(id)\">" + group("IconStyle", icon) + group("LineStyle", line) + group("PolyStyle", area)
      + "</Style>"
  }

  /// "aabbggrr".
  private static func color(_ color: Color) -> String {
    [color.alpha, color.blue, color.green, color.red].map { part in
      let digits = String(Int(clamping: Int64((part * 255).rounded())), radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
