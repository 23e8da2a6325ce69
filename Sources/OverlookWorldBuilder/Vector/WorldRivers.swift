import OverlookFormats
import OverlookGeometry
import OverlookTileBuilder

/// Rivers: those of a coarse map up to the last zoom but one; at the last, which is drawn larger for all beyond, those of GSHHG, which bend
/// as rivers do.
struct WorldRivers {
  /// Of what is in the way of whom: rivers that a coarse map shows, too, and others, which a map has room for when it is larger.
  private enum Rank: Int64 {
    case great = 1
    case small
  }

  /// How far lines of the two sources of one river are apart.
  private static let reach = 7.0
  private static let last = VectorWorld.zooms.upperBound

  private let coarse: [(id: UInt32, lines: [[WorldPoint]])]
  private let fine: [[WorldPoint]]
  /// Shores of lakes, as which GSHHG has rivers that are wide.
  private let shores: [[WorldPoint]]

  /// - Parameters:
  ///   - coarse: Lines of which those of one river have one number and follow one another.
  ///   - fine: Pieces.
  ///   - lakes: Outlines from the source of the fine rivers.
  init(coarse: [Outline], fine: [Outline], lakes: [Outline]) {
    self.coarse = Shapes.lines(coarse)
    self.fine = JoinedLines.joined(fine.map(\.points))
    shores = lakes.map(\.points)
  }

  var features: [MapFeature] {
    var features: [MapFeature] = []
    // A river is shown from where it is long enough to be one: a tenth of a tile.
    for (id, lines) in coarse {
      let length: Double = lines.reduce(0) { $0 + Shapes.length($1) }
      guard let zoom = (2..<Self.last).first(where: { length * 512 * Double(1 << $0) > 90 }) else { continue }
      for line in lines { features.append(Self.feature(line, UInt64(id) + 1, .great, zoom...Self.last - 1)) }
    }
    let great = NearestLines(coarse.flatMap(\.lines), points: \.self)
    let ranked = fine.map { ($0, Self.isMostly($0, along: great) ? Rank.great : .small) }
    for (line, rank) in ranked + missing.map({ ($0, .great) }) {
      features.append(Self.feature(line, UInt64(features.count) + 100_000, rank, Self.last...Self.last))
    }
    return features
  }

  /// What of the coarse rivers has no fine line beside it, with the points around it.
  private var missing: [[WorldPoint]] {
    let known = NearestLines(fine + shores, points: \.self)
    var pieces: [[WorldPoint]] = []
    for line in coarse.flatMap(\.lines) {
      var piece: [WorldPoint] = []
      var last: WorldPoint?
      for point in line {
        let isMissing = known.nearest(to: point, within: Shapes.width(kilometers: Self.reach, at: point)) == nil
        if isMissing {
          if piece.isEmpty, let last { piece.append(last) }
          piece.append(point)
        } else if !piece.isEmpty {
          pieces.append(piece + [point])
          piece = []
        }
        last = point
      }
      if piece.count > 1 { pieces.append(piece) }
    }
    return pieces
  }

  private static func isMostly(_ line: [WorldPoint], along lines: NearestLines<[WorldPoint]>) -> Bool {
    let near = line.count { lines.nearest(to: $0, within: Shapes.width(kilometers: reach, at: $0)) != nil }
    return near * 10 > line.count * 7
  }

  private static func feature(_ line: [WorldPoint], _ id: UInt64, _ rank: Rank, _ zooms: ClosedRange<Int>) -> MapFeature {
    MapFeature(
      layer: "waterway", id: id, shape: .line(line), tags: [("class", .string("river")), ("rank", .int(rank.rawValue))],
      zooms: zooms)
  }
}
