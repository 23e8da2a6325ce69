package import OverlookCamera
package import OverlookGeometry
import OverlookSupport

/// The squares that a view is made of, for one source: a quadtree's leaves, each about as large on the screen as a tile should be.
package struct TileCover: Sendable {
  package struct Square: Hashable, Sendable {
    /// May lie deeper than the source has tiles where `TileParameters.levels` says so.
    package var quad: TileID
    /// The level that the view asks for here: `quad.z`, or more where the source has no deeper tiles.
    package var zoom: Int
    package var worldCopy: Int
    /// From the camera's target to the square's middle, in points on the ground.
    package var distance: Double
  }

  /// No view gets more squares: beyond that, all become coarser.
  package static let maximumCount = 256

  /// No more squares than these are told around a view.
  package static let maximumMarginCount = 64

  /// Nearest to the camera's target first.
  package private(set) var squares: [Square] = []
  /// Squares that the view does not show yet and will show when it goes on. Nearest first.
  package private(set) var margin: [Square] = []
  private var stack: [Square] = []

  package init() {}

  /// Finds the squares of `view`. Uses the memory of the last call; costs some microseconds for a common view.
  ///
  /// - Parameter motion: Where the view goes. Half a tile round about is taken into the margin; of a view that moves, a whole one
  ///   ahead of it and none behind; of one that turns, what it will show besides.
  package mutating func fill(view: ViewTransform, parameters: TileParameters, motion: ViewMotion = ViewMotion()) {
    removeAll()
    let descent = TileDescent(view: view, parameters: parameters, heading: motion.heading)
    guard descent.isShown else { return }
    // Each step takes half a level away everywhere; more than a few happen for absurd tilts and sizes only.
    var coarseness = 0.0
    for _ in 0..<40 {
      if collect(descent, coarseness: coarseness, copies: view.worldCopies) { break }
      removeAll()
      coarseness += 0.5
    }
    if let turned = motion.turned {
      collectMargin(of: turned.halfway, parameters, coarseness: coarseness)
      collectMargin(of: turned.end, parameters, coarseness: coarseness)
    }
    squares.heapSort { ($0.distance, $0.quad, $0.worldCopy) < ($1.distance, $1.quad, $1.worldCopy) }
    margin.heapSort { ($0.distance, $0.quad, $0.worldCopy) < ($1.distance, $1.quad, $1.worldCopy) }
    if margin.count > Self.maximumMarginCount { margin.removeLast(margin.count - Self.maximumMarginCount) }
  }

  package mutating func removeAll() {
    squares.removeAll(keepingCapacity: true)
    margin.removeAll(keepingCapacity: true)
  }

  /// Leaves only the squares of tiles of which `isIncluded` is true.
  package mutating func filter(_ isIncluded: (TileID) -> Bool) {
    squares.removeAll { !isIncluded($0.quad) }
    margin.removeAll { !isIncluded($0.quad) }
  }

  /// Whether it has the same squares as `other`, however far they are.
  package func hasSquares(of other: TileCover) -> Bool {
    func isSame(_ a: Square, _ b: Square) -> Bool { a.quad == b.quad && a.zoom == b.zoom && a.worldCopy == b.worldCopy }
    guard squares.count == other.squares.count else { return false }
    return squares.indices.allSatisfy { index in
      // Mostly not even their order changed.
      isSame(squares[index], other.squares[index]) || other.squares.contains { isSame(squares[index], $0) }
    }
  }

  /// False when there are too many.
  private mutating func collect(_ descent: TileDescent, coarseness: Double, copies: ClosedRange<Int>) -> Bool {
    walk(descent, coarseness: coarseness, copies: copies) { cover, leaf, isInView in
      if isInView { cover.squares.append(leaf) } else { cover.margin.append(leaf) }
      return cover.squares.count <= Self.maximumCount
    }
  }

  /// Takes into the margin what another view shows and neither the view nor its margin has.
  private mutating func collectMargin(of other: ViewTransform, _ parameters: TileParameters, coarseness: Double) {
    let descent = TileDescent(view: other, parameters: parameters, heading: .zero)
    walk(descent, coarseness: coarseness, copies: other.worldCopies) { cover, leaf, isInView in
      let isKnown = { (known: Square) in known.quad == leaf.quad && known.worldCopy == leaf.worldCopy }
      if isInView, !cover.squares.contains(where: isKnown), !cover.margin.contains(where: isKnown) { cover.margin.append(leaf) }
      return cover.margin.count <= Self.maximumCount
    }
  }

  /// Hands out the quadtree's leaves, and whether the view of `descent` shows them, until `take` wants no more; false then.
  @discardableResult private mutating func walk(
    _ descent: TileDescent, coarseness: Double, copies: ClosedRange<Int>, take: (inout TileCover, Square, Bool) -> Bool
  ) -> Bool {
    for copy in copies {
      stack.append(Square(quad: TileID(z: 0, x: 0, y: 0), zoom: 0, worldCopy: copy, distance: 0))
      while let square = stack.popLast() {
        guard let visit = descent.visit(square.quad, worldCopy: square.worldCopy) else { continue }
        switch descent.verdict(on: square.quad, worldCopy: square.worldCopy, visit, coarseness: coarseness) {
        case .none: continue
        case .leaf(let zoom):
          let leaf = Square(quad: square.quad, zoom: zoom, worldCopy: square.worldCopy, distance: visit.distance)
          guard take(&self, leaf, visit.isInView) else {
            stack.removeAll(keepingCapacity: true)
            return false
          }
        case .divided:
          for index in 0..<4 {
            stack.append(Square(quad: square.quad.child(index), zoom: 0, worldCopy: square.worldCopy, distance: 0))
          }
        }
      }
    }
    return true
  }
}
