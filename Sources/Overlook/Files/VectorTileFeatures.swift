import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookLayout
import OverlookStyle
import OverlookSupport

/// Makes features as those of a file of the layers of vector tiles. What a tile holds of its neighbours is cut off, and areas have outlines
/// only where they are no edges of tiles.
struct VectorTileFeatures {
  private var builder: FeatureBuilder
  /// Those that are wanted; empty for all.
  private let names: Set<String>
  private let looks: [String: FeatureLook]
  private let limit: Int
  private var isFull = false
  private var ring: [WorldPoint] = []
  private var scratch: [WorldPoint] = []

  /// Beyond a tile's layers of these names, none are taken, and beyond `limit` no features.
  init(_ names: [String], format: String, limit: Int) {
    builder = FeatureBuilder(format: format)
    self.names = Set(names)
    self.limit = limit
    looks = Self.looks(names)
  }

  private static let colors = [
    Color(red: 0.12, green: 0.47, blue: 0.90), Color(red: 0.90, green: 0.38, blue: 0.05),
    Color(red: 0.10, green: 0.55, blue: 0.38),
    Color(red: 0.56, green: 0.27, blue: 0.80), Color(red: 0.85, green: 0.18, blue: 0.32),
    Color(red: 0.00, green: 0.58, blue: 0.68),
    Color(red: 0.60, green: 0.45, blue: 0.10), Color(red: 0.45, green: 0.32, blue: 0.22),
  ]

  /// Lines thinner than those of files, as there are many; colours that are far from each other where there are several layers.
  private static func looks(_ names: [String]) -> [String: FeatureLook] {
    var looks: [String: FeatureLook] = [:]
    for (index, name) in names.enumerated() {
      var look = FeatureLook()
      (look.strokeWidth, look.isOutlined) = (1.5, false)
      if names.count > 1 {
        let color = Self.colors[index % Self.colors.count]
        look.strokeColor = color
        look.fillColor = color.withAlpha(0.3)
      }
      looks[name] = look
    }
    return looks
  }

  /// Takes what a fault keeps away.
  mutating func note(_ fault: String, of tile: TileID) {
    builder.place = "tile \(tile.z)/\(tile.x)/\(tile.y)"
    builder.note(fault)
  }

  /// Adds the features of a tile. Throws for one of which nothing can be trusted; what came before stays.
  mutating func add(_ bytes: [UInt8], of tile: TileID) throws(FormatError) {
    let wanted = names.isEmpty ? Set(try VectorTile(bytes).layers.map(\.name)) : names
    let features = try FeatureTile(vectorTile: bytes, wanted: wanted)
    for _ in 0..<features.faultCount { note("a feature that is damaged", of: tile) }
    for layer in features.layers {
      for row in layer.features.indices {
        guard builder.document.featureCount < limit else { return isFull = true }
        add(Int32(clamping: row), layer, tile)
        try builder.endFeature()
      }
    }
  }

  func finished() -> FileDocument {
    var document = builder.document
    document.isViewOfMore = true
    document.isCutShort = isFull
    if isFull { document.notes.append("only \(limit) of the features in view are shown, as there are too many: go nearer") }
    FeatureFinish.apply(toDegrees: &document)
    return document
  }

  // MARK: One feature

  private mutating func add(_ row: Int32, _ layer: FeatureLayer, _ tile: TileID) {
    let feature = layer.features[Int(row)]
    builder.beginFeature()
    builder.setLook(looks[layer.name] ?? FeatureLook())
    let square = TileSquare(tile)
    switch feature.kind {
    case .point: addPoints(feature, layer, square)
    case .line: for part in feature.parts { addLines(square.line(layer, part), square.rect) }
    case .polygon: addAreas(feature, layer, square)
    }
    if builder.openPositions.isEmpty { return builder.dropFeature() }
    addProperties(feature, layer)
  }

  private mutating func addPoints(_ feature: Feature, _ layer: FeatureLayer, _ square: TileSquare) {
    for part in feature.parts {
      for index in layer.points(ofPart: part) {
        let point = layer.point(index)
        // Those on the edge are of the next tile.
        guard point.x >= 0, point.y >= 0, point.x < FeatureLayer.extent, point.y < FeatureLayer.extent else { continue }
        add(square.place(point))
      }
    }
    if !builder.isShapeEmpty { builder.endShape(.points) }
  }

  private mutating func addLines(_ line: WorldLine, _ rect: WorldRect) {
    for piece in line.clipped(to: rect) {
      for point in piece.points { add(point) }
      builder.endPart()
    }
    if !builder.isShapeEmpty { builder.endShape(.lines, isQuiet: true) }
  }

  private mutating func addAreas(_ feature: Feature, _ layer: FeatureLayer, _ square: TileSquare) {
    var outlines: [WorldLine] = []
    layer.forEachPolygon(of: feature) { parts in
      for part in parts {
        var line = square.line(layer, part)
        ring = line.points
        WorldClip.clip(&ring, to: square.rect, scratch: &scratch)
        if ring.count >= 3 {
          for point in ring { add(point) }
          builder.endPart()
        } else if part == parts.lowerBound {
          // Without what is around them, there are no holes.
          break
        }
        line.isClosed = true
        outlines.append(line)
      }
      if !builder.isShapeEmpty { builder.endShape(.polygon) }
    }
    // Tiles that are cut exactly have their own edges as those of areas.
    for line in outlines { addLines(line, square.inner) }
  }

  private mutating func add(_ point: WorldPoint) {
    let place = point.coordinate
    builder.addPosition(place.longitude, place.latitude)
  }

  private mutating func addProperties(_ feature: Feature, _ layer: FeatureLayer) {
    if names.count != 1, layer.keyIndex("layer") == nil { builder.set("layer", .text(layer.name)) }
    var index = Int(feature.tags.lowerBound)
    while index + 1 < Int(feature.tags.upperBound) {
      let (key, value) = (layer.keys[Int(layer.tags[index])], layer.values[Int(layer.tags[index + 1])])
      switch value {
      case .string(let text): builder.set(key, .text(text))
      case .bool(let isTrue): builder.set(key, .bool(isTrue))
      case .number(let number): builder.set(key, Int64(exactly: number).map { .integer($0) } ?? .number(number))
      default: break
      }
      index += 2
    }
  }
}

/// Where the units of a tile lie in the world.
private struct TileSquare {
  let rect: WorldRect
  /// Without the outermost unit.
  let inner: WorldRect
  private let unit: Double

  init(_ tile: TileID) {
    rect = tile.worldRect
    unit = (rect.maxX - rect.minX) / Double(FeatureLayer.extent)
    inner = WorldRect(minX: rect.minX + unit, minY: rect.minY + unit, maxX: rect.maxX - unit, maxY: rect.maxY - unit)
  }

  func place(_ point: SIMD2<Int32>) -> WorldPoint {
    WorldPoint(x: rect.minX + Double(point.x) * unit, y: rect.minY + Double(point.y) * unit)
  }

  func line(_ layer: FeatureLayer, _ part: Int32) -> WorldLine {
    WorldLine(points: layer.points(ofPart: part).map { place(layer.point($0)) })
  }
}
