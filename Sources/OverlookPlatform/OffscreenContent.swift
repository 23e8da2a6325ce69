package import OverlookGeometry
package import OverlookInput

/// A content that is drawn into a picture of its own, from where it is copied into whatever framebuffer is bound: for what shows
/// several contents in one window. Every call needs the GL context current.
@MainActor package final class OffscreenContent {
  package let content: any WindowContent
  /// Whether the picture is not what the content last asked for.
  package private(set) var isDue = false
  private var target: OffscreenTarget?
  private var framebuffer = PixelSize(width: 0, height: 0)

  package init(_ content: any WindowContent) { self.content = content }

  /// Gives the content its size; nothing happens where it has it.
  package func resize(to size: ScreenSize, framebuffer: PixelSize) {
    content.resize(to: size, framebuffer: framebuffer)
    guard framebuffer != self.framebuffer else { return }
    self.framebuffer = framebuffer
    freePicture()
  }

  /// Brings the content to `now`; true when its picture must be drawn.
  package func prepareFrame(now: Double) -> Bool {
    if target == nil { content.invalidatePicture() }
    if content.prepareFrame(now: now) { isDue = true }
    return isDue
  }

  /// Draws the picture where it is due, and leaves the framebuffer bound that was. Without room for a picture nothing is drawn.
  package func drawFrame(now: Double) {
    guard isDue else { return }
    let bound = OffscreenTarget.bound
    defer { OffscreenTarget.bind(bound) }
    target = target ?? OffscreenTarget.make(size: framebuffer)
    isDue = false
    guard let target else { return }
    target.drawFrame { content.drawFrame(now: now) }
  }

  /// Copies a part of the picture into the bound framebuffer, in pixels from the lower left corners of both.
  package func copy(_ part: PixelRect, toX x: Int, y: Int) { target?.copy(part, toX: x, y: y) }

  /// Gives everything back that the graphics card holds; the next frame makes it anew.
  package func releaseGraphics() {
    content.releaseGraphics()
    freePicture()
  }

  /// Gives back the picture alone.
  package func freePicture() {
    guard let target else { return }
    self.target = nil
    let bound = OffscreenTarget.bound
    target.free()
    OffscreenTarget.bind(bound)
  }
}

/// A rectangle of a picture in pixels, the origin in the lower left corner as GL has it.
package struct PixelRect: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}
