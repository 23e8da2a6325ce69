import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// What `overlook info` tells of a file of people.
struct FileReport {
  private let document: FileDocument
  /// What a large file says of itself, of which no feature is read; nil for one that is read.
  private let header: FlatGeobufHeader?
  private let location: String
  /// Properties, links and tracks that are told one by one.
  private static let shownCount = 20

  init(path: String) throws(CommandFailure) {
    location = OutsideText.cleaned(path)
    do throws(FormatError) {
      if var file = try FlatGeobufFile.large(path: path, head: try FileInput(path: path).head) {
        header = file.header
        document = try Self.document(of: &file)
      } else {
        header = nil
        document = try FileFormats.read(path: path)
      }
    } catch {
      throw CommandFailure(description: "\(error)")
    }
  }

  private static func document(of file: inout FlatGeobufFile) throws(FormatError) -> FileDocument {
    var document = FileDocument(format: "FlatGeobuf")
    (document.name, document.crs, document.bounds) = (file.header.name, file.header.crs, try file.bounds())
    document.notes = ["the file is large: this is what it says of itself, and no feature was read"]
    return document
  }

  private var featureCount: UInt64 { header?.featureCount ?? UInt64(clamping: document.featureCount) }

  /// Whether the file at `path` is one of these; files that are opened as maps are not.
  static func tells(of path: String) -> Bool {
    guard !path.contains("://"), let input = try? FileInput(path: path) else { return false }
    return FileFormats.format(of: input) != nil
  }

  private func count(_ kind: FeatureShapes.Kind) -> Int { document.shapes.shapes.count { $0.kind == kind } }

  private var times: ClosedRange<Double>? {
    let times = document.shapes.times.filter(\.isFinite)
    guard let first = times.min(), let last = times.max() else { return nil }
    return first...last
  }

  private func clean(_ text: String) -> String { OutsideText.cleaned(text) }

  private var properties: [(name: String, type: String)] {
    if let header { return header.columns.map { (clean($0.name), $0.type) } }
    return document.properties.columns.filter { $0.count > 0 }.map { column in
      let type =
        switch column.kind {
        case .bools: "boolean"
        case .integers: "integer"
        case .numbers: "number"
        case .texts: "text"
        case .json: "JSON"
        case .empty, .mixed: "mixed"
        }
      return (clean(column.name), type)
    }
  }

  private var tracks: [(name: String, statistics: TrackStatistics)] {
    var tracks: [(name: String, statistics: TrackStatistics)] = []
    for feature in 0..<document.featureCount where tracks.count < Self.shownCount {
      guard document.shapes.positions(ofFeature: feature).contains(where: isMeasured),
        let statistics = TrackStatistics(document.shapes, feature: feature)
      else { continue }
      tracks.append((document.title(of: feature) ?? "track \(tracks.count + 1)", statistics))
    }
    return tracks
  }

  private func isMeasured(_ position: Int) -> Bool {
    document.shapes.time(position) != nil || document.shapes.height(position) != nil
  }

  // MARK: JSON

  var object: [String: Any] {
    var object: [String: Any] = [
      "location": location, "kind": document.format, "name": clean(document.name), "features": featureCount,
      "properties": properties.map { ["name": $0.name, "type": $0.type] }, "warnings": warnings,
    ]
    if header == nil {
      (object["points"], object["lines"], object["areas"]) = (count(.points), count(.lines), count(.polygon))
      object["positions"] = document.shapes.positionCount
    }
    object["description"] = document.summary.isEmpty ? nil : clean(document.summary)
    object["bounds"] = document.bounds.isValid ? SourceReport.numbers(document.bounds) : nil
    object["crs"] = document.crs.map(clean)
    object["folders"] = document.folders.isEmpty ? nil : document.folders.map { clean($0.name) }
    object["links"] =
      document.links.isEmpty ? nil : document.links.map { ["name": clean($0.name), "address": clean($0.address)] }
    object["pictures"] = document.groundOverlays.isEmpty ? nil : document.groundOverlays.map { clean($0.name) }
    object["tours"] = document.tours.isEmpty ? nil : document.tours.map { clean($0.name) }
    object["times"] = times.map { [Self.time($0.lowerBound), Self.time($0.upperBound)] }
    object["notes"] = document.notes.isEmpty ? nil : document.notes.map(clean)
    let tracks = tracks.map(Self.object)
    object["tracks"] = tracks.isEmpty ? nil : tracks
    return object
  }

