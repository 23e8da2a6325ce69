import Overlook
import OverlookGeometry

/// Lengths, bearings and area of a figure on the ellipsoid. A value; a change of one place measures its two sections anew.
struct FigureMeasures: Sendable {
  /// The way from one place of the figure to the next.
  struct Section: Hashable, Sendable {
    var from, to: LocationCoordinate
    var meters: Double
    /// Degrees clockwise from true north, at its start.
    var bearing: Double
    /// Square metres and metres, for the sums.
    fileprivate var way: Geodesic?
  }

  private(set) var sections: [Section] = []
  /// All around an area, along a line, around a circle; metres.
  private(set) var length = 0.0
  /// Square metres, without holes; nil for what has none.
  private(set) var area: Double?
  /// Of a circle, in metres.
  private(set) var radius: Double?

  init() {}

  init(_ figure: Figure) { update(figure) }

  /// Measures `figure`; sections that are as before are not measured again.
  mutating func update(_ figure: Figure) {
    let old = sections
    (length, area, radius) = (0, nil, nil)
    if figure.kind == .circle {
      sections = []
      guard figure.places.count == 2, let way = Geodesic(from: figure.places[0], to: figure.places[1]) else { return }
      radius = way.meters
      let ring = FigureMeasures(Figure(.area, figure.outline))
      (length, area) = (ring.length, ring.area)
      return
    }
    sections = figure.sections.enumerated().map { index, ends in
      let (from, to) = (figure.places[ends.from], figure.places[ends.to])
      if old.indices.contains(index), old[index].from == from, old[index].to == to { return old[index] }
      let way = Geodesic(from: from, to: to)
      return Section(from: from, to: to, meters: way?.meters ?? 0, bearing: way?.startBearing ?? 0, way: way)
    }
    length = sections.reduce(0) { $0 + $1.meters }
    guard figure.kind == .area, figure.places.count > 2 else { return }
    var sum = Geodesic.AreaSum()
    for section in sections { if let way = section.way { sum.add(way, from: section.from, to: section.to) } }
    area = max(figure.holes.reduce(sum.area) { $0 - Geodesic.area(of: $1) }, 0)
  }
}
