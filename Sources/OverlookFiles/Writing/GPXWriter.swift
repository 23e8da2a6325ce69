import OverlookFormats

/// Features as GPX 1.1: points as waypoints, lines as tracks, areas as tracks around them.
enum GPXWriter {
  static func write(_ document: FileDocument, to file: OutputFile) throws(FormatError) {
    try file.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="Overlook" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
      <metadata><name>\(XMLEscape.text(document.name))</name></metadata>

      """)
    // The schema wants all waypoints before the first track.
    for feature in 0..<document.featureCount { try writePoints(feature, document, to: file) }
    for feature in 0..<document.featureCount { try writeLines(feature, document, to: file) }
    try file.append("</gpx>\n")
  }

  private static func writePoints(_ feature: Int, _ document: FileDocument, to file: OutputFile) throws(FormatError) {
    for shape in document.shapes.shapes(of: feature) where document.shapes.shapes[shape].kind == .points {
      for position in document.shapes.parts(of: shape).flatMap({ document.shapes.positions(of: $0) }) {
        try file.append(point("wpt", position, document.shapes, words(feature, document)) + "\n")
      }
    }
  }

  private static func writeLines(_ feature: Int, _ document: FileDocument, to file: OutputFile) throws(FormatError) {
    let shapes = document.shapes
    let lines = shapes.shapes(of: feature).filter { shapes.shapes[$0].kind != .points }
    guard !lines.isEmpty else { return }
    try file.append("<trk>\(words(feature, document))")
    for part in lines.flatMap({ shapes.parts(of: $0) }) {
      try file.append("<trkseg>\n")
      for position in shapes.positions(of: part) { try file.append(point("trkpt", position, shapes, "") + "\n") }
      try file.append("</trkseg>")
    }
    try file.append("</trk>\n")
  }

  private static func words(_ feature: Int, _ document: FileDocument) -> String {
    func element(_ name: String, _ property: String) -> String {
      guard let text = document.properties.value(feature, named: property)?.text else { return "" }
      return "<\(name)>\(XMLEscape.text(text))</\(name)>"
    }
    let title = document.title(of: feature).map { "<name>\(XMLEscape.text($0))</name>" } ?? ""
    return title + element("cmt", "comment") + element("desc", "description") + element("sym", "symbol") + element("type", "type")
  }

  /// In the order of the schema: height, time, words, extensions.
  private static func point(_ name: String, _ position: Int, _ shapes: FeatureShapes, _ words: String) -> String {
    let (longitude, latitude) = (
      shapes.coordinates[2 * position].remainder(dividingBy: 360), shapes.coordinates[2 * position + 1]
    )
    let start = "<\(name) lat=\"\(WrittenNumber.degrees(latitude))\" lon=\"\(WrittenNumber.degrees(longitude))\">"
    let height = shapes.height(position).map { "<ele>\(WrittenNumber.meters($0))</ele>" } ?? ""
    let time = shapes.time(position).flatMap(WrittenNumber.time).map { "<time>\($0)</time>" } ?? ""
    let measures = [("heart rate", "hr"), ("cadence", "cad"), (PointMeasure.speed, "speed"), (PointMeasure.course, "course")]
    let values = measures.compactMap { measure, tag in
      shapes.measure(measure, at: position).map { "<gpxtpx:\(tag)>\(WrittenNumber.meters($0))</gpxtpx:\(tag)>" }
    }
    let extensions =
      values.isEmpty
      ? "" : "<extensions><gpxtpx:TrackPointExtension>\(values.joined())</gpxtpx:TrackPointExtension></extensions>"
    return start + height + time + words + extensions + "</\(name)>"
  }
}
