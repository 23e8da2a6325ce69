package import OverlookCamera
package import OverlookCanvas
import OverlookGeometry
import OverlookSupport
package import OverlookTiles

/// Draws where tiles end, what they are called and how they stand.
@MainActor package enum TileOutlines {
  private static let textSize = TypeScale.note
  private static let lineHeight = 15.0
  private static let padding = 6.0
  /// Pieces of an edge, parts of which may lie behind the eye.
  private static let pieces = 16

  package static func draw(_ reports: [TileReport], _ view: ViewTransform, on canvas: Canvas) {
    var places: [(tile: TileID, worldCopy: Int)] = []
    var lines: [[String]] = []
    for report in reports {
      if let index = places.firstIndex(where: { $0 == (report.tile, report.worldCopy) }) {
        lines[index].append(report.text)
      } else {
        places.append((report.tile, report.worldCopy))
        lines.append(["\(report.tile.z)/\(report.tile.x)/\(report.tile.y)", report.text])
      }
    }
    for (place, lines) in zip(places, lines) {
      let edge = outline(of: place.tile, worldCopy: place.worldCopy, view)
      canvas.strokePolyline(edge, width: 3, color: Color.black.withAlpha(0.35), isClosed: true)
      canvas.strokePolyline(edge, width: 1, color: HUDStyle.warning, isClosed: true)
      if let middle = middle(of: edge, in: view.size) { drawLabel(lines, at: middle, on: canvas) }
    }
  }

  private static func outline(of tile: TileID, worldCopy: Int, _ view: ViewTransform) -> [ScreenPoint] {
    let rect = tile.worldRect
    let (west, east) = (rect.minX + Double(worldCopy), rect.maxX + Double(worldCopy))
    let corners = [(west, rect.minY), (east, rect.minY), (east, rect.maxY), (west, rect.maxY), (west, rect.minY)]
    return zip(corners, corners.dropFirst()).flatMap { start, end in
      (0..<pieces).map { piece in
        let share = Double(piece) / Double(pieces)
        let place = WorldPoint(x: start.0 + (end.0 - start.0) * share, y: start.1 + (end.1 - start.1) * share)
        return view.screenPoint(for: place) ?? ScreenPoint(x: .nan, y: .nan)
      }
    }
  }

  /// Of what the view shows of a tile; nil for nothing.
  private static func middle(of edge: [ScreenPoint], in size: ScreenSize) -> ScreenPoint? {
    let seen = edge.filter { $0.x.isFinite && $0.y.isFinite }
    let (xs, ys) = (seen.map { min(max($0.x, 0), size.width) }, seen.map { min(max($0.y, 0), size.height) })
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(), left < right, top < bottom else {
      return nil
    }
    return ScreenPoint(x: (left + right) / 2, y: (top + bottom) / 2)
  }

  private static func drawLabel(_ lines: [String], at middle: ScreenPoint, on canvas: Canvas) {
    let width = lines.map { canvas.textWidth($0, size: textSize) }.max() ?? 0
    let size = ScreenSize(width: width + 2 * padding, height: Double(lines.count) * lineHeight + padding)
    let (left, top) = (middle.x - size.width / 2, middle.y - size.height / 2)
    canvas.fillRoundedRect(
      ScreenRect(x: left, y: top, width: size.width, height: size.height), radius: 4, color: HUDStyle.panel)
    for (number, line) in lines.enumerated() {
      canvas.text(
        line, at: ScreenPoint(x: left + padding, y: top + padding / 2 + (Double(number) + 0.5) * lineHeight), size: textSize,
        color: number == 0 ? HUDStyle.warning : HUDStyle.bright, anchor: TextAnchor(.left, .middle))
    }
  }
}
