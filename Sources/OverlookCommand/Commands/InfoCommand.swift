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
      return print(json ? try ReportText.json(of: report.object) : report.text)
    }
    if FileReport.tells(of: source) {
      let report = try FileReport(path: source)
      return print(json ? try ReportText.json(of: report.object) : report.text)
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
      return try print(
        json ? ReportText.json(of: layers.map(SourceReport.object)) : layers.map(SourceReport.line).joined(separator: "\n"))
    }
    let report = try SourceOpening.wait(for: location, seconds) { () throws(TileSourceError) in
      let source = try await TileSource.open(location, options: options)
      let sample = try await source.sample()
      // Of a template nothing else is known: one that gives no tile for a fault of its server is none.
      if source.kind == .template, let fault = sample.warning { throw .unavailable(source: source.messageName, fault: fault) }
      return SourceReport(source: source, location: location, sample: sample)
    }
    print(json ? try ReportText.json(of: report.object) : report.text)
  }
}
