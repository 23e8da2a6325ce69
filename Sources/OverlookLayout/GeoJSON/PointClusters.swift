internal import Glibc
internal import OverlookFormats
internal import OverlookGeometry
internal import OverlookStyle

/// Points gathered into clusters for every zoom, from the deepest up, each zoom from the clusters of the one below (the method of
/// supercluster: greedy, by distance on the screen).
struct PointClusters: Sendable {
  private struct Node {
    /// On the world square; of a cluster the mean of its points.
    var place: SIMD2<Double>
    /// Of a point: the feature of the document; of a cluster: a number that no point has.
    var id: Int32
    var count: Int32 = 1
    /// Into `properties`; -1: not there.
    var properties: Int32 = -1
  }

  private struct Level: Sendable {
    let nodes: [Node]
    let tree: PointTree

    init(_ nodes: [Node]) {
      self.nodes = nodes
      tree = PointTree(nodes.map(\.place))
    }
  }

  /// The next level while it is made.
  private struct Gathering {
    let zoom: Int
    /// How near to each other nodes are gathered.
    let reach: Double
    /// Of the nodes of the level below.
    var isTaken: [Bool]
    var nodes: [Node] = []
    /// For each of `nodes` a distance within which no other is known to lie.
    var clearances: [Double] = []
    /// Whether the nodes are others than below, or in another order.
    var isChanged = false
    /// Memory that is used again.
    var near: [Int] = []

    init(_ level: Level, zoom: Int, radius: Double) {
      self.zoom = zoom
      reach = radius / Double(sign: .plus, exponent: zoom, significand: 1)
      isTaken = [Bool](repeating: false, count: level.nodes.count)
      nodes.reserveCapacity(level.nodes.count)
      clearances.reserveCapacity(level.nodes.count)
    }

    /// A node that stays as it is, with its clearance below: the middle of a cluster lies no farther than the reach from a node
    /// that was there, but for the rounding of the tree's places.
    mutating func keep(_ node: Node, clearance: Double) {
      nodes.append(node)
      clearances.append(clearance - reach - 0x1p-22)
    }
  }

  private let attributes: GeoJSONAttributes
  private let documentTags: [Int32]
  private let tagRanges: [Range<Int32>]
  private let names: [String]
  private let deepest: Int
  private let radius: Double
  private let minimumPoints: Int
  /// By zoom; the last one holds the points themselves.
  private var levels: [Level] = []
  /// What was gathered for clusters.
  private var properties: [[StyleValue]] = []
  private let pointCount: Int32

  init(_ document: GeoJSONDocument, _ attributes: GeoJSONAttributes, _ options: StyleSource.GeoJSONOptions) {
    self.attributes = attributes
    documentTags = document.tags
    tagRanges = document.features.map(\.tags)
    names = options.clusterProperties.names
    let asked = options.clusterMaximumZoom.map { $0.rounded() } ?? 0
    deepest = Int(min(max(asked == 0 ? options.maximumZoom.rounded(.down) - 1 : asked, 0), 24))
    radius = options.clusterRadius / 512
    minimumPoints = max(2, options.clusterMinimumPoints)
    pointCount = Int32(clamping: (document.features.last?.index ?? -1) + 1)
    var level = Level(Self.points(document))
    var clearances = [Double](repeating: 0, count: level.nodes.count)
    levels = [level]
    let table = PropertyTable(keys: attributes.keys, values: attributes.values, tags: document.tags)
    for zoom in stride(from: deepest, through: 0, by: -1) {
      let next = gathered(level, clearances, zoom, table, options.clusterProperties)
      // Zooms at which nothing is gathered share a level.
      if next.isChanged { level = Level(next.nodes) }
      clearances = next.clearances
      levels.append(level)
    }
    levels.reverse()
  }

  private static func points(_ document: GeoJSONDocument) -> [Node] {
    var nodes: [Node] = []
    for (index, feature) in document.features.enumerated() where feature.kind == .points {
      let start = Int(document.partStarts[Int(feature.parts.lowerBound)])
      guard Int(document.partStarts[Int(feature.parts.upperBound)]) - start == 1 else { continue }
      let point = WorldPoint(
        LocationCoordinate(latitude: document.coordinates[2 * start + 1], longitude: document.coordinates[2 * start]))
      nodes.append(Node(place: SIMD2(Double(Float(point.x)), Double(Float(point.y))), id: Int32(clamping: index)))
    }
    return nodes
  }

  // MARK: Gathering

  /// `clearances`: of the nodes of `level`, as in `Gathering`. Most nodes have none near them at most zooms, and then no search
  /// is needed.
  private mutating func gathered(
    _ level: Level, _ clearances: [Double], _ zoom: Int, _ table: PropertyTable, _ properties: ClusterProperties
  ) -> Gathering {
    var next = Gathering(level, zoom: zoom, radius: radius)
    for index in level.nodes.indices where !next.isTaken[index] {
      next.isTaken[index] = true
      let node = level.nodes[index]
      var clearance = clearances[index]
      // Few points are near each other at the deepest zoom; what is near at others is gathered as a rule.
      if zoom == deepest { clearance = level.tree.clearance(around: node.place, of: index, near: next.reach) }
      // The margin for the squares that the tree compares.
      guard clearance <= next.reach * (1 + 1e-9) else {
        next.keep(node, clearance: clearance)
        continue
      }
      gather(around: index, level, &next, table, properties)
    }
    return next
  }

