package import OverlookGeometry

/// Boxes around each run of neighbours of a column of places: what lies outside the view is passed over a thousand at a time.
package struct PlaceChunks: Sendable {
  /// The places of a chunk; empty while `minX > maxX`. Boxes do not reach across the antimeridian.
  package struct Box: Hashable, Sendable, BitwiseCopyable {
    package var minX = UInt32.max
    package var minY = UInt32.max
    package var maxX = UInt32.min
    package var maxY = UInt32.min

    package var isEmpty: Bool { minX > maxX }

    /// In steps; of places on a line that of a strip.
    fileprivate var area: Double { isEmpty ? 0 : (Double(maxX - minX) + 1) * (Double(maxY - minY) + 1) }

    mutating func add(_ place: FixedPlace) {
      minX = min(minX, place.x)
      maxX = max(maxX, place.x)
      minY = min(minY, place.y)
      maxY = max(maxY, place.y)
    }

    mutating func add(_ other: Box) {
      minX = min(minX, other.minX)
      maxX = max(maxX, other.maxX)
      minY = min(minY, other.minY)
      maxY = max(maxY, other.maxY)
    }
  }

  /// Places in a chunk.
  package static let size = 1024

  package private(set) var boxes = ContiguousArray<Box>()
  /// Of each chunk, since its box was measured.
  private var moves = ContiguousArray<UInt16>()

  /// After so many moves in a chunk its box may be much too large.
  private static let maximumMoves: UInt16 = 256

  /// Brings the boxes of the chunks that `range` meets up to date.
  mutating func update(_ places: ContiguousArray<FixedPlace>, changed range: Range<Int>) {
    let needed = (places.count + Self.size - 1) / Self.size
    if boxes.count > needed {
      boxes.removeLast(boxes.count - needed)
      moves.removeLast(moves.count - needed)
    }
    boxes.append(contentsOf: repeatElement(Box(), count: needed - boxes.count))
    moves.append(contentsOf: repeatElement(0, count: needed - moves.count))
    guard !range.isEmpty else { return }
    for chunk in range.lowerBound / Self.size...(range.upperBound - 1) / Self.size {
      var box = Box()
      for place in places[(chunk * Self.size)..<min((chunk + 1) * Self.size, places.count)] where place.isValid { box.add(place) }
      boxes[chunk] = box
      moves[chunk] = 0
    }
  }

  /// Takes in places that moved, numbers without one left out: the boxes of their chunks grow, and are measured anew now and
  /// then.
  mutating func move(_ indices: ArraySlice<Int>, in places: ContiguousArray<FixedPlace>) {
    for index in indices where places.indices.contains(index) {
      let chunk = index / Self.size
      moves[chunk] += 1
      if moves[chunk] >= Self.maximumMoves {
        update(places, changed: index..<index + 1)
      } else if places[index].isValid {
        boxes[chunk].add(places[index])
      }
    }
  }

  /// Whether the boxes lie all over each other, as those of places in no order do: on average each covers a sixteenth of them all.
  var areScattered: Bool {
    let all = around
    guard !all.isEmpty else { return false }
    let mean = boxes.reduce(0) { $0 + $1.area } / Double(boxes.count)
    return 16 * mean > all.area
  }

  private var around: Box {
    var all = Box()
    for box in boxes { all.add(box) }
    return all
  }

  /// What all places cover; nil when there are none.
  package var bounds: WorldRect? {
    let all = around
    guard !all.isEmpty else { return nil }
    let (first, last) = (FixedPlace(x: all.minX, y: all.minY).worldPoint, FixedPlace(x: all.maxX, y: all.maxY).worldPoint)
    return WorldRect(minX: first.x, minY: first.y, maxX: last.x, maxY: last.y)
  }
}
