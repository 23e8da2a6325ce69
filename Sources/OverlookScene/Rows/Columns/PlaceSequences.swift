package import OverlookGeometry

/// The places of many paths or rings, one behind the other, with boxes by which what lies outside a view is passed over.
package struct PlaceSequences: Sendable {
  /// A run of places of one path, short enough that its box says where it is. Neighbours share a place.
  package struct Piece: Sendable, BitwiseCopyable {
    package var path: UInt32
    /// The first and the last place.
    package var first: UInt32
    package var last: UInt32
    package var box: PlaceBox
  }

  package private(set) var places = LayerColumn<FixedPlace>()
  /// Where the places of each path begin; one more than there are paths.
  package private(set) var starts: ContiguousArray<UInt32> = [0]
  package private(set) var pieces = ContiguousArray<Piece>()
  /// The boxes around `groupSize` pieces each.
  package private(set) var groups = ContiguousArray<PlaceBox>()

  /// Segments of a piece.
  static let pieceSize = 256
  /// Pieces of a group.
  package static let groupSize = 64
  /// Places of all paths together; more are left out.
  package static let maximumPlaces = 1 << 28

  package init() {}

  package var count: Int { starts.count - 1 }
  package var isEmpty: Bool { pieces.isEmpty }

  package func range(of path: Int) -> Range<Int> { Int(starts[path])..<Int(starts[path + 1]) }

  /// The mean way between two places, in steps east.
  package private(set) var meanSegment = 0.0

  /// Pieces and groups alone, for those who have the places elsewhere.
  package var withoutPlaces: PlaceSequences {
    var shape = self
    (shape.places, shape.starts) = (LayerColumn(), [0])
    return shape
  }

  package func hasSamePlaces(as other: PlaceSequences) -> Bool {
    starts == other.starts && places.elements == other.places.elements
  }

  /// Around all; nil when nothing can be drawn.
  package var box: PlaceBox? {
    guard var all = groups.first else { return nil }
    for group in groups.dropFirst() { all.add(group) }
    return all
  }

  // MARK: Changes

  /// Adds the paths that were collected.
  mutating func append(_ added: borrowing PlaceBuilder) {
    let first = UInt32(places.count)
    let room = Self.maximumPlaces - places.count
    starts.reserveCapacity(starts.count + added.ends.count)
    for end in added.ends { starts.append(first + UInt32(min(Int(end), room))) }
    let newPlaces = added.places.count > room ? ContiguousArray(added.places.prefix(room)) : added.places
    if first == 0 {
      places.replaceAll(with: newPlaces)
      // One for most paths: what grows takes twice its size meanwhile.
      pieces.reserveCapacity(added.ends.count + newPlaces.count / Self.pieceSize)
    } else {
      places.append(contentsOf: newPlaces)
    }
    addPieces()
  }

  mutating func clearChanges() { places.clearChanges() }

  /// Gives a path other places, as a builder keeps them, in its own room when there are as many.
  mutating func replace(_ path: Int, with kept: ContiguousArray<FixedPlace>) {
    let range = range(of: path)
    guard kept.count == range.count else { return splice(path, with: kept) }
    places.replace(from: range.lowerBound, with: kept)
    let first = firstPiece(of: path)
    var piece = first
    while piece < pieces.count, pieces[piece].path == UInt32(path) {
      pieces[piece].box = PlaceBox(around: places.elements, Int(pieces[piece].first)...Int(pieces[piece].last))
      piece += 1
    }
    if piece > first {
      for group in first / Self.groupSize...(piece - 1) / Self.groupSize { updateGroup(group) }
    }
  }

  private mutating func splice(_ path: Int, with kept: ContiguousArray<FixedPlace>) {
    var builder = PlaceBuilder()
    for other in 0..<count {
      if other == path { builder.addPath(kept[...]) } else { builder.addPath(places.elements[range(of: other)]) }
    }
    self = PlaceSequences()
    append(builder)
  }

  /// The number of the first piece of a path, or of the next path that has one.
  private func firstPiece(of path: Int) -> Int {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].path < UInt32(path) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func updateGroup(_ group: Int) {
    let members = group * Self.groupSize..<min((group + 1) * Self.groupSize, pieces.count)
    guard var box = pieces[members].first?.box else { return }
    for piece in pieces[members].dropFirst() { box.add(piece.box) }
    if group < groups.count { groups[group] = box } else { groups.append(box) }
  }

  /// Makes the pieces of the paths that have none yet, and notes how long segments are.
  private mutating func addPieces() {
    let firstNew = pieces.last.map { Int($0.path) + 1 } ?? 0
    let firstGroup = pieces.count / Self.groupSize
    let elements = places.elements
    for path in firstNew..<max(count, firstNew) {
      let range = range(of: path)
      var first = range.lowerBound
      while first + 1 < range.upperBound {
        let last = pieceEnd(first, limit: min(first + Self.pieceSize, range.upperBound - 1))
        let box = PlaceBox(around: elements, first...last)
        pieces.append(Piece(path: UInt32(path), first: UInt32(first), last: UInt32(last), box: box))
        first = last
      }
    }
    for group in firstGroup..<max((pieces.count + Self.groupSize - 1) / Self.groupSize, firstGroup) { updateGroup(group) }
    meanSegment = measuredMean()
  }

  /// The last place of a piece that begins at `first`: one that goes round the world is cut where it has gone half of it, so that
  /// its box holds no place twice.
  private func pieceEnd(_ first: Int, limit: Int) -> Int {
    let elements = places.elements
    var (east, low, high) = (Int64(0), Int64(0), Int64(0))
    for index in first + 1...limit {
      east += Int64(Int32(bitPattern: elements[index].x &- elements[index - 1].x))
      low = min(low, east)
      high = max(high, east)
      if high - low >= 1 << 31 { return index }
    }
    return limit
  }

  /// Of some thousand segments all over the paths.
  private func measuredMean() -> Double {
    let step = max(pieces.count / 1024, 1)
    var (sum, number) = (0.0, 0)
    for index in stride(from: 0, to: pieces.count, by: step) {
      let (a, b) = (places.elements[Int(pieces[index].first)], places.elements[Int(pieces[index].first) + 1])
      let (dx, dy) = (Double(Int32(bitPattern: b.x &- a.x)), 2 * (Double(b.y) - Double(a.y)))
      sum += (dx * dx + dy * dy).squareRoot()
      number += 1
    }
    return number > 0 ? sum / Double(number) : 0
  }
}

