import ArgumentParser
import OverlookFormats
import OverlookSupport

/// `overlook decode`: what is in a vector tile.
struct DecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode", abstract: "Prints what a vector tile (MVT, gzip data or not) holds.",
    discussion: """
      Without --json a line for each layer. With it {"layers": [{"name", "version", "extent", "features": [GeoJSON features in tile \
      units]}], "skipped": [{"layer", "reason", "count"}]}. Exit status 1: the file is no tile.
      """)

  @Argument(help: "A file with one tile.")
  var tile: String

  @Flag(help: "Print everything, as JSON.")
  var json = false

  func run() throws {
    let document: JSONValue
    do throws(FormatError) {
      document = try VectorTileJSON.document(try WholeFile.read(tile, byteLimit: VectorTileLimits.byteCount), thing: tile)
    } catch {
      throw CommandFailure(description: "\(tile): \(error)")
    }
    if json { return print(JSONWriter.text(document)) }
    for layer in document["layers"]?.array ?? [] { print(Self.line(layer)) }
    for entry in document["skipped"]?.array ?? [] {
      let place = entry["layer"]?.string.map { OutsideText.cleaned($0) + ": " } ?? ""
      Report.warning("\(place)\(entry["reason"]?.string ?? ""): \(JSONWriter.text(entry["count"] ?? .null))")
    }
  }

  /// "water: 12 features (10 Polygon, 2 MultiPolygon), extent 4096, version 2; class, id".
  private static func line(_ layer: JSONValue) -> String {
    let features = layer["features"]?.array ?? []
    var kinds: [String: Int] = [:]
    var keys: Set<String> = []
    for feature in features {
      kinds[feature["geometry"]?["type"]?.string ?? "", default: 0] += 1
      keys.formUnion(feature["properties"]?.object?.keys ?? [])
    }
    let counts = kinds.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    let attributes = keys.sorted().map { OutsideText.cleaned($0) }.joined(separator: ", ")
    let numbers = "extent \(JSONWriter.text(layer["extent"] ?? .null)), version \(JSONWriter.text(layer["version"] ?? .null))"
    return
      "\(OutsideText.cleaned(layer["name"]?.string ?? "")): \(features.count) features (\(counts)), \(numbers); \(attributes)"
  }
}
