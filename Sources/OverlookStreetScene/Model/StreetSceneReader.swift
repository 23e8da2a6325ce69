package import OverlookFormats
package import OverlookGeometry
import OverlookStyle

/// Reads the scene around a place from vector tiles of the OpenMapTiles schema, as regions have them.
package struct StreetSceneReader {
  /// Metres around the place; more would be hidden by houses, or lost in the haze.
  package static let radiusLimit = 50.0...2_000.0
  /// Corners of all that is read, so that no tile costs more than a bounded time.
  static let cornerLimit = 4_000_000

  /// What a building that several tiles have is known by: neighbours in a row have corners and heights in common.
  private struct Whole: Hashable {
    var rings: [[SIMD2<Int64>]]
    var bottom: Double
    var top: Double
  }

  private var scene: StreetScene
  private var layers: [(order: Int, area: StreetArea)] = []
  private var roads: [(order: Int, road: StreetRoad)] = []
  private var cornerCount = 0
  /// Those of which a tile has been read that cuts them.
  private var wholes: Set<Whole> = []

  /// The scene within `radius` metres of `place`, held to `radiusLimit`. Tiles that are missing leave open ground; throws where a tile
  /// is damaged, or the place is none.
  package static func scene(
    around place: LocationCoordinate, radius: Double = 700, in archive: any TileArchive
  ) throws(FormatError) -> StreetScene {
    guard place.isValid, abs(place.latitude) <= Mercator.maximumLatitude else {
      throw .malformed("the place of a street", fault: "\(place.latitude),\(place.longitude) is not on the map")
    }
    let radius = radius.isFinite ? min(max(radius, radiusLimit.lowerBound), radiusLimit.upperBound) : 700
    let frame = StreetFrame(origin: place)
    var reader = Self(scene: StreetScene(frame: frame, radius: radius))
    for id in frame.tiles(zoom: archive.header.maximumZoom, radius: radius) {
      guard let bytes = try archive.tile(id) else { continue }
      try reader.add(try VectorTile(bytes), at: id)
    }
    reader.scene.attribution = archive.header.attribution
    return reader.finished
  }

  /// The buildings of tiles, around the origin of `frame`; those that several of them have are there once. Throws where a tile is damaged.
  package static func buildings(
    of tiles: [TileID], in archive: any TileArchive, frame: StreetFrame
  ) throws(FormatError) -> [StreetBuilding] {
    var reader = Self(scene: StreetScene(frame: frame, radius: radiusLimit.upperBound))
    for id in tiles {
      guard let bytes = try archive.tile(id) else { continue }
      reader.cornerCount = 0
      try reader.add(try VectorTile(bytes), at: id, only: .building)
    }
    return reader.scene.buildings
  }

  private init(scene: StreetScene) { self.scene = scene }

  private var finished: StreetScene {
    var scene = scene
    scene.areas = layers.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(\.element.area)
    scene.roads = roads.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(\.element.road)
    return scene
  }

  /// `only`: the layer that is read; nil for all.
  private mutating func add(_ tile: VectorTile, at id: TileID, only: StreetLayer? = nil) throws(FormatError) {
    var reader = VectorTileReader()
    reader.begin(tile)
    for layer in tile.layers {
      guard let kind = StreetLayer(rawValue: layer.name), only == nil || only == kind else { continue }
      let rect = id.worldRect
      let scale = (rect.maxX - rect.minX) / Double(layer.extent)
      let frame = scene.frame
      let place = { (x: Int32, y: Int32) in
        frame.place(WorldPoint(x: rect.minX + Double(x) * scale, y: rect.minY + Double(y) * scale))
      }
      reader.begin(layer)
      reader.loadTables()
      while let feature = reader.nextFeature() {
        guard try reader.readGeometry(of: feature) else { continue }
        try count(corners: reader.geometry.pointCount)
        let tags = StreetTags(feature, &reader, tile)
        // Tiles say a text once for any number of buildings; a corner takes four letters at least.
        if kind == .building { try count(corners: (tags.text(RoofOutline.key)?.utf8.count ?? 0) / 4) }
        add(kind, tags, StreetShapes(reader.geometry, feature.kind, place), tile: id)
      }
    }
  }

  private mutating func count(corners: Int) throws(FormatError) {
    cornerCount += corners
    guard cornerCount <= Self.cornerLimit else {
      throw .tooLarge("the street", fault: "more than \(Self.cornerLimit) corners")
    }
  }

  private mutating func add(_ layer: StreetLayer, _ tags: StreetTags, _ shapes: StreetShapes, tile id: TileID) {
    let tile = id.worldRect
    switch layer {
    case .building: add(buildings: shapes.polygons, tags, tile: id)
    case .tree:
      // Those of the edge come with both tiles.
      for place in shapes.points where tile.contains(worldPoint(place)) {
        let isConifer = tags.text("leaf_type") == "needleleaved"
        scene.trees.append(StreetTree(place: place, height: isConifer ? 12 : 9, isConifer: isConifer))
      }
    case .streetNames:
      guard let text = tags.text("name"), !text.isEmpty else { return }
      scene.names += shapes.lines.map { StreetName(line: $0, text: text) }
    case .poi:
      guard let text = tags.text("name"), !text.isEmpty else { return }
      for place in shapes.points where tile.contains(worldPoint(place)) {
        scene.spots.append(StreetSpot(place: place, text: text))
      }
    case .water, .landcover, .landuse, .transportation, .waterway:
      if let (material, order) = layer.ground(tags) {
        layers += shapes.polygons.map { (order, StreetArea(rings: $0, material: material)) }
      }
      if let (road, order) = layer.road(tags) {
        for line in shapes.lines {
          var road = road
          road.line = line
          roads.append((order, road))
        }
      }
    }
  }

  /// A roofed building that tiles cut is added whole, once.
  private mutating func add(buildings polygons: [[[SIMD2<Double>]]], _ tags: StreetTags, tile: TileID) {
    guard let outline = tags.text(RoofOutline.key).flatMap({ RoofOutline(text: $0) }) else {
      scene.buildings += polygons.compactMap { StreetBuilding(rings: $0, tags) }
      return
    }
    let rect = tile.worldRect
    let scale = (rect.maxX - rect.minX) / Double(RoofOutline.unitsPerTile)
    let rings = outline.rings.map { ring in
      ring.map { scene.frame.place(WorldPoint(x: rect.minX + Double($0.x) * scale, y: rect.minY + Double($0.y) * scale)) }
    }
    // What is not drawn hides no other.
    guard let building = StreetBuilding(rings: rings, tags) else { return }
    let whole = Whole(rings: outline.rings(in: tile), bottom: building.bottom, top: building.top)
    if wholes.insert(whole).inserted { scene.buildings.append(building) }
  }

  private func worldPoint(_ place: SIMD2<Double>) -> WorldPoint { WorldPoint(scene.frame.coordinate(place)) }
}

extension StreetBuilding {
  /// Nil for what is not drawn as a body: parts below the ground, and wholes that their parts stand for.
  fileprivate init?(rings: [[SIMD2<Double>]], _ tags: StreetTags) {
    guard !tags.flag("hide_3d"), let top = tags.number("render_height"), top > 0, top <= 1_000 else { return nil }
    let bottom = min(max(tags.number("render_min_height") ?? 0, 0), top)
    let shape = tags.text("roof_shape").flatMap(RoofForm.Shape.init) ?? .flat
    self.init(
      rings: rings, bottom: bottom, top: top,
      roof: RoofForm(
        shape: shape, height: tags.number("roof_height"), direction: tags.number("roof_direction"),
        isAcross: tags.flag("roof_across")),
      wallColor: tags.color("colour"), roofColor: tags.color("roof_colour"))
  }
}
