package import OverlookGeometry

/// What some places cover, on the round world.
package struct PlaceBox: Hashable, Sendable, BitwiseCopyable {
  /// The western edge, from where the box goes `span` steps east.
  package var west: UInt32
  package var span: UInt32
  package var north: UInt32
  package var south: UInt32

  /// Around the places of `range` and the shorter ways between neighbours.
  init(around places: borrowing ContiguousArray<FixedPlace>, _ range: ClosedRange<Int>) {
    var before = places[range.lowerBound]
    var (east, low, high) = (Int64(0), Int64(0), Int64(0))
    var (north, south) = (before.y, before.y)
    let first = before.x
    for index in range {
      let place = places[index]
      east += Int64(Int32(bitPattern: place.x &- before.x))
      low = min(low, east)
      high = max(high, east)
      north = min(north, place.y)
      south = max(south, place.y)
      before = place
    }
    west = first &+ UInt32(truncatingIfNeeded: low)
    span = UInt32(min(high - low, Int64(UInt32.max)))
    self.north = north
    self.south = south
  }

  private init(west: UInt32, span: UInt32, north: UInt32, south: UInt32) {
    (self.west, self.span, self.north, self.south) = (west, span, north, south)
  }

  /// Around nothing: in no view.
  static let none = PlaceBox(west: 0, span: 0, north: .max, south: 0)

  mutating func add(_ other: PlaceBox) {
    let offset = Int64(Int32(bitPattern: other.west &- west))
    let low = min(offset, 0)
    let high = max(Int64(span), offset + Int64(other.span))
    west &+= UInt32(truncatingIfNeeded: low)
    span = UInt32(min(high - low, Int64(UInt32.max)))
    north = min(north, other.north)
    south = max(south, other.south)
  }

  /// In world units, the western edge in 0 ..< 1.
  package var worldRect: WorldRect {
    let minX = Double(west) / FixedPlace.stepsEast
    return WorldRect(
      minX: minX, minY: Double(north) / FixedPlace.stepsSouth, maxX: minX + Double(span) / FixedPlace.stepsEast,
      maxY: Double(south) / FixedPlace.stepsSouth)
  }
}
