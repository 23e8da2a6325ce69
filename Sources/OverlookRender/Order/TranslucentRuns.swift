import OverlookCamera
import OverlookGeometry
import OverlookOverlayPasses
import OverlookScene
import OverlookSupport

/// Brings neighbouring runs of what is translucent into the order in which they are seen through each other: from afar.
@MainActor struct TranslucentRuns {
  struct Placed {
    let run: OverlayRun
    fileprivate let number: Int
    /// From the eye to the middle, in points.
    fileprivate let distance: Double
  }

  /// Runs to be drawn.
  private(set) var sorted: [Placed] = []
  /// The middle of each of the order's translucent runs; empty when there are not two of them.
  private var places = ContiguousArray<WorldPoint>()
  private var count = 0

  /// Looks up where the translucent runs of `order` lie. `entries` are those of its runs.
  mutating func findPlaces(_ order: PlaneOrder, _ entries: DrawOrder, _ store: OverlayStore) {
    places.removeAll(keepingCapacity: true)
    guard order.translucentCount > 1 else { return }
    for case .translucent(let run) in order.steps {
      var bounds: WorldRect?
      for entry in entries.entries[run.firstEntry..<run.firstEntry + run.count] {
        guard entry.isStanding, let own = store.bounds(entry.kind, slot: Int(entry.slot)) else { continue }
        bounds = bounds?.union(own) ?? own
      }
      places.append(bounds.map { WorldPoint(x: ($0.minX + $0.maxX) / 2, y: ($0.minY + $0.maxY) / 2) } ?? WorldPoint(x: 0, y: 0))
    }
  }

  /// Begins a frame.
  mutating func begin() {
    removeAll()
    count = 0
  }

  /// Adds the next translucent run of the order.
  mutating func add(_ run: OverlayRun, _ view: ViewTransform) {
    var distance = 0.0
    if places.indices.contains(count) {
      let (x, y) = view.centeredPoints(for: view.nearestCopy(of: places[count]))
      let way = SIMD3(x, y, 0) - view.eye
      distance = (way * way).sum()
    }
    sorted.append(Placed(run: run, number: count, distance: distance))
    count += 1
  }

  /// Brings those that were added into the order of drawing.
  mutating func sort() {
    sorted.heapSort { $0.distance != $1.distance ? $0.distance > $1.distance : $0.number < $1.number }
  }

  mutating func removeAll() { sorted.removeAll(keepingCapacity: true) }
}
