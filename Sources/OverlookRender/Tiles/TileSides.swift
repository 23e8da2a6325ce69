import OverlookGeometry
import OverlookSupport
import OverlookTiles

/// Where squares of several levels meet: for each side of a square the corners of others that lie on it.
///
/// Lengths are whole numbers, in squares of the deepest level there is.
struct TileSides {
  enum Side: Int, CaseIterable {
    case north, east, south, west

    static let all = allCases
  }

  /// One side of one square, `line` across and from `start` to `end` along it.
  private struct Segment {
    var line: Int
    var start: Int
    var end: Int
  }

  private var segments: [[Segment]] = Array(repeating: [], count: Side.all.count)
  private(set) var corners: [Int] = []

  /// Uses the memory of the last call.
  mutating func fill(_ draws: [TileDraw]) {
    for side in Side.all.indices { segments[side].removeAll(keepingCapacity: true) }
    for draw in draws {
      for side in Side.all { segments[side.rawValue].append(Self.segment(draw, side)) }
    }
    for side in Side.all.indices { segments[side].heapSort { ($0.line, $0.start) < ($1.line, $1.start) } }
  }

  /// Finds the corners of others inside a side of `draw`, from west to east or from north to south, into `corners`: parts of the
  /// side.
  mutating func findCorners(on side: Side, of draw: TileDraw) {
    corners.removeAll(keepingCapacity: true)
    let own = Self.segment(draw, side)
    let facing = Side.all[(side.rawValue + 2) % 4].rawValue
    var index = firstIndex(facing, line: own.line, start: own.start)
    // A neighbour that is larger reaches over the ends; smaller ones lie between them side by side, but for gaps.
    while index < segments[facing].count, segments[facing][index].line == own.line, segments[facing][index].start < own.end {
      let neighbour = segments[facing][index]
      addCorner(neighbour.start, own)
      addCorner(neighbour.end, own)
      index += 1
    }
    for index in corners.indices { corners[index] -= own.start }
  }

  private mutating func addCorner(_ place: Int, _ own: Segment) {
    if place > own.start, place < own.end, place != corners.last { corners.append(place) }
  }

  /// The length of a side of `quad`.
  static func length(_ quad: TileID) -> Int { 1 << (TileID.maximumZoom - quad.z) }

  private static func segment(_ draw: TileDraw, _ side: Side) -> Segment {
    let length = length(draw.quad)
    let west = draw.quad.x * length + draw.worldCopy << TileID.maximumZoom
    let north = draw.quad.y * length
    return switch side {
    case .north: Segment(line: north, start: west, end: west + length)
    case .south: Segment(line: north + length, start: west, end: west + length)
    case .west: Segment(line: west, start: north, end: north + length)
    case .east: Segment(line: west + length, start: north, end: north + length)
    }
  }

  /// Of the first segment that does not lie before the place.
  private func firstIndex(_ side: Int, line: Int, start: Int) -> Int {
    var (low, high) = (0, segments[side].count)
    while low < high {
      let middle = (low + high) / 2
      let segment = segments[side][middle]
      if (segment.line, segment.start) < (line, start) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
