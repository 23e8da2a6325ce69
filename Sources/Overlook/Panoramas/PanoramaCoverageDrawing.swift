import OverlookCamera
import OverlookCanvas
import OverlookGeometry
import OverlookPanorama
import OverlookSupport

/// The light on streets with panoramas, while a person is carried over them.
@MainActor final class PanoramaCoverageDrawing {
  private static let color = Color(red: 0.10, green: 0.55, blue: 0.98)
  /// More corners than this are not drawn.
  private static let mostCorners = 60_000

  var onChange: () -> Void = {}
  var wake: @Sendable () -> Void = {}
  private var asked: CoordinateBounds?
  private var shape = PanoramaCoverageShape()
  private var task: Task<Void, Never>?
  private var answers: Mailbox<PanoramaCoverageShape>?

  deinit { task?.cancel() }

  /// Asks for what lies in `bounds`, unless that is known.
  func look(at bounds: CoordinateBounds, _ coverage: (@Sendable (CoordinateBounds) async -> PanoramaCoverageShape)?) {
    guard let coverage, bounds != asked else { return }
    asked = bounds
    task?.cancel()
    let answers = answers ?? Mailbox(wake: wake)
    self.answers = answers
    task = Task.detached {
      let shape = await coverage(bounds)
      if !Task.isCancelled { answers.post(shape) }
    }
  }

  /// Takes what came; true when that is another picture.
  func takeAnswers() -> Bool {
    guard let fresh = answers?.drain().last, asked != nil else { return false }
    shape = fresh
    return true
  }

  func stop() {
    task?.cancel()
    task = nil
    asked = nil
    shape = PanoramaCoverageShape()
  }

  func draw(on canvas: Canvas, _ projection: Projection) {
    var left = Self.mostCorners
    for line in shape.lines where left > 0 {
      left -= line.count
      let points = line.map(projection.point(for:))
      canvas.strokePolyline(points, width: 7, color: Self.color.withAlpha(0.28))
      canvas.strokePolyline(points, width: 2.5, color: Self.color.withAlpha(0.9))
    }
    for place in shape.places.prefix(left) {
      let point = projection.point(for: place)
      canvas.fillCircle(center: point, radius: 5, color: Self.color.withAlpha(0.35))
      canvas.fillCircle(center: point, radius: 2.5, color: Self.color)
    }
  }
}
