import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// The streets of the embedded city as points and the edges between them.
struct StreetNetwork {
  /// What runs on an edge.
  enum Kind {
    case street, tramway
  }

  /// Corners and bends, as places in the world.
  private(set) var points: [WorldPoint] = []
  /// The points that one leads to, for each point.
  private(set) var neighbors: [[Int]] = []

  private static let level = 14
  private static let streets: Set<String> = ["motorway", "trunk", "primary", "secondary", "tertiary", "minor"]

  private struct Place: Hashable {
    let x: Int
    let y: Int
  }

  private var indices: [Place: Int] = [:]

  /// Reads the network of `kind` from an archive of vector tiles with the layer `transportation` of the OpenMapTiles schema.
  init(_ archive: PMTilesArchive, _ kind: Kind) throws(FormatError) {
    try archive.visitContents { (run, content) throws(FormatError) in
      guard run.first.z == Self.level, case .success(let bytes) = content else { return }
      let tile = try VectorTileJSON.document(bytes)
      for layer in tile["layers"]?.array ?? [] where layer["name"]?.string == "transportation" {
        let extent = layer["extent"]?.number.flatMap { Int(exactly: $0) } ?? 4096
        for feature in layer["features"]?.array ?? [] where Self.isOf(kind, feature) {
          for line in Self.lines(feature) { add(line, of: run.first, extent: extent) }
        }
      }
    }
  }

  private static func isOf(_ kind: Kind, _ feature: JSONValue) -> Bool {
    let properties = feature["properties"]
    return switch kind {
    case .street: streets.contains(properties?["class"]?.string ?? "")
    case .tramway: properties?["subclass"]?.string == "tram"
    }
  }

  private static func lines(_ feature: JSONValue) -> [[Place]] {
    let geometry = feature["geometry"]
    let lines: [JSONValue] =
      switch geometry?["type"]?.string {
      case "LineString": geometry?["coordinates"].map { [$0] } ?? []
      case "MultiLineString": geometry?["coordinates"]?.array ?? []
      default: []
      }
    return lines.map { line in
      (line.array ?? []).compactMap { place in
        guard let x = place.array?.first?.number.flatMap({ Int(exactly: $0) }),
          let y = place.array?.last?.number.flatMap({ Int(exactly: $0) })
        else { return nil }
        return Place(x: x, y: y)
      }
    }
  }

  /// What lies in the tile itself: what reaches over its edge is in the neighbour too.
  private mutating func add(_ line: [Place], of tile: TileID, extent: Int) {
    var last: Int?
    for (a, b) in zip(line, line.dropFirst()) {
      guard let (from, to) = Self.cut(a, b, extent: extent) else {
        last = nil
        continue
      }
      let first = last ?? index(of: from, tile, extent: extent)
      let second = index(of: to, tile, extent: extent)
      if first != second {
        neighbors[first].append(second)
        neighbors[second].append(first)
      }
      last = to == b ? second : nil
    }
  }

  private mutating func index(of place: Place, _ tile: TileID, extent: Int) -> Int {
    let key = Place(x: tile.x * extent + place.x, y: tile.y * extent + place.y)
    if let index = indices[key] { return index }
    let side = Double((1 << tile.z) * extent)
    indices[key] = points.count
    points.append(WorldPoint(x: Double(key.x) / side, y: Double(key.y) / side))
    neighbors.append([])
    return points.count - 1
  }

  /// The part of an edge inside the tile. Where it is cut, both tiles come to the same place, as far as the rounding of the other
  /// end lets them: within four units.
  private static func cut(_ a: Place, _ b: Place, extent: Int) -> (Place, Place)? {
    var (from, to) = (0.0, 1.0)
    for (start, end) in [(a.x, b.x), (a.y, b.y)] {
      let (low, high) = (Double(-start), Double(extent - start))
      let step = Double(end - start)
      if step == 0 {
        if low > 0 || high < 0 { return nil }
        continue
      }
      from = max(from, min(low / step, high / step))
      to = min(to, max(low / step, high / step))
    }
    guard from < to else { return nil }
    func place(_ share: Double, _ end: Place) -> Place {
      if share == 0 || share == 1 { return end }
      func rounded(_ start: Int, _ end: Int) -> Int {
        let value = Double(start) + share * Double(end - start)
        let isEdge = abs(value) < 0.5 || abs(value - Double(extent)) < 0.5
        return Int(exactly: isEdge ? value.rounded() : (value / 4).rounded() * 4) ?? start
      }
      return Place(x: rounded(a.x, b.x), y: rounded(a.y, b.y))
    }
    return (place(from, a), place(to, b))
  }
}
