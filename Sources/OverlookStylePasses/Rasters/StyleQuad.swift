import Glibc
import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookLayout

/// Four corners of something flat on the ground, and the part of a picture that lies between them.
struct StyleQuad {
  /// Clip coordinates: top left, top right, bottom left, bottom right.
  var corners: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  /// How much a corner counts on the way to the others, in the same order: all 1 where the picture is stretched evenly.
  var weights = SIMD4<Float>(repeating: 1)
  /// x, y, width and height in the picture, 0 ... 1.
  var part = SIMD4<Float>(0, 0, 1, 1)

  /// A tile that shows (a part of) the picture of `source`, itself or one above. `shift`: in points of the ground.
  init(_ tile: TileID, worldCopy: Int, source: TileID, _ view: ViewTransform, shift: SIMD2<Double> = .zero) {
    let rect = tile.worldRect
    let (left, right) = (rect.minX + Double(worldCopy), rect.maxX + Double(worldCopy))
    self.init(
      [
        WorldPoint(x: left, y: rect.minY), WorldPoint(x: right, y: rect.minY), WorldPoint(x: right, y: rect.maxY),
        WorldPoint(x: left, y: rect.maxY),
      ], view, shift: shift)
    let whole = source.worldRect
    let side = whole.maxX - whole.minX
    part = SIMD4(
      Float((rect.minX - whole.minX) / side), Float((rect.minY - whole.minY) / side), Float((rect.maxX - rect.minX) / side),
      Float((rect.maxY - rect.minY) / side))
  }

  /// A picture as a photograph of something flat would show it.
  ///
  /// - Parameter places: Four: top left, top right, bottom right, bottom left.
  init(picture places: [WorldPoint], _ view: ViewTransform, shift: SIMD2<Double> = .zero) {
    self.init(places, view, shift: shift)
    if let projective = Self.weights(places) { weights = projective }
  }

  private init(_ places: [WorldPoint], _ view: ViewTransform, shift: SIMD2<Double>) {
    let clipped = (0..<4).map { index -> SIMD4<Float> in
      guard index < places.count else { return SIMD4(2, 2, 2, 1) }
      let (x, y) = view.centeredPoints(for: places[index])
      return SIMD4<Float>(view.clip(x: x + shift.x, y: y + shift.y))
    }
    corners = (clipped[0], clipped[1], clipped[3], clipped[2])
  }

  /// The weights that make straight lines of a picture straight between any four corners, as in a photograph of it: from where
  /// the diagonals cut each other. Nil where one corner lies within the triangle of the others, or nearly so.
  private static func weights(_ places: [WorldPoint]) -> SIMD4<Float>? {
    guard places.count == 4 else { return nil }
    let (a, b, c, d) = (places[0], places[1], places[2], places[3])
    let (acX, acY, bdX, bdY) = (c.x - a.x, c.y - a.y, d.x - b.x, d.y - b.y)
    let turn = acX * bdY - acY * bdX
    guard turn != 0 else { return nil }
    let alongAC = ((b.x - a.x) * bdY - (b.y - a.y) * bdX) / turn
    let alongBD = ((b.x - a.x) * acY - (b.y - a.y) * acX) / turn
    let sound = 0.05...0.95
    guard sound.contains(alongAC), sound.contains(alongBD) else { return nil }
    return SIMD4<Float>(SIMD4(1 / (1 - alongAC), 1 / (1 - alongBD), 1 / alongBD, 1 / alongAC))
  }

  @MainActor func set(_ program: StyleProgram) {
    program.set(named: "u_corner0", corners.0)
    program.set(named: "u_corner1", corners.1)
    program.set(named: "u_corner2", corners.2)
    program.set(named: "u_corner3", corners.3)
    program.set(named: "u_part", part)
    program.set(named: "u_weights", weights)
  }
}

extension StyleStage {
  /// How far pictures are moved over the ground (points) so that their pixels fall on those of the screen: less than a point.
  var pixelAlignment: SIMD2<Double> {
    let angle = -view.camera.bearing * Angle.radiansPerDegree
    let (sine, cosine) = (sin(angle), cos(angle))
    // A target of an odd size has its middle between two pixels.
    let oddX = view.size.width.truncatingRemainder(dividingBy: 2) / 2
    let oddY = view.size.height.truncatingRemainder(dividingBy: 2) / 2
    let (x, y) = (view.center.x * view.pointsPerWorld, view.center.y * view.pointsPerWorld)
    // Halves go up.
    let dx = x - (x + 0.5).rounded(.down) + cosine * oddX + sine * oddY
    let dy = y - (y + 0.5).rounded(.down) + cosine * oddY + sine * oddX
    return SIMD2(dx > 0.5 ? dx - 1 : dx, dy > 0.5 ? dy - 1 : dy)
  }
}
