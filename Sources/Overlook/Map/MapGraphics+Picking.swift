import OverlookCanvas
import OverlookGPU
import OverlookGeometry
import OverlookRender

extension MapGraphics {
  /// What of overlays and items is seen in a rectangle of the last frame, where `isInside` says yes to the middle of a pixel in
  /// points. Empty before the first frame, and where nobody lends the context.
  func identities(
    in rect: ScreenRect, of map: MapView, where isInside: ((ScreenPoint) -> Bool)? = nil
  ) -> [IdentityHit] {
    guard let plan = lastPlan, let part = Self.pixels(of: rect, plan) else { return [] }
    var hits: [IdentityHit] = []
    map.useContext? {
      // A driver that refuses the target has nothing to tell.
      hits =
        (try? self.renderer.identities(in: part, plan, items: self.items) { x, y in
          guard let isInside else { return true }
          let height = Double(plan.framebuffer.height)
          return isInside(
            ScreenPoint(x: (Double(x) + 0.5) / plan.pixelsPerPoint, y: (height - Double(y) - 0.5) / plan.pixelsPerPoint))
        }) ?? []
    }
    return hits
  }

  /// The item of this number in the order of drawing.
  func item(_ index: Int) -> (any OverlayItem)? {
    items.indices.contains(index) ? items[index] : nil
  }

  /// The pixels that a rectangle touches; nil when it has none of the view.
  private static func pixels(of rect: ScreenRect, _ plan: FramePlan) -> GPURect? {
    let (width, height) = (Double(plan.framebuffer.width), Double(plan.framebuffer.height))
    let scale = plan.pixelsPerPoint
    func limited(_ pixels: Double, _ end: Double) -> Int { Int(exactly: min(max(pixels, 0), end).rounded(.down)) ?? 0 }
    let left = limited(rect.origin.x * scale, width)
    let top = limited(rect.origin.y * scale, height)
    let right = limited((rect.origin.x + rect.size.width) * scale + 1, width)
    let bottom = limited((rect.origin.y + rect.size.height) * scale + 1, height)
    guard right > left, bottom > top else { return nil }
    return GPURect(x: left, y: plan.framebuffer.height - bottom, width: right - left, height: bottom - top)
  }
}
