import OverlookGeometry

/// What a map is shown on: nothing, until the frame loop says how large it is.
struct MapSurface {
  private(set) var size = ScreenSize(width: 0, height: 0)
  private(set) var framebuffer = PixelSize(width: 0, height: 0)
  /// Of the last size that was not 0 in a direction.
  private(set) var pixelsPerPoint = 1.0
  /// Whether anything of it can be seen.
  private(set) var isVisible = false

  /// Takes another size; false when it is the one it has.
  mutating func resize(to size: ScreenSize, framebuffer: PixelSize) -> Bool {
    guard size != self.size || framebuffer != self.framebuffer else { return false }
    (self.size, self.framebuffer) = (size, framebuffer)
    isVisible = size.width > 0 && size.height > 0 && framebuffer.width > 0 && framebuffer.height > 0
    if isVisible { pixelsPerPoint = Double(framebuffer.width) / size.width }
    return true
  }
}
