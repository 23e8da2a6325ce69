package import OverlookFormats
import OverlookGeometry

/// What of OpenStreetMap data goes into which layer of the tiles, with the layer and attribute names of the OpenMapTiles schema
/// (openmaptiles.org/schema), so that styles made for it fit.
package struct CitySchema {
  /// The zooms of the tiles; closer views show the last one larger, which has all that they show.
  package static let zooms = 10...14
  /// OpenStreetMap's own, as its licence (ODbL) asks.
  package static let attribution = "© OpenStreetMap contributors"

  /// Of the last zoom a unit is 0.3 m at the equator, an eighth of a point at zoom 17. Those before are never drawn at twice their size
  /// or more: a unit is half a point at most.
  static func grid(zoom: Int) -> TileDetail {
    var grid = TileDetail(zoom: zoom)
    if zoom == zooms.upperBound {
      (grid.extent, grid.tolerance, grid.smallestArea) = (8192, 0.5, 1)
    } else {
      (grid.extent, grid.tolerance, grid.smallestArea) = (2048, 1, 16)
    }
    return grid
  }

  let shapes: OSMShapes
  let data: OSMData
  var features: [MapFeature] = []
  var buildings = BuildingBlocks()
  let borders: [UInt64: Int64]
  /// Where most of the data lies, as two letters ("DE"); nil where it does not say.
  let country: String?

  /// All features of the data.
  package static func features(of data: OSMData) -> [MapFeature] {
    var schema = CitySchema(data)
    let places = schema.sampledPlaces()
    if let box = schema.box(around: places) {
      let sea = schema.sea(in: box)
      schema.addGround(in: box, places, beside: sea)
      schema.addSea(sea)
    }
    schema.addRelations()
    schema.addWays()
    schema.addNodes()
    schema.buildings.complete(&schema.features)
    return schema.features
  }

  private init(_ data: OSMData) {
    self.data = data
    shapes = OSMShapes(data)
    borders = Self.borders(of: data)
    country = RoadNumber.country(of: data)
  }

  /// The OpenMapTiles way: the id of the element, and its kind in the last digit.
  static func id(_ id: Int64, _ kind: OSMData.Kind) -> UInt64 {
    UInt64(bitPattern: id) &* 10 &+ (kind == .node ? 0 : kind == .way ? 1 : 4)
  }

  // MARK: Elements

  /// The land that the data covers (`earth`, as the schema of Protomaps calls it), to lie above a coarser map of the world.
  private mutating func addGround(in box: TileClipper, _ places: [WorldPoint], beside sea: MapFeature.Shape?) {
    var water: [[WorldPoint]] = []
    if case .area(let rings)? = sea { water = rings }
    let rings = DataFootprint(box: box, points: places, sea: water).rings
    features.append(
      MapFeature(layer: "earth", id: 0, shape: .area(rings), tags: [("class", .string("earth"))], zooms: Self.zooms))
    // What styles have the map fade out along.
    for ring in rings {
      features.append(
        MapFeature(
          layer: "earth", id: 0, shape: .line(ring + ring.prefix(1)), tags: [("class", .string("edge"))], zooms: Self.zooms))
    }
  }

  /// Both ends and the middle of each way: enough to tell where the data are, without another look at all of them.
  private func sampledPlaces() -> [WorldPoint] {
    data.ways.flatMap { way -> [WorldPoint] in
      let nodes = data.references[way.references]
      guard let first = nodes.first, let last = nodes.last else { return [] }
      let middle = nodes[nodes.startIndex + nodes.count / 2]
      return Set([first, middle, last]).sorted().compactMap { data.location(ofNode: $0).map { WorldPoint($0) } }
    }
  }

  /// What the data says that it covers; what it does where it does not say, as many tools cut extracts.
  private func box(around places: [WorldPoint]) -> TileClipper? {
    guard let bounds = data.bounds else { return DataFootprint.box(around: places) }
    let northWest = WorldPoint(LocationCoordinate(latitude: bounds.north, longitude: bounds.west))
    let southEast = WorldPoint(LocationCoordinate(latitude: bounds.south, longitude: bounds.east))
    return TileClipper(minX: northWest.x, minY: northWest.y, maxX: southEast.x, maxY: southEast.y)
  }

  /// The sea in the box, by its coast; nil where no coast tells of any.
  private func sea(in box: TileClipper) -> MapFeature.Shape? {
    let coast = data.ways.filter { data.tags($0.tags)["natural"] == "coastline" }.map { Array(data.references[$0.references]) }
    let lines = LineJoiner.joined(coast, keepsDirection: true).map { nodes in
      nodes.map { data.location(ofNode: $0).map { WorldPoint($0) } }
    }
    return Coastline(box: box).sea(lines)
  }

  private mutating func addSea(_ sea: MapFeature.Shape?) {
    guard let sea else { return }
    features.append(
      MapFeature(layer: "water", id: 0, shape: sea, tags: [("class", .string("ocean"))], zooms: Self.zooms))
  }

  private mutating func addRelations() {
    for relation in data.relations {
      let tags = data.tags(relation.tags)
      guard tags["type"] == "multipolygon" || tags["type"] == "boundary", let shape = shapes.area(relation) else { continue }
      addArea(shape, tags, id: Self.id(relation.id, .relation))
    }
  }

  private mutating func addWays() {
    for way in data.ways {
      let id = Self.id(way.id, .way)
      // A border may have no tags of its own.
      guard !way.tags.isEmpty || borders[id] != nil else { continue }
      let tags = data.tags(way.tags)
      if isArea(way, tags), let shape = shapes.area(way) { addArea(shape, tags, id: id) }
      let line = shapes.line(way)
      if line.count > 1 { addLine(line, tags, id: id) }
    }
  }

  private mutating func addNodes() {
    for node in data.nodes {
      guard let place = data.location(ofNode: node.id) else { continue }
      addPoint(WorldPoint(place), data.tags(node.tags), id: Self.id(node.id, .node))
    }
  }

  /// Closed ways that are roads or barriers are lines unless they say otherwise.
  private func isArea(_ way: OSMData.Way, _ tags: OSMTags) -> Bool {
    guard shapes.isClosed(way), tags["area"] != "no" else { return false }
    if tags["area"] == "yes" || tags["railway"] == "platform" || tags["highway"] == "platform" { return true }
    return tags["highway"] == nil && tags["railway"] == nil && tags["barrier"] == nil && tags["natural"] != "coastline"
  }

  // MARK: Parts of features

  /// A feature of the last zoom has all its attributes and the id of its element. At the zooms before, which are for the overview, it
  /// has those of `coarse` (nil for all), and is joined with those like it.
  mutating func add(
    _ layer: String, _ shape: MapFeature.Shape, id: UInt64, _ tags: [(String, VectorTileWriter.Value)], from zoom: Int,
    order: Double = 0, coarse: [(String, VectorTileWriter.Value)]? = nil
  ) {
    let last = Self.zooms.upperBound
    var feature = MapFeature(layer: layer, id: id, shape: shape, tags: tags, zooms: last...last, order: order)
    // Many houses of a tile have the same number, and trees, barriers and entrances little of their own.
    feature.isJoined = ["housenumber", "tree", "barrier", "entrance"].contains(layer)
    feature.keepsOutline = tags.contains { $0.0 == "roof_shape" && $0.1 != .string("flat") }
    features.append(feature)
    guard zoom < last else { return }
    feature.keepsOutline = false
    feature.tags = coarse ?? tags
    feature.zooms = max(zoom, Self.zooms.lowerBound)...last - 1
    feature.isJoined = true
    features.append(feature)
  }

  /// The name in every language that the data has.
  static func names(_ tags: OSMTags) -> [(String, VectorTileWriter.Value)] {
    guard let name = tags["name"] else { return [] }
    var names: [(String, VectorTileWriter.Value)] = [("name", .string(name))]
    names.append(("name_en", .string(tags["name:en"] ?? name)))
    for (key, value) in tags.all where isNameOfLanguage(key) { names.append((key, .string(value))) }
    return names
  }

  /// "name:de", "name:zh-Hant", "name:be-tarask"; not "name:etymology" or "name:left".
  private static func isNameOfLanguage(_ key: String) -> Bool {
    guard key.hasPrefix("name:"), key.utf8.count <= 24 else { return false }
    let parts = key.dropFirst(5).split(separator: "-", omittingEmptySubsequences: false)
    let isPart = { (part: Substring) in
      (2...8).contains(part.utf8.count) && part.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
    }
    guard let language = parts.first, (2...3).contains(language.utf8.count) else { return false }
    return parts.allSatisfy(isPart)
  }

  /// The first place inside an area's first ring, for what is drawn as a point.
  static func center(_ shape: MapFeature.Shape) -> WorldPoint? {
    guard case .area(let rings) = shape, let ring = rings.first else { return nil }
    return RingGeometry.interiorPoint(ring)
  }
}
