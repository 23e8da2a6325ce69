import OverlookCamera
import OverlookGeometry

/// The search for the path of a layer that a tap means: the nearest within its stroke or the tolerance of taps, of equals the
/// topmost.
@MainActor struct PathHit {
  private let columns: PathColumns
  private let style: PathStyle
  private let probe: HitProbe
  private let area: WorldRect

  init(_ columns: PathColumns, _ style: PathStyle, _ probe: HitProbe) {
    self.columns = columns
    self.style = style
    self.probe = probe
    let rect = probe.lineRect(widest: style.unit == .points ? Double(style.largestWidth) : 0)
    area = style.unit == .meters ? rect.widened(byMeters: Double(style.largestWidth)) : rect
  }

  var nearest: Int? {
    let sequences = columns.sequences
    var best: (path: Int, distance: Double)?
    for (number, group) in sequences.groups.enumerated() where meets(group) {
      let first = number * PlaceSequences.groupSize
      for piece in sequences.pieces[first..<min(first + PlaceSequences.groupSize, sequences.pieces.count)]
      where meets(piece.box) && isShown(Int(piece.path)) {
        let distance = distance(to: piece, sequences.places.elements)
        if distance <= 0, distance <= best?.distance ?? 0 { best = (Int(piece.path), distance) }
      }
    }
    return best?.path
  }

  private func meets(_ box: PlaceBox) -> Bool {
    let rect = box.worldRect
    guard rect.minY <= area.maxY, rect.maxY >= area.minY else { return false }
    let shift = (area.minX - rect.maxX).rounded(.up)
    return rect.minX + shift <= area.maxX
  }

  private func isShown(_ path: Int) -> Bool {
    guard let shown = style.shownValues else { return true }
    return shown.contains(columns.filterValues.elements[path])
  }

  /// Points from the edge of the stroke, or of the tolerance around it where that is wider; not above 0: hit.
  private func distance(to piece: PlaceSequences.Piece, _ places: ContiguousArray<FixedPlace>) -> Double {
    let width = Double(style.width ?? columns.widths.elements[Int(piece.path)])
    guard width > 0 else { return .infinity }
    let reach = probe.reach(ofStroke: min(points(of: width), 1e5))
    var best = Double.infinity
    var a = places[Int(piece.first)].worldPoint
    for index in Int(piece.first) + 1...Int(piece.last) {
      var b = places[index].worldPoint
      defer { a = b }
      if let trail = style.trail, !columns.times.isEmpty {
        let times = columns.times.elements
        guard times[index] >= trail.from, times[index - 1] <= trail.to else { continue }
      }
      b.x -= (b.x - a.x).rounded()
      // The copy of the world that was tapped.
      let shift = (area.minX - max(a.x, b.x)).rounded(.up)
      let (from, to) = (WorldPoint(x: a.x + shift, y: a.y), WorldPoint(x: b.x + shift, y: b.y))
      best = min(best, HitShapes.distance(of: probe.point, fromEdge: from, to, in: area, probe.view) ?? .infinity)
    }
    return best - reach
  }

  private func points(of width: Double) -> Double {
    guard style.unit == .meters else { return width }
    let meters = Mercator.metersPerWorldUnit(atLatitude: probe.place.coordinate.latitude)
    return width / meters * probe.view.pointsPerWorld * probe.view.scale(at: probe.place)
  }
}
