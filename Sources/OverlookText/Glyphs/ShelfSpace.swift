/// Room of a picture in shelves, given and taken back in pieces.
struct ShelfSpace {
  private struct Shelf {
    var y: Int
    var height: Int
    /// Free pieces from the left, never adjacent.
    var free: [Range<Int>]
  }

  let width: Int
  private(set) var height: Int
  private var shelves: [Shelf] = []
  private var usedHeight = 0

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  mutating func grow(toHeight newHeight: Int) {
    height = max(height, newHeight)
  }

  /// The corner of a free piece: on the lowest shelf that is high enough and wastes no more than a third, on a new shelf, or,
  /// when there is no room for one, on any shelf that is high enough.
  mutating func take(width pieceWidth: Int, height pieceHeight: Int) -> (x: Int, y: Int)? {
    if let place = take(pieceWidth, pieceHeight, wasting: pieceHeight / 2) { return place }
    // Steps of 4 let pieces of nearly one height share a shelf.
    let shelfHeight = (pieceHeight + 3) / 4 * 4
    if usedHeight + shelfHeight <= height, pieceWidth <= width {
      shelves.append(Shelf(y: usedHeight, height: shelfHeight, free: [pieceWidth..<width]))
      defer { usedHeight += shelfHeight }
      return (0, usedHeight)
    }
    return take(pieceWidth, pieceHeight, wasting: height)
  }

  /// Gives a piece back that `take` gave.
  mutating func give(x: Int, y: Int, width pieceWidth: Int) {
    guard let index = shelves.firstIndex(where: { $0.y == y }) else { return }
    var free = shelves[index].free
    let place = free.firstIndex { $0.lowerBound >= x } ?? free.count
    free.insert(x..<x + pieceWidth, at: place)
    if place + 1 < free.count, free[place].upperBound == free[place + 1].lowerBound {
      free[place] = free[place].lowerBound..<free[place + 1].upperBound
      free.remove(at: place + 1)
    }
    if place > 0, free[place - 1].upperBound == free[place].lowerBound {
      free[place - 1] = free[place - 1].lowerBound..<free[place].upperBound
      free.remove(at: place)
    }
    shelves[index].free = free
  }

  private mutating func take(_ pieceWidth: Int, _ pieceHeight: Int, wasting: Int) -> (x: Int, y: Int)? {
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
}
