import Foundation
import OverlookCamera
import OverlookGeometry
import OverlookLayout
import OverlookNetwork
import OverlookStyle
import OverlookSupport
import OverlookTestSupport
import OverlookTiles

@testable import OverlookStyledMap

/// A styled map with workers and a network in memory.
@MainActor final class Bench {
  let fetcher = FixtureFetcher()
  let workers = WorkerPool(threadCount: 1)
  let map: StyledMap
  var view: ViewTransform
  var now = 0.0

  init(
    _ style: String, folder: String = "/nowhere", zoom: Double = 0, isStill: Bool = true, memory: TileMemory? = nil
  ) throws {
    let document = try StyleDocument(Array(style.utf8))
    let services = TileServices(workers: workers, http: ProtocolFetcher(fetcher, protocols: .shared))
    map = StyledMap(
      document: document, base: StyleBase(place: .folder(folder)), services: services, memory: memory, isStill: isStill, wake: {})
    view = ViewTransform(
      camera: CameraPosition(latitude: 0, longitude: 0, zoom: zoom + 1), size: ScreenSize(width: 512, height: 512))
  }

  deinit {
    workers.shutdown()
  }

  /// Until everything is there; false when it does not come.
  @discardableResult func settle() -> Bool {
    blockUntil {
      _ = map.update(view: view, pixelsPerPoint: 1, now: now)
      if map.isComplete { return true }
      now += 0.01
      return false
    }
  }

  /// The opacities of the features of a fill layer, from the rows of its tiles.
  func opacities(of id: String) -> [Float] {
    guard case .tiles(let tiles)? = map.frame(now: now)?.layers.first(where: { $0.layer.id == id })?.content else { return [] }
    return tiles.flatMap { draw -> [Float] in
      guard case .fill(let bucket) = draw.bucket, let column = bucket.columns.column(.fillOpacity) else { return [] }
      return (0..<bucket.columns.rowCount).map { bucket.columns.values[$0 * bucket.columns.floatsPerRow + column.offset] }
    }
  }

  /// Layers of the frame, with how many tiles each draws.
  var drawn: [String: Int] {
    guard let frame = map.frame(now: now) else { return [:] }
    return frame.layers.reduce(into: [:]) { drawn, layer in
      switch layer.content {
      case .tiles(let tiles): drawn[layer.layer.id] = tiles.count
      case .raster(let tiles): drawn[layer.layer.id] = tiles.count
      case .background, .dem, .image: drawn[layer.layer.id] = 0
      }
    }
  }
}
