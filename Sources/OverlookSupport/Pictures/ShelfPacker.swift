/// Places rectangles in a picture on shelves: rows as wide as the picture, each for rectangles of about one height. Places never
/// move; freed ones are given out again. Pixels; a value, so any thread.
package struct ShelfPacker: Sendable {
  private struct Shelf {
    var y: Int
    var height: Int
    /// Free pieces from the left, never adjacent.
    var free: [Range<Int>]
  }

  /// Shelf heights are multiples of it, so that rectangles of nearly one height share a shelf.
  private static let heightStep = 4

  package private(set) var width: Int
  package private(set) var height: Int
  /// Rows that shelves take, from the top.
  package private(set) var usedHeight = 0
  private var shelves: [Shelf] = []

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Makes room to the right; a smaller width than there is changes nothing.
  package mutating func grow(toWidth newWidth: Int) {
    guard newWidth > width else { return }
    for index in shelves.indices { Self.insert(width..<newWidth, into: &shelves[index].free) }
    width = newWidth
  }

  /// Makes room below; a smaller height than there is changes nothing.
  package mutating func grow(toHeight newHeight: Int) {
    height = max(height, newHeight)
  }

  /// The corner of a free place: on the lowest shelf that is high enough and wastes no more than a third, on a new shelf, or,
  /// when there is no room for one, on any shelf that is high enough. Nil without room, and for rectangles of no area.
  package mutating func place(width pieceWidth: Int, height pieceHeight: Int) -> (x: Int, y: Int)? {
    guard pieceWidth > 0, pieceHeight > 0, pieceWidth <= width, pieceHeight <= height else { return nil }
    if let corner = place(pieceWidth, pieceHeight, wasting: pieceHeight / 2) { return corner }
    let rest = height - usedHeight
    if pieceHeight <= rest {
      let shelfHeight = min((pieceHeight + Self.heightStep - 1) / Self.heightStep * Self.heightStep, rest)
      shelves.append(Shelf(y: usedHeight, height: shelfHeight, free: pieceWidth < width ? [pieceWidth..<width] : []))
      defer { usedHeight += shelfHeight }
      return (0, usedHeight)
    }
    return place(pieceWidth, pieceHeight, wasting: height)
  }

  /// Gives back a place that `place` gave, once.
  package mutating func free(x: Int, y: Int, width pieceWidth: Int) {
    guard pieceWidth > 0, let index = shelves.firstIndex(where: { $0.y == y }) else { return }
    Self.insert(x..<x + pieceWidth, into: &shelves[index].free)
  }

  private mutating func place(_ pieceWidth: Int, _ pieceHeight: Int, wasting: Int) -> (x: Int, y: Int)? {
    var best: (shelf: Int, piece: Int)?
    for index in shelves.indices {
      let shelf = shelves[index]
      guard shelf.height >= pieceHeight, shelf.height - pieceHeight <= wasting else { continue }
      if let best, shelves[best.shelf].height <= shelf.height { continue }
      if let piece = shelf.free.firstIndex(where: { $0.count >= pieceWidth }) { best = (index, piece) }
    }
    guard let (index, piece) = best else { return nil }
    let free = shelves[index].free[piece]
    if free.count == pieceWidth {
      shelves[index].free.remove(at: piece)
    } else {
      shelves[index].free[piece] = free.lowerBound + pieceWidth..<free.upperBound
    }
    return (free.lowerBound, shelves[index].y)
  }

  private static func insert(_ piece: Range<Int>, into free: inout [Range<Int>]) {
    let place = free.firstIndex { $0.lowerBound >= piece.lowerBound } ?? free.count
    free.insert(piece, at: place)
    if place + 1 < free.count, free[place].upperBound == free[place + 1].lowerBound {
      free[place] = free[place].lowerBound..<free[place + 1].upperBound
      free.remove(at: place + 1)
    }
    if place > 0, free[place - 1].upperBound == free[place].lowerBound {
      free[place - 1] = free[place - 1].lowerBound..<free[place].upperBound
      free.remove(at: place)
    }
  }
}
