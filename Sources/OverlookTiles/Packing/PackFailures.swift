package import OverlookGeometry

/// Tiles that could not be had, by cause.
package struct PackFailures: Hashable, Sendable {
  private struct Cause: Hashable, Sendable {
    var message: String
    var count: Int
    var first: TileID
  }

  private static let maximumCauses = 20
  private static let shownCauses = 3
  private var causes: [Cause] = []
  package private(set) var count = 0

  package init() {}

  package mutating func add(_ message: String, _ tile: TileID) {
    count += 1
    if let index = causes.firstIndex(where: { $0.message == message }) {
      causes[index].count += 1
    } else if causes.count < Self.maximumCauses {
      causes.append(Cause(message: message, count: 1, first: tile))
    }
  }

  /// "3 times: host answers 500 (first at tile 4/5/6); ...", the first few causes.
  package var text: String {
    let shown = causes.prefix(Self.shownCauses).map { cause in
      let tile = "tile \(cause.first.z)/\(cause.first.x)/\(cause.first.y)"
      return cause.count == 1 ? "\(tile): \(cause.message)" : "\(cause.count) times: \(cause.message) (first at \(tile))"
    }
    return (shown + (causes.count > Self.shownCauses ? ["..."] : [])).joined(separator: "; ")
  }
}
