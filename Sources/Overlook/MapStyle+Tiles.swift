import Foundation
import OverlookFormats
import OverlookStyle
import OverlookStyledMap
package import OverlookTiles

extension MapStyle {
  /// A style for vector tiles that come without one: an embedded style with these tiles as its data where their layers are those
  /// that it draws, else one that gives each layer a colour of its own. Nil when nothing is known of the layers of a file.
  ///
  /// - Parameters:
  ///   - location: Of the source, as it was opened.
  ///   - name: Of the embedded style.
  ///   - keepsWorld: Whether the embedded world stays below tiles of the whole world, for when they cannot be had.
  package init?(showing source: TileSource, at location: String, named name: String = "day", keepsWorld: Bool = false) {
    let names = source.layers.map(\.name)
    // A file that does not say is no map of ours.
    guard !names.isEmpty || source.isRemote else { return nil }
    let tiles = Self.tiles(of: source, at: location)
    if let style = Self.embedded(name), style.document.source("city") != nil, names.isEmpty || style.draws(names) {
      self = style.replacingTiles(with: tiles, of: source, keepsWorld: keepsWorld)
      return
    }
    guard !names.isEmpty, var document = try? StyleDocument(json: Self.plainStyle(names), thing: "the style") else { return nil }
    for index in document.sources.indices { document.sources[index].kind = .vector(tiles) }
    document.rename(source: "tiles", to: source.messageName)
    self.init(document: document, base: StyleBase(place: .folder(FileManager.default.currentDirectoryPath)))
  }

  /// Whether vector tiles have the layers that the embedded styles draw, or may have them: nobody knows.
  package static func isMap(_ source: TileSource) -> Bool {
    let names = source.layers.map(\.name)
    return names.isEmpty ? source.isRemote : embedded("day")?.draws(names) == true
  }

  /// Whether the style draws some of the source layers of these names.
  private func draws(_ names: [String]) -> Bool {
    let drawn = Set(document.layers.compactMap(\.sourceLayer))
    return names.count { drawn.contains($0) } >= min(names.count, 3)
  }

  /// The highest zoom from which on tiles are of the whole world, and take the place of the embedded one.
  private static let worldZoom = 3

  /// These tiles as the city of the style. The embedded world stays below them, unless they begin with the world themselves.
  private func replacingTiles(with tiles: StyleSource.Tiles, of source: TileSource, keepsWorld: Bool) -> MapStyle {
    var document = document
    let isWorld = !keepsWorld && source.minimumZoom <= Self.worldZoom && source.extent.bounds == nil
    for index in document.sources.indices where isWorld || document.sources[index].id == "city" {
      if case .vector = document.sources[index].kind { document.sources[index].kind = .vector(tiles) }
    }
    // Messages name what the user gave.
    document.rename(source: "city", to: source.messageName)
    return MapStyle(document: document, base: base)
  }

  private static func tiles(of source: TileSource, at location: String) -> StyleSource.Tiles {
    var tiles = StyleSource.Tiles()
    let plain = location.replacing(/^(pmtiles|mbtiles|tilejson):(\/\/)?/, with: "")
    let isWeb = plain.lowercased().hasPrefix("http") || CustomProtocols.shared.answers(plain)
    let path = isWeb || plain.hasPrefix("/") ? plain : "\(FileManager.default.currentDirectoryPath)/\(plain)"
    if source.kind == .template {
      tiles.templates = [plain]
      tiles.minimumZoom = source.minimumZoom
      tiles.maximumZoom = source.maximumZoom
    } else {
      // Documents of styles name the archives of tiles so.
      let isArchive = source.kind == .pmtiles || source.kind == .mbtiles
      tiles.url = isArchive ? "\(source.kind.rawValue)://\(path)" : path
    }
    return tiles
  }

  /// Areas, lines and points of each layer in a colour of its own.
  private static func plainStyle(_ names: [String]) -> JSONValue {
    var layers: [String] = [#"{"id": "ground", "type": "background", "paint": {"background-color": "rgb(246, 244, 239)"}}"#]
    for (kind, type) in [("Polygon", "fill"), ("LineString", "line"), ("Point", "circle")] {
      for (index, name) in names.prefix(100).enumerated() {
        let color = "hsl(\((index * 137) % 360), 55%, \(type == "fill" ? 75 : 45)%)"
        let layer = JSONWriter.text(.string(name))
        let paint =
          switch type {
          case "fill": #""fill-color": "\#(color)", "fill-opacity": 0.6"#
          case "line": #""line-color": "\#(color)", "line-width": ["interpolate", ["linear"], ["zoom"], 8, 0.7, 16, 2]"#
          default: #""circle-color": "\#(color)", "circle-radius": ["interpolate", ["linear"], ["zoom"], 8, 1.5, 16, 4]"#
          }
        layers.append(
          #"{"id": "\#(type) \#(index)", "type": "\#(type)", "source": "tiles", "source-layer": \#(layer), "#
            + #""filter": ["==", ["geometry-type"], "\#(kind)"], "paint": {\#(paint)}}"#)
      }
    }
    let text =
      #"{"version": 8, "sources": {"tiles": {"type": "vector", "url": "x"}}, "layers": [\#(layers.joined(separator: ","))]}"#
    return (try? JSONParser.parse(Array(text.utf8), thing: "the style")) ?? .null
  }
}

extension StyleDocument {
  fileprivate mutating func rename(source old: String, to new: String) {
    guard source(new) == nil else { return }
    for index in sources.indices where sources[index].id == old { sources[index].id = new }
    for index in layers.indices where layers[index].source == old { layers[index].source = new }
  }
}

extension MapStyle {
  /// Whether controls above the map should be dark: the colour of its background, at zoom 0, is nearer to black than to white. False for
  /// a style without a background of one colour.
  package var isDark: Bool { (document.groundColor(zoom: 0)?.luminance ?? 1) < 0.5 }
}

extension StyleDocument {
  /// Whether the colour of the background is a dark one at `zoom`, of the style's; nil for a style without.
  func hasDarkGround(zoom: Double) -> Bool? {
    groundColor(zoom: zoom).map { $0.luminance < StyleColor.darkGroundLuminance }
  }

  /// The colour of the background at `zoom`, of the style's; nil for a style without.
  fileprivate func groundColor(zoom: Double) -> StyleColor? {
    guard let background = layers.first(where: { $0.kind == .background }) else { return nil }
    let value: StyleValue?
    switch background.properties[.backgroundColor] {
    case .constant(let constant)?: value = constant
    case .expression(let program)?:
      var context = ExpressionContext()
      context.zoom = zoom
      context.globalState = globalState
      value = try? program.evaluate(context)
    case nil: value = nil
    }
    guard case .color(let color)? = value else { return nil }
    return color
  }
}
