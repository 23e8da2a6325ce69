import OverlookCamera
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

@MainActor @Suite struct CameraFuzzTests {
  /// Numbers of every kind into every entry of the controller: it must neither trap nor leave its ranges.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func staysInRangeForEveryInput(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let controller = CameraController(size: ScreenSize(width: 800, height: 600))
    var now = 0.0
    for _ in 0..<30_000 {
      act(on: controller, now: &now, &generator)
      expectInRange(controller.camera)
      let (view, limits) = (controller.view, controller.limits)
      #expect(view.camera == controller.camera)
      #expect(controller.camera.viewingAngle <= 85 && limits.minimumZoom <= limits.maximumZoom)
      #expect(view.size.width >= 1 && view.size.height >= 1 && view.padding.left >= 0 && view.padding.top <= view.size.height)
      let matrix = view.clipFromCenteredPoints.columns
      #expect((matrix.0 + matrix.1 + matrix.2 + matrix.3).sum().isFinite)
    }
    controller.deliverEvents()
  }

  private func act(on controller: CameraController, now: inout Double, _ generator: inout SeededGenerator) {
    let a = ScreenPoint(x: generator.wildDouble(), y: generator.wildDouble())
    let b = ScreenPoint(x: generator.wildDouble(), y: generator.wildDouble())
    let x = generator.wildDouble()
    let point = Bool.random(using: &generator) ? a : nil
    switch Int.random(in: 0..<16, using: &generator) {
    case 0: controller.apply(.pan(from: a, to: b))
    case 1: controller.apply(.zoom(by: x, about: point))
    case 2: controller.apply(.rotate(byDegrees: x, about: point))
    case 3: controller.apply(.tilt(byDegrees: x))
    case 4: controller.setCamera(camera(&generator))
    case 5: controller.setSize(ScreenSize(width: generator.wildDouble(), height: generator.wildDouble()))
    case 6: controller.setPadding(EdgeInsets(top: x, left: generator.wildDouble(), bottom: generator.wildDouble(), right: a.x))
    case 7: controller.start(.ease(to: camera(&generator), seconds: x), now: generator.wildDouble())
    case 8: controller.start(.fly(to: camera(&generator), seconds: Bool.random(using: &generator) ? x : nil), now: now)
    case 9: controller.start(.wheelZoom(by: x, about: a), now: now)
    case 10:
      controller.start(
        .inertia(CameraVelocity(panX: a.x, panY: a.y, zoom: b.x, bearing: b.y, viewingAngle: x), about: point), now: now)
    case 11:
      controller.start(
        .step(CameraStep(scrollX: a.x, scrollY: a.y, zoom: b.x, bearing: b.y, viewingAngle: x), about: point, seconds: 0.3),
        now: now)
    case 12: controller.start(.update(.zoom(by: x, at: a), seconds: 1, easing: .easeIn), now: now)
    case 13: try? controller.limits.setZoomRange(minimum: min(x, b.x), maximum: max(x, b.x))
    case 14: controller.limits.maximumViewingAngle = { _ in x }
    default: break
    }
    now += 0.02
    _ = controller.step(now: Bool.random(using: &generator) ? now : generator.wildDouble())
  }

  private func camera(_ generator: inout SeededGenerator) -> CameraPosition {
    CameraPosition(
      latitude: generator.wildDouble(), longitude: generator.wildDouble(), zoom: generator.wildDouble(),
      bearing: generator.wildDouble(), viewingAngle: generator.wildDouble())
  }
}
