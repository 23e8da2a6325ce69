import OverlookCamera
import OverlookGeometry

/// The search for the topmost element of a layer of places that a tap means.
@MainActor struct PlaceHitSearch {
  let columns: PlaceColumns
  let shownValues: ClosedRange<Float>?
  let probe: HitProbe
  /// Of the world's size: what elements may reach from the tap, east and south.
  let reach: (x: Double, y: Double)

  /// `reachPoints`: how far elements reach on the screen.
  init(_ columns: PlaceColumns, shownValues: ClosedRange<Float>?, _ probe: HitProbe, reachPoints: Double) {
    self.columns = columns
    self.shownValues = shownValues
    self.probe = probe
    let box = probe.lineRect(widest: 2 * reachPoints)
    reach = (
      max(box.maxX - probe.place.x, probe.place.x - box.minX), max(box.maxY - probe.place.y, probe.place.y - box.minY)
    )
  }

  /// With more reach, in units of the world.
  init(_ other: PlaceHitSearch, reachingFurther more: Double) {
    columns = other.columns
    shownValues = other.shownValues
    probe = other.probe
    reach = (other.reach.x + more, other.reach.y + more)
  }

  /// The topmost element for which `isHit`, of those within reach; `place` lies in the copy of the world that was tapped.
  func topmost(_ isHit: (_ index: Int, _ place: WorldPoint) -> Bool) -> Int? {
    let places = columns.places.elements
    for (chunk, box) in columns.chunks.boxes.enumerated().reversed() where meets(box) {
      let first = chunk * PlaceChunks.size
      for index in (first..<min(first + PlaceChunks.size, places.count)).reversed() {
        guard places[index].isValid, columns.isShown(index, shownValues) else { continue }
        var point = places[index].worldPoint
        point.x += (probe.place.x - point.x).rounded()
        guard abs(point.x - probe.place.x) <= reach.x, abs(point.y - probe.place.y) <= reach.y else { continue }
        if isHit(index, point) { return index }
      }
    }
    return nil
  }

  private func meets(_ box: PlaceChunks.Box) -> Bool {
    guard !box.isEmpty else { return false }
    let (low, high) = (FixedPlace(x: box.minX, y: box.minY).worldPoint, FixedPlace(x: box.maxX, y: box.maxY).worldPoint)
    guard probe.place.y >= low.y - reach.y, probe.place.y <= high.y + reach.y else { return false }
    let middle = (low.x + high.x) / 2
    let away = (probe.place.x - middle).remainder(dividingBy: 1)
    return abs(away) <= (high.x - low.x) / 2 + reach.x
  }

}