  private static func object(_ track: (name: String, statistics: TrackStatistics)) -> [String: Any] {
    let statistics = track.statistics
    var object: [String: Any] = ["name": track.name, "meters": statistics.lengthMeters.rounded()]
    object["ascent"] = statistics.ascentMeters?.rounded()
    object["descent"] = statistics.descentMeters?.rounded()
    object["lowest"] = statistics.lowest
    object["highest"] = statistics.highest
    object["start"] = statistics.start.map(time)
    object["end"] = statistics.end.map(time)
    object["movingSeconds"] = statistics.start == nil ? nil : statistics.movingSeconds.rounded()
    object["averageSpeed"] = statistics.averageSpeed
    return object
  }

  private static func time(_ seconds: Double) -> String { ISOTime(secondsOf: seconds.rounded()).text }

  private var warnings: [String] {
    let faults = document.faults.first.prefix(Self.shownCount).map { $0.place.isEmpty ? $0.fault : "\($0.place): \($0.fault)" }
    let rest = document.faults.count - faults.count
    return faults.map { OutsideText.cleaned($0, limit: 600) } + (rest > 0 ? ["\(rest) more faults"] : [])
  }

  // MARK: Text

  /// A name and a value on each line.
  var text: String {
    var lines: [(String, String)] = [("location", location), ("kind", document.format), ("name", clean(document.name))]
    if !document.summary.isEmpty { lines.append(("description", clean(document.summary))) }
    let kinds = [(count(.points), "points"), (count(.lines), "lines"), (count(.polygon), "areas")].filter { $0.0 > 0 }
    let parts = kinds.isEmpty ? "" : " (\(kinds.map { "\($0.0) \($0.1)" }.joined(separator: ", ")))"
    let positions = header == nil ? ", \(document.shapes.positionCount) positions" : ""
    lines.append(("features", "\(featureCount)\(parts)\(positions)"))
    if document.bounds.isValid { lines.append(("bounds", PackText.bounds(document.bounds))) }
    if let crs = document.crs { lines.append(("crs", clean(crs))) }
    if let times { lines.append(("times", "\(Self.time(times.lowerBound)) to \(Self.time(times.upperBound))")) }
    for folder in document.folders.prefix(Self.shownCount) { lines.append(("folder", clean(folder.name))) }
    for (name, type) in properties.prefix(Self.shownCount) { lines.append(("property", "\(name) (\(type))")) }
    if properties.count > Self.shownCount { lines.append(("properties", "\(properties.count) in all")) }
    for track in tracks { lines.append(("track", Self.text(track))) }
    for overlay in document.groundOverlays.prefix(Self.shownCount) { lines.append(("picture", clean(overlay.name))) }
    for link in document.links.prefix(Self.shownCount) { lines.append(("link", clean("\(link.name) \(link.address)"))) }
    for tour in document.tours.prefix(Self.shownCount) {
      lines.append(("tour", "\(clean(tour.name)), \(tour.stops.count) stops"))
    }
    for note in document.notes.prefix(Self.shownCount) { lines.append(("note", clean(note))) }
    for warning in warnings { lines.append(("warning", warning)) }
    return ReportText.lines(lines)
  }

  private static func text(_ track: (name: String, statistics: TrackStatistics)) -> String {
    let statistics = track.statistics
    var parts = ["\(track.name): \(PackText.number((statistics.lengthMeters / 10).rounded() / 100)) km"]
    if let ascent = statistics.ascentMeters, let descent = statistics.descentMeters {
      parts.append("up \(PackText.number(ascent.rounded())) m, down \(PackText.number(descent.rounded())) m")
    }
    if let speed = statistics.averageSpeed {
      parts.append("moving \(PackText.number((statistics.movingSeconds / 60).rounded())) min")
      parts.append("\(PackText.number((speed * 36).rounded() / 10)) km/h")
    }
    return parts.joined(separator: ", ")
  }
}
