import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookLayout

/// Keeps what a style draws below its labels from frame to frame: of a view that moves flat over the map by whole pixels only
/// what came into it is drawn, and the squares of tiles that changed.
@MainActor final class ScrolledPlane {
  /// What is drawn, but for the tiles and the place.
  struct Look: Equatable {
    var scale: ViewScale
    var target: SIMD2<Int>
    var background: SIMD4<Float>
    var paint: BucketID
    var imagesVersion: Int
    var layerCount: Int
  }

  private let device: GPUDevice
  private var front: GPUFramebuffer?
  private var back: GPUFramebuffer?
  private var look: Look?
  private var center = WorldPoint(x: 0, y: 0)
  private var tiles = StyleTileSquares()
  private var lastScale: ViewScale?
  /// What of the picture has to be drawn anew.
  private var parts: [GPURect] = []
  /// Pixels of the last frame that were drawn anew; nil when all were, and none are kept.
  private(set) var redrawnPixels: Int?

  init(_ device: GPUDevice) {
    self.device = device
  }

  /// Whether a frame of this scale is worth keeping: the one before it had it too.
  func isWorthKeeping(_ scale: ViewScale?) -> Bool {
    defer { lastScale = scale }
    return scale != nil && scale == lastScale
  }

  /// Forgets the picture.
  func invalidate() {
    look = nil
    redrawnPixels = nil
  }

  /// The view nearest to `view` to which the picture can be scrolled: half a pixel away at most.
  func aligned(_ view: ViewTransform, pixelsPerPoint: Double) -> ViewTransform {
    guard let look, view.isUpright, look.scale == ViewScale(view, pixelsPerPoint: pixelsPerPoint) else { return view }
    let exact = shift(to: view)
    let rest = (exact - exact.rounded(.toNearestOrAwayFromZero)) / pixelsPerPoint
    guard rest != .zero, abs(exact.x) < Double(look.target.x), abs(exact.y) < Double(look.target.y),
      let center = view.worldPoint(at: ScreenPoint(x: view.focus.x + rest.x, y: view.focus.y + rest.y))
    else { return view }
    return view.centered(at: center)
  }

  /// Gives its pictures back.
  func trimMemory() {
    invalidate()
    front = nil
    back = nil
  }

  var byteCount: Int { (front?.byteCount ?? 0) + (back?.byteCount ?? 0) }

  /// How far the picture moves when `view` comes after it, in pixels, y down.
  private func shift(to view: ViewTransform) -> SIMD2<Double> {
    let place = view.screenPointClamped(for: view.nearestCopy(of: center))
    return SIMD2(place.x - view.focus.x, place.y - view.focus.y) * (look?.scale.pixelsPerPoint ?? 1)
  }

  /// Makes the memory that the first move takes, and has the driver compile what it empties a part of the picture with.
  func rehearse() throws(GPUError) {
    guard let front = front?.target, back?.target.width != front.width || back?.target.height != front.height else { return }
    back = nil
    back = try GPUFramebuffer(device, width: front.width, height: front.height, label: "map that is scrolled")
    guard let back = back?.target else { return }
    device.state.bind(target: back)
    device.state.setScissor(nil)
    device.clear(color: .zero)
    device.state.setScissor(.nothing)
    device.clear(color: .zero)
  }

  /// Brings the picture up to date and says where it is. `draw` draws a part of it anew, everything else being kept from it.
  func update(
    _ look: Look, _ view: ViewTransform, _ squares: () -> StyleTileSquares, content: BucketID, stage: StyleStage,
    draw: (GPUTarget, GPURect) throws(GPUError) -> Void
  ) throws(GPUError) -> GPUTarget? {
    let whole = GPURect(x: 0, y: 0, width: look.target.x, height: look.target.y)
    parts.removeAll(keepingCapacity: true)
    let isSame = self.look == look
    let isKept = isSame ? try scroll(to: view, whole) : false
    if tiles.content != content || !isKept {
      let fresh = squares()
      if !isKept || !addChanges(to: fresh, whole, stage) {
        parts.removeAll(keepingCapacity: true)
        parts.append(whole)
      }
      tiles = fresh
    }
    if front?.target.width != whole.width || front?.target.height != whole.height {
      front = nil
      front = try GPUFramebuffer(device, width: whole.width, height: whole.height, label: "map below the labels")
    }
    guard let target = front?.target else { return nil }
    // An error on the way leaves a picture that nothing is known of.
    self.look = nil
    for part in parts {
      device.state.bind(target: target)
      device.state.scissorLimit = part
      defer { device.state.scissorLimit = nil }
      try draw(target, part)
    }
    self.look = look
    center = view.center
    redrawnPixels = parts.reduce(0) { $0 + $1.width * $1.height }
    return target
  }

  /// Moves the picture and adds what lies beside it to `parts`; false when nothing of it can be kept.
  private func scroll(to view: ViewTransform, _ whole: GPURect) throws(GPUError) -> Bool {
    let exact = shift(to: view)
    guard abs(exact.x) < Double(whole.width), abs(exact.y) < Double(whole.height),
      let right = Int(exactly: exact.x.rounded(.toNearestOrAwayFromZero)),
      let down = Int(exactly: exact.y.rounded(.toNearestOrAwayFromZero))
    else { return false }
    // Who did not ask for the nearest view gets a new picture.
    guard abs(exact.x - Double(right)) < 0.01, abs(exact.y - Double(down)) < 0.01 else { return false }
    if right == 0, down == 0 { return true }
    if back?.target.width != whole.width || back?.target.height != whole.height {
      back = nil
      back = try GPUFramebuffer(device, width: whole.width, height: whole.height, label: "map that is scrolled")
    }
    guard let from = front?.target, let to = back?.target else { return false }
    let kept = whole.intersection(whole.moved(x: right, y: -down))
    device.copy(from: from, to: to, kept, fromX: kept.x - right, fromY: kept.y + down)
    swap(&front, &back)
    whole.forEachPart(beside: kept) { parts.append($0) }
    return true
  }

  /// Adds the squares of tiles that came or went to `parts`; false when everything might as well be drawn.
  private func addChanges(to fresh: StyleTileSquares, _ whole: GPURect, _ stage: StyleStage) -> Bool {
    guard let changed = tiles.changed(to: fresh) else { return false }
    for square in changed {
      // Pictures are moved onto pixels, by less than one.
      let rect = stage.scissor(square.tile, square.worldCopy).widened(by: 1).intersection(whole)
      if !rect.isEmpty, !parts.contains(where: { $0.intersection(rect) == rect }) { parts.append(rect) }
    }
    let area = parts.reduce(0) { $0 + $1.width * $1.height }
    return 3 * area <= 2 * whole.width * whole.height
  }
}
