// An item of the app's own among the overlays: a frame by the canvas, and a blinking square by OpenGL.
import CGL
import Overlook

final class Beacon: OverlayItem {
  private let place = LocationCoordinate(latitude: 60.17, longitude: 24.94)
  private var center = ScreenPoint(x: 0, y: 0)
  private var height = 0.0
  private var frames = 0

  func update(with projection: Projection) {
    center = projection.point(for: place)
    height = projection.size.height
    frames += 1
  }

  func draw(in canvas: Canvas) {
    canvas.fillRoundedRect(
      ScreenRect(x: center.x - 34, y: center.y - 34, width: 68, height: 68), radius: 8, color: Color.black.withAlpha(0.6))
  }

  func drawOpenGL() {
    // The view of OpenGL is in pixels and has its origin below.
    var viewport: [GLint] = [0, 0, 0, 0]
    glGetIntegerv(GLenum(GL_VIEWPORT), &viewport)
    let scale = Double(viewport[3]) / max(height, 1)
    let side = GLsizei((60 * scale).rounded())
    glEnable(GLenum(GL_SCISSOR_TEST))
    glScissor(
      GLint(((center.x - 30) * scale).rounded()), viewport[3] - GLint(((center.y + 30) * scale).rounded()), side, side)
    glClearColor(frames / 30 % 2 == 0 ? 0.9 : 0.3, 0.2, 0.1, 1)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    glDisable(GLenum(GL_SCISSOR_TEST))
  }
}

let map = MapView(camera: CameraPosition(latitude: 60.17, longitude: 24.94, zoom: 11))
map.add(Beacon())
// A few frames a second are enough for it; a map at rest draws none.
Task {
  while true {
    try await Task.sleep(for: .seconds(0.1))
    map.setNeedsDisplay()
  }
}
try map.run(title: "Custom drawing")
