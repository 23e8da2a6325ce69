import OverlookGeometry

/// The search for the column of a layer that a tap means: the last one given on whose ground the tap lies.
@MainActor struct PrismHit {
  private let columns: PrismColumns
  private let style: PrismStyle
  private let probe: HitProbe

  init(_ columns: PrismColumns, _ style: PrismStyle, _ probe: HitProbe) {
    self.columns = columns
    self.style = style
    self.probe = probe
  }

  var topmost: Int? {
    let places = columns.places.elements
    let meters = Mercator.metersPerWorldUnit(atLatitude: probe.place.coordinate.latitude)
    // A metre is a little longer on the map at the far side of the widest column.
    let reach = 1.1 * Double(style.radius) / meters
    for (chunk, box) in columns.chunks.boxes.enumerated().reversed() where !box.isEmpty {
      let (low, high) = (FixedPlace(x: 0, y: box.minY).worldPoint.y, FixedPlace(x: 0, y: box.maxY).worldPoint.y)
      guard probe.place.y >= low - reach, probe.place.y <= high + reach else { continue }
      let first = chunk * PlaceChunks.size
      for index in (first..<min(first + PlaceChunks.size, places.count)).reversed() where isHit(index, places[index], meters) {
        return index
      }
    }
    return nil
  }

  private func isHit(_ index: Int, _ place: FixedPlace, _ meters: Double) -> Bool {
    guard place.isValid else { return false }
    if !columns.heights.isEmpty, columns.heights.elements[index].isNaN { return false }
    if let shown = style.shownValues, !shown.contains(columns.filterValues.elements[index]) { return false }
    let middle = place.worldPoint
    let dx = (probe.place.x - middle.x).remainder(dividingBy: 1) * meters
    let dy = (probe.place.y - middle.y) * meters
    return (dx * dx + dy * dy).squareRoot() <= Double(style.radius)
  }
}
