import ArgumentParser
import Foundation
import Overlook
import OverlookFormats
import OverlookSupport

/// `overlook info`: what a source of tiles is.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Tells what a source of tiles, a 3D model or a file of features is.",
    discussion: """
      With --json, one object: location, kind (template, tilejson, tms, wmts, wms, mbtiles, pmtiles, geotiff), name, details, \
      remote, minimumZoom, maximumZoom, bounds [west, south, east, north], tileType, tilePixels, tiles, bytes, attribution, \
      vector, warnings, and layers: name, title, depth, styles, matrixSets, formats, times, defaultTime, bounds. What is not \
      known is left out. Exit status 1: the source cannot be used. Of a model (.gltf, .glb): location, kind (gltf), name, size \
      [width, height, length] in metres, triangles, vertices, parts, nodes, materials, textures, clips (name, seconds), \
      warnings. Of a file of features (GeoJSON, GPX, KML, KMZ, tables and others): location, kind, name, description, features, \
      points, lines, areas, positions, bounds, crs, times, folders, properties (name, type), tracks (name, meters, ascent, \
      descent, movingSeconds, averageSpeed), pictures, links, tours, notes, warnings.
      """)

  @Argument(help: ArgumentHelp("What to look at: anything that --tiles takes, or a file of features.", valueName: "source"))
  var source: String

  @OptionGroup var choice: SourceChoiceOptions
  @OptionGroup var network: NetworkOptions

  @Flag(help: "Print JSON instead of text.")
  var json = false

  @Flag(help: "Tell all of every layer, and nothing else.")
  var listLayers = false

  @Option(help: ArgumentHelp("How long the source may take to answer.", valueName: "seconds"), transform: FiniteArgument.parse)
  var timeout = FiniteArgument(30)

  func validate() throws {
    guard timeout.value >= 0 else { throw ValidationError("--timeout must not be negative") }
    try choice.check([source])
  }

  func run() throws {
    if ModelReader.isModel(path: source) {
      let report = try ModelReport(path: source)
      return print(json ? try Self.text(of: report.object) : report.text)
    }
    if FileReport.tells(of: source) {
      let report = try FileReport(path: source)
      return print(json ? try Self.text(of: report.object) : report.text)
    }
    MainActor.assumeIsolated { network.apply() }
    let options = try choice.options(for: [source])
    let (location, seconds) = (source, timeout.value)
    if listLayers {
      let layers = try SourceOpening.wait(for: location, seconds) { () throws(TileSourceError) in
        try await TileSource.layers(of: location, options: options)
      }
      guard !layers.isEmpty else {
        throw CommandFailure(description: "\(TileSource.displayName(of: location)) has no layers to choose from")
      }
      return try print(json ? Self.text(of: layers.map(Self.object)) : layers.map(Self.line).joined(separator: "\n"))
    }
    let report = try SourceOpening.wait(for: location, seconds) { () throws(TileSourceError) in
      let source = try await TileSource.open(location, options: options)
      let sample = try await source.sample()
      // Of a template nothing else is known: one that gives no tile for a fault of its server is none.
      if source.kind == .template, let fault = sample.warning { throw .unavailable(source: source.messageName, fault: fault) }
      return SourceReport(source: source, location: location, sample: sample)
    }
    print(json ? try Self.text(of: report.object) : report.text)
  }

  static func text(of object: Any) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }

  /// A name and a value on each line.
  static func text(of lines: [(String, String)]) -> String {
    lines.map { $0.padding(toLength: 12, withPad: " ", startingAt: 0) + " " + $1 }.joined(separator: "\n")
  }

  static func object(_ layer: TileSource.Layer) -> [String: Any] {
    var object: [String: Any] = ["name": layer.name, "title": layer.title, "depth": layer.depth]
    object["styles"] = layer.styles.isEmpty ? nil : layer.styles
    object["matrixSets"] = layer.matrixSets.isEmpty ? nil : layer.matrixSets
    object["formats"] = layer.formats.isEmpty ? nil : layer.formats
    object["times"] = layer.times.isEmpty ? nil : layer.times
    object["defaultTime"] = layer.defaultTime
    object["bounds"] = layer.bounds.map(SourceReport.numbers)
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
}

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
    object["layers"] = source.layers.isEmpty ? nil : source.layers.map(InfoCommand.object)
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
    for layer in source.layers.prefix(Self.shownLayers) { lines.append(("layer", InfoCommand.line(layer))) }
    if source.layers.count > Self.shownLayers {
      lines.append(("layers", "\(source.layers.count) in all; --list-layers tells them"))
    }
    for warning in warnings { lines.append(("warning", warning)) }
    return InfoCommand.text(of: lines)
  }

  private var warnings: [String] { source.warnings + (sample.warning.map { [$0] } ?? []) }
}