/// Collects the places of paths: those that are not valid and those that repeat the one before are left out.
struct PlaceBuilder {
  fileprivate private(set) var places = ContiguousArray<FixedPlace>()
  /// Where each path ends.
  fileprivate private(set) var ends = ContiguousArray<UInt32>()
  private var first = 0

  init() {}

  mutating func reserve(_ placeCount: Int) { places.reserveCapacity(min(placeCount, PlaceSequences.maximumPlaces)) }

  /// Adds a place to the path that is being collected.
  @inline(__always)
  mutating func add(_ place: FixedPlace) {
    guard place.isValid, places.count == first || places[places.count - 1] != place,
      places.count < PlaceSequences.maximumPlaces
    else { return }
    places.append(place)
  }

  mutating func endPath() {
    first = places.count
    ends.append(UInt32(first))
  }

  mutating func addPath(_ path: ContiguousArray<FixedPlace>.SubSequence) {
    for place in path { add(place) }
    endPath()
  }

  mutating func addPath(_ path: [LocationCoordinate]) {
    for coordinate in path { add(FixedPlace(coordinate)) }
    endPath()
  }

  /// Closes the ring that is being collected by its first place; one of fewer than three places has none.
  mutating func endRing() {
    if places.count > first + 1, places[places.count - 1] == places[first] { places.removeLast() }
    if places.count < first + 3 { places.removeLast(places.count - first) } else { places.append(places[first]) }
    endPath()
  }

  mutating func addRing(_ ring: [LocationCoordinate]) {
    for coordinate in ring { add(FixedPlace(coordinate)) }
    endRing()
  }

  /// Of `count` things the parts that begin at `starts`, each to before the next one and the last one to the end. Starts that do
  /// not ascend or lie outside are moved to the nearest that do.
  static func parts(of count: Int, startingAt starts: [Int]) -> [Range<Int>] {
    var reached = 0
    let firsts = starts.map { start in
      reached = min(max(start, reached), count)
      return reached
    }
    return zip(firsts, firsts.dropFirst() + [count]).map { $0..<$1 }
  }

  /// Adds the parts of pairs of longitude and latitude that begin at `starts`.
  mutating func addPaths(longitudesAndLatitudes numbers: [Double], starts: [Int], areRings: Bool = false) {
    let pointCount = numbers.count / 2
    reserve(pointCount)
    for part in Self.parts(of: pointCount, startingAt: starts) {
      for point in part {
        add(FixedPlace(LocationCoordinate(latitude: numbers[2 * point + 1], longitude: numbers[2 * point])))
      }
      if areRings { endRing() } else { endPath() }
    }
  }

  /// Adds parts as `addPaths` does, with the places that repeat the one before and without those that have no time; returns the
  /// times after `firstTime`.
  mutating func addTrips(
    longitudesAndLatitudes numbers: [Double], times: [Double], starts: [Int], firstTime: Double
  ) -> ContiguousArray<Float> {
    let pointCount = min(numbers.count / 2, times.count)
    reserve(pointCount)
    var kept = ContiguousArray<Float>()
    kept.reserveCapacity(pointCount)
    for part in Self.parts(of: pointCount, startingAt: starts) {
      var latest = -Float.infinity
      for point in part where times[point].isFinite && places.count < PlaceSequences.maximumPlaces {
        let place = FixedPlace(LocationCoordinate(latitude: numbers[2 * point + 1], longitude: numbers[2 * point]))
        guard place.isValid else { continue }
        latest = max(latest, Float(times[point] - firstTime))
        places.append(place)
        kept.append(latest)
      }
      endPath()
    }
    return kept
  }

  /// The places of the only path.
  static func kept(_ path: [LocationCoordinate]) -> ContiguousArray<FixedPlace> {
    var builder = PlaceBuilder()
    builder.addPath(path)
    return builder.places
  }
}
