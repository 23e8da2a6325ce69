package import OverlookCamera
import OverlookGeometry

/// An overlay of which something lies in an area, and of a layer of many elements which ones do.
package struct AreaHit {
  package let overlay: Overlay
  /// Ascending; empty for overlays that are one thing.
  package let rows: [Int]
}

extension OverlayStore {
  /// Every overlay of which something is in `area`, the topmost first: markers, models and the elements of layers whose place is,
  /// lines and areas that have a point in it. What others hide counts; what has values that cannot be drawn does not.
  package func overlays(in area: PickArea, view: ViewTransform) -> [AreaHit] {
    guard let probe = AreaProbe(area, view: view) else { return [] }
    var found: [(key: DrawKey, hit: AreaHit)] = []
    find(polylines, probe, &found) { probe.meets($0) ? [] : nil }
    find(polygons, probe, &found) { probe.meets($0) ? [] : nil }
    find(circles, probe, &found) { probe.meets($0) ? [] : nil }
    find(groundOverlays, probe, &found) { probe.meets($0) ? [] : nil }
    find(dataLayers, probe, &found) { row in
      let elements = row.elements(in: probe)
      return elements.isEmpty ? nil : elements
    }
    find(models, probe, &found) { $0.places(in: probe) }
    var onTop: [(key: DrawKey, hit: AreaHit)] = []
    find(markers, probe, &onTop) { probe.meets($0) ? [] : nil }
    return (onTop.sorted { $1.key < $0.key } + found.sorted { $1.key < $0.key }).map(\.hit)
  }

  /// Whether there are layers of which only drawing tells what is hit.
  package var hasLayersFoundByDrawing: Bool {
    guard dataLayers.count > 0 else { return false }
    for slot in 0..<dataLayers.slotCount {
      if dataRow(slot)?.content.isFoundByDrawing == true { return true }
    }
    return false
  }

  private func find<Row>(
    _ table: OverlayTable<Row>, _ probe: AreaProbe, _ found: inout [(key: DrawKey, hit: AreaHit)], rows: (Row) -> [Int]?
  ) {
    guard table.count > 0 else { return }
    var slots = ContiguousArray<Int32>()
    table.index.query(probe.ground, into: &slots)
    for slot in slots {
      guard let row = table.row(Int(slot)), let overlay = table.overlays[Int(slot)], let rows = rows(row) else { continue }
      found.append((row.key, AreaHit(overlay: overlay, rows: rows)))
    }
  }
}

extension ModelRow {
  /// Which places of a layer are in an area; none for a single model that is, nil for what is not.
  @MainActor fileprivate func places(in probe: AreaProbe) -> [Int]? {
    guard bounds != nil, opacity > 0 else { return nil }
    switch content {
    case .one(let placement): return probe.contains(placement.place) ? [] : nil
    case .many(let columns):
      let instances = columns.instances.elements
      let found = instances.indices.filter { instances[$0].worldPerMeter > 0 && probe.contains(instances[$0].place.worldPoint) }
      return found.isEmpty ? nil : Array(found)
    }
  }
}
