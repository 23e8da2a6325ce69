import Overlook
import OverlookFormats
import OverlookSupport

/// What `overlook info` tells of a source.
struct SourceReport: Sendable {
  let source: TileSource
  let location: String
  /// What a tile of it turned out to be.
  let sample: TileSource.Sample

  /// Layers that are named without being asked for.
  private static let shownLayers = 20

  private var displayName: String { TileSource.displayName(of: location) }
  private var tileType: TileSource.Format { sample.format == .unknown ? source.tileFormat : sample.format }

  static func numbers(_ bounds: CoordinateBounds) -> [Double] {
    [bounds.southWest.longitude, bounds.southWest.latitude, bounds.northEast.longitude, bounds.northEast.latitude]
  }

  var object: [String: Any] {
    var object: [String: Any] = [
      "location": displayName, "kind": source.kind.rawValue, "name": source.name, "remote": source.isRemote,
      "minimumZoom": source.minimumZoom, "maximumZoom": source.maximumZoom, "bounds": Self.numbers(source.bounds),
      "tileType": tileType.rawValue, "vector": tileType == .mvt, "warnings": warnings,
    ]
    object["tilePixels"] = tileType == .mvt ? nil : sample.pixels ?? source.tilePixels
    object["tiles"] = source.tileCount
    object["bytes"] = source.byteCount
    object["attribution"] = source.attribution
    object["details"] = source.details
    object["layers"] = source.layers.isEmpty ? nil : source.layers.map(Self.object)
    return object
  }

  /// A name and a value on each line.
  var text: String {
    var lines: [(String, String)] = [
      ("location", displayName), ("kind", source.kind.rawValue + (source.isRemote ? ", on a server" : "")), ("name", source.name),
      ("zooms", "\(source.minimumZoom)-\(source.maximumZoom)"),
      ("bounds", PackText.bounds(source.bounds)), ("tile type", tileType.rawValue),
    ]
    if tileType != .mvt { lines.append(("tile pixels", "\(sample.pixels ?? source.tilePixels)")) }
    if let details = source.details { lines.append(("details", details)) }
    if let count = source.tileCount { lines.append(("tiles", "\(count)")) }
    if let count = source.byteCount { lines.append(("bytes", "\(count)")) }
    if let attribution = source.attribution { lines.append(("attribution", attribution)) }
    for layer in source.layers.prefix(Self.shownLayers) { lines.append(("layer", Self.line(layer))) }
    if source.layers.count > Self.shownLayers {
      lines.append(("layers", "\(source.layers.count) in all; --list-layers tells them"))
    }
    for warning in warnings { lines.append(("warning", warning)) }
    return ReportText.lines(lines)
  }

  // MARK: Layers

  static func object(_ layer: TileSource.Layer) -> [String: Any] {
    var object: [String: Any] = ["name": layer.name, "title": layer.title, "depth": layer.depth]
    object["styles"] = layer.styles.isEmpty ? nil : layer.styles
    object["matrixSets"] = layer.matrixSets.isEmpty ? nil : layer.matrixSets
    object["formats"] = layer.formats.isEmpty ? nil : layer.formats
    object["times"] = layer.times.isEmpty ? nil : layer.times
    object["defaultTime"] = layer.defaultTime
    object["bounds"] = layer.bounds.map(numbers)
    return object
  }

  /// One layer with all that can be chosen of it.
  static func line(_ layer: TileSource.Layer) -> String {
    var parts = [layer.name.isEmpty ? "(\(layer.title))" : layer.name]
    if !layer.name.isEmpty, layer.title != layer.name { parts.append("\"\(layer.title)\"") }
    func add(_ name: String, _ values: [String]) {
      if !values.isEmpty { parts.append("\(name): \(values.joined(separator: ", "))") }
    }
    add("styles", layer.styles.filter { !$0.isEmpty })
    add("matrix sets", layer.matrixSets)
    add("formats", layer.formats)
    add("times", Array(layer.times.prefix(10)) + (layer.times.count > 10 ? ["... (\(layer.times.count))"] : []))
    add("default time", layer.defaultTime.map { [$0] } ?? [])
    // The names of a server are shown as they are asked for, but for what a terminal would act upon.
    let text = parts.map { OutsideText.cleaned($0, limit: 1000) }.joined(separator: "  ")
    return String(repeating: "  ", count: min(layer.depth, 20)) + text
  }

  private var warnings: [String] { source.warnings + (sample.warning.map { [$0] } ?? []) }
}