  private mutating func gather(
    around index: Int, _ level: Level, _ next: inout Gathering, _ table: PropertyTable, _ properties: ClusterProperties
  ) {
    let node = level.nodes[index]
    var count = Int(node.count)
    var near = next.near
    next.near = []
    near.removeAll(keepingCapacity: true)
    level.tree.find(around: node.place, radius: next.reach, into: &near)
    near.removeAll { next.isTaken[$0] }
    for other in near {
      next.isTaken[other] = true
      count += Int(level.nodes[other].count)
    }
    if near.isEmpty {
      next.keep(node, clearance: level.tree.clearance(around: node.place, of: index, near: next.reach))
    } else if count >= minimumPoints {
      next.isChanged = true
      next.nodes.append(cluster(level, index, near, next.zoom, table, properties))
      next.clearances.append(0)
    } else {
      next.isChanged = true
      next.keep(node, clearance: 0)
      for other in near { next.keep(level.nodes[other], clearance: 0) }
    }
    next.near = near
  }

  private mutating func cluster(
    _ level: Level, _ index: Int, _ near: [Int], _ zoom: Int, _ table: PropertyTable, _ gathering: ClusterProperties
  ) -> Node {
    let first = level.nodes[index]
    var weighted = first.place * Double(first.count)
    var count = first.count
    var gathered = gathering.isEmpty ? [] : values(of: first, table, gathering)
    for other in near {
      let node = level.nodes[other]
      weighted += node.place * Double(node.count)
      count += node.count
      if !gathering.isEmpty { gathering.reduce(&gathered, values(of: node, table, gathering)) }
    }
    // As others number their clusters: the node that it began with, and the zoom.
    let id = (Int32(truncatingIfNeeded: index) << 5) &+ Int32(truncatingIfNeeded: zoom + 1) &+ pointCount
    var node = Node(place: weighted / Double(count), id: id, count: count)
    if !gathering.isEmpty {
      node.properties = Int32(clamping: properties.count)
      properties.append(gathered)
    }
    return node
  }

  private func values(of node: Node, _ table: PropertyTable, _ gathering: ClusterProperties) -> [StyleValue] {
    if node.properties >= 0 { return properties[Int(node.properties)] }
    return gathering.mapped(ExpressionProperties(table, tags: tagRanges[Int(node.id)]))
  }

  // MARK: Tiles

  func layer(_ tile: TileID) -> FeatureLayer {
    let level = levels[min(tile.z, deepest + 1)]
    let scale = Double(sign: .plus, exponent: tile.z, significand: 1)
    let (x, y) = (Double(tile.x), Double(tile.y))
    var job = Job(origin: SIMD2(x, y), scale: scale)
    job.builder.keys = attributes.keys + ["cluster", "cluster_id", "point_count", "point_count_abbreviated"] + names
    let low = SIMD2((x - radius) / scale, (y - radius) / scale)
    let high = SIMD2((x + 1 + radius) / scale, (y + 1 + radius) / scale)
    func add(from low: SIMD2<Double>, to high: SIMD2<Double>, shift: Double) {
      var found: [Int] = []
      level.tree.find(from: low, to: high, into: &found)
      for index in found { append(level.nodes[index], shift, &job) }
    }
    add(from: low, to: high, shift: 0)
    // Over the antimeridian.
    if tile.x == 0 { add(from: SIMD2(1 - radius / scale, low.y), to: SIMD2(1, high.y), shift: -1) }
    if tile.x == (1 << tile.z) - 1 { add(from: SIMD2(0, low.y), to: SIMD2(radius / scale, high.y), shift: 1) }
    return FeatureLayer(job.builder)
  }

  private struct Job {
    var builder = FeatureLayerBuilder(name: FeatureTile.geoJSONLayer)
    let origin: SIMD2<Double>
    let scale: Double

    init(origin: SIMD2<Double>, scale: Double) {
      self.origin = origin
      self.scale = scale
    }
  }

  private func append(_ node: Node, _ shift: Double, _ job: inout Job) {
    job.builder.append(((node.place + SIMD2(shift, 0)) * job.scale - job.origin) * Double(FeatureLayer.extent))
    job.builder.endPart()
    if node.count > 1 {
      appendCluster(node, &job)
    } else {
      let row = Int(node.id)
      let tags = tagRanges[row]
      for pair in stride(from: Int(tags.lowerBound), to: Int(tags.upperBound), by: 2) {
        job.builder.addTag(key: documentTags[pair], value: attributes.values[Int(documentTags[pair + 1])])
      }
      job.builder.endFeature(.point, id: attributes.ids[row])
    }
  }

  private func appendCluster(_ node: Node, _ job: inout Job) {
    let key = Int32(clamping: attributes.keys.count)
    if node.properties >= 0 {
      for (index, value) in properties[Int(node.properties)].enumerated() {
        job.builder.addTag(key: key + 4 + Int32(clamping: index), value: value)
      }
    }
    job.builder.addTag(key: key, value: .bool(true))
    job.builder.addTag(key: key + 1, value: .number(Double(node.id)))
    job.builder.addTag(key: key + 2, value: .number(Double(node.count)))
    job.builder.addTag(key: key + 3, value: Self.abbreviated(Int(node.count)))
    job.builder.endFeature(.point, id: .number(Double(node.id)))
  }

  /// "1.2k", "12k"; a number below a thousand.
  private static func abbreviated(_ count: Int) -> StyleValue {
    switch count {
    case 10_000...: .string("\((count + 500) / 1000)k")
    case 1000...:
      {
        let tenths = (count + 50) / 100
        return .string(tenths.isMultiple(of: 10) ? "\(tenths / 10)k" : "\(tenths / 10).\(tenths % 10)k")
      }()
    default: .number(Double(count))
    }
  }
}
