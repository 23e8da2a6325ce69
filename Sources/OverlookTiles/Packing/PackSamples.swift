package import OverlookFormats
package import OverlookGeometry
import OverlookSupport

/// A few tiles of an area, to tell how large all of them will be.
package struct PackSamples: Sendable {
  package private(set) var tiles: [(tile: TileID, bytes: [UInt8])] = []
  package private(set) var missing: [TileID] = []
  package private(set) var failures = PackFailures()
  package private(set) var format: TileArchiveHeader.TileFormat?
  /// Of vector tiles, in order.
  package private(set) var layerNames: [String] = []
  private var bytesOfZoom: [Int: (bytes: Int, count: Int)] = [:]

  /// No samples.
  package init() {}

  /// Asks for up to 16 tiles, more of them in the zooms that have the most.
  package init(of plan: PackPlan) async throws(PackError) {
    let chosen = Self.places(in: plan.area)
    await withTaskGroup(of: (TileID, PackContent?).self) { group in
      for tile in chosen { group.addTask { (tile, await Self.content(of: tile, plan)) } }
      for await (tile, content) in group { note(tile, content) }
    }
    tiles.sort { $0.tile < $1.tile }
    if Task.isCancelled { throw .stopped }
    if let refusal = plan.polite.refusal { throw .refused(refusal) }
    if let stop { throw .unfinished(stop) }
    if tiles.isEmpty, missing.isEmpty { throw .unfinished("no tile could be had: \(failures.text)") }
  }

  private var stop: String?

  /// Bytes of all tiles of the area, missing ones counted as nothing; nil without samples.
  package func byteCount(of area: PackArea) -> Double? {
    var sum = 0.0
    var mean: Double?
    // A zoom without samples is taken to be like the next deeper one.
    for level in area.levels.reversed() {
      if let (bytes, count) = bytesOfZoom[level.zoom] { mean = Double(bytes) / Double(count) }
      guard let mean else { return nil }
      sum += mean * Double(level.tileCount)
    }
    return sum
  }

  private mutating func note(_ tile: TileID, _ content: PackContent?) {
    switch content {
    case .tile(let bytes, let format):
      tiles.append((tile, bytes))
      self.format = self.format ?? format
      count(bytes.count, tile)
      if format == .mvt, let content = try? VectorTile(bytes) {
        layerNames = Set(layerNames + content.layers.map(\.name)).sorted()
      }
    case .missing:
      missing.append(tile)
      count(0, tile)
    case .wait(let message), .failed(let message), .impossible(let message): failures.add(message, tile)
    case .stop(let message): stop = message
    case nil: break
    }
  }

  private mutating func count(_ bytes: Int, _ tile: TileID) {
    let before = bytesOfZoom[tile.z] ?? (0, 0)
    bytesOfZoom[tile.z] = (before.bytes + bytes, before.count + 1)
  }

  /// Once more where the first try may have been bad luck.
  private static func content(of tile: TileID, _ plan: PackPlan) async -> PackContent? {
    let first = await plan.content(of: tile)
    switch first {
    case .failed, .wait:
      guard (try? await Task.sleep(for: .seconds(1))) != nil else { return nil }
      return await plan.content(of: tile)
    default: return first
    }
  }

  /// Spread over the area, the same ones every time.
  static func places(in area: PackArea) -> [TileID] {
    var generator = SeededGenerator(seed: 1)
    var left = 16
    var places: [TileID] = []
    for (index, level) in area.levels.reversed().enumerated() where left > 0 {
      let wanted = min(max(6 >> index, 1), left, level.tileCount)
      var chosen: Set<TileID> = []
      for _ in 0..<(4 * wanted) where chosen.count < wanted {
        guard let columns = level.columns.randomElement(using: &generator) else { break }
        let tile = TileID(
          z: level.zoom, x: Int.random(in: columns, using: &generator), y: Int.random(in: level.rows, using: &generator))
        chosen.insert(tile)
      }
      places += chosen.sorted()
      left -= chosen.count
    }
    return places
  }
}
