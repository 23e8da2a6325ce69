import OverlookGeometry

/// The search for the polygon of a layer that a tap means: the topmost whose ground the tap lies on.
@MainActor struct PolygonHit {
  private let columns: PolygonColumns
  private let style: PolygonStyle
  private let place: FixedPlace

  init(_ columns: PolygonColumns, _ style: PolygonStyle, _ probe: HitProbe) {
    self.columns = columns
    self.style = style
    place = FixedPlace(probe.place)
  }

  var topmost: Int? {
    let sequences = columns.rings.sequences
    for polygon in (0..<columns.count).reversed() {
      let box = columns.boxes[polygon]
      guard place.y >= box.north, place.y <= box.south, place.x &- box.west <= box.span, isShown(polygon) else { continue }
      var isInside = false
      for ring in columns.rings(of: polygon) where crosses(sequences, ring) { isInside.toggle() }
      if isInside { return polygon }
    }
    return nil
  }

  private func isShown(_ polygon: Int) -> Bool {
    if !columns.heights.isEmpty, columns.heights.elements[polygon].isNaN { return false }
    guard let shown = style.shownValues else { return true }
    return shown.contains(columns.filterValues.elements[polygon])
  }

  /// Whether a ray to the east crosses a ring an odd number of times.
  private func crosses(_ sequences: PlaceSequences, _ ring: Int) -> Bool {
    let places = sequences.places.elements
    let range = sequences.range(of: ring)
    guard range.count > 1 else { return false }
    var isOdd = false
    var a = places[range.lowerBound]
    var east = Double(Int32(bitPattern: a.x &- place.x))
    for b in places[range.lowerBound + 1..<range.upperBound] {
      let next = east + Double(Int32(bitPattern: b.x &- a.x))
      // Each edge takes its upper end and leaves its lower one, so that no vertex counts twice.
      if (a.y > place.y) != (b.y > place.y) {
        let fraction = (Double(place.y) - Double(a.y)) / (Double(b.y) - Double(a.y))
        if east + fraction * (next - east) > 0 { isOdd.toggle() }
      }
      (a, east) = (b, next)
    }
    return isOdd
  }
}
