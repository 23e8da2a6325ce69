import Observation
package import OverlookGPU
import OverlookGeometry
package import OverlookSupport

/// Makes pictures of canvas views, each again only when its draw list became another.
@MainActor package final class ViewPictures {
  private final class Entry {
    /// Held, so that no other view can take over its identity.
    let view: any CanvasView
    var list = CanvasList()
    var picture: Image?
    var pixelsPerPoint = 0.0
    var frame = 0
    /// Whether a change of what the view read when it was drawn will be told.
    var isObserved = false

    init(_ view: any CanvasView) {
      self.view = view
    }
  }

  private static let maximumSidePoints = 2048.0
  private static let maximumSidePixels = 4096

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var frame = 0
  /// The views of which something changed that they read. Any thread may change it.
  private let changes: Mailbox<ObjectIdentifier>

  /// `wake` is called on any thread when a view changed.
  package init(wake: @escaping @Sendable () -> Void) {
    changes = Mailbox(wake: wake)
  }

  /// The views of the last frame that may look different now, each once.
  package func takeChanged() -> [any CanvasView] {
    changes.drain().compactMap { key in
      guard let entry = entries[key], entry.isObserved else { return nil }
      entry.isObserved = false
      return entry.frame == frame ? entry.view : nil
    }
  }

  /// Starts a frame: views that the last one did not ask for are forgotten.
  package func beginFrame() {
    if entries.values.contains(where: { $0.frame != frame }) { entries = entries.filter { $0.value.frame == frame } }
    frame += 1
  }

  /// What `view` looks like at a density; the same object as long as that does not change. Nil when it has no size. Leaves the
  /// target of the state bound that it drew into.
  package func picture(
    of view: any CanvasView, pixelsPerPoint: Double, canvas: Canvas, pass: CanvasPass, device: GPUDevice
  ) throws(GPUError) -> Image? {
    let entry = entries[ObjectIdentifier(view)] ?? Entry(view)
    if entry.frame == frame { return entry.picture }
    entry.frame = frame
    entries[ObjectIdentifier(view)] = entry
    guard let pixels = drawList(of: entry, pixelsPerPoint, canvas) else {
      entry.picture = nil
      return nil
    }
    let isKnown = entry.picture.map { $0.width == pixels.width && $0.height == pixels.height } ?? false
    if isKnown, entry.pixelsPerPoint == pixelsPerPoint, entry.list.isSame(as: canvas) { return entry.picture }
    entry.picture = try Self.draw(canvas, pixels, pass, device)
    entry.pixelsPerPoint = pixelsPerPoint
    entry.list = CanvasList(canvas)
    return entry.picture
  }

  /// Fills the canvas with what the view draws; nil when it has no size.
  private func drawList(of entry: Entry, _ pixelsPerPoint: Double, _ canvas: Canvas) -> PixelSize? {
    let view = entry.view
    func draw() -> PixelSize? {
      guard let pixels = Self.pixels(of: view.size, pixelsPerPoint) else { return nil }
      let size = ScreenSize(width: Double(pixels.width) / pixelsPerPoint, height: Double(pixels.height) / pixelsPerPoint)
      canvas.begin(size: size, pixelsPerPoint: pixelsPerPoint)
      view.draw(in: canvas)
      return pixels
    }
    // Each time would add to those who are told of one change, and allocate in a steady frame.
    if entry.isObserved { return draw() }
    entry.isObserved = true
    return withObservationTracking(draw) { [changes, key = ObjectIdentifier(view)] in changes.post(key) }
  }

  private static func pixels(of size: ScreenSize, _ pixelsPerPoint: Double) -> PixelSize? {
    guard size.width > 0, size.height > 0, max(size.width, size.height) <= maximumSidePoints else { return nil }
    func side(_ points: Double) -> Int {
      Int(exactly: (points * pixelsPerPoint).rounded(.up)).map { min($0, maximumSidePixels) } ?? 1
    }
    return PixelSize(width: side(size.width), height: side(size.height))
  }

  private static func draw(
    _ canvas: Canvas, _ pixels: PixelSize, _ pass: CanvasPass, _ device: GPUDevice
  ) throws(GPUError) -> Image? {
    let framebuffer = try GPUFramebuffer(device, width: pixels.width, height: pixels.height, label: "canvas view")
    device.state.bind(target: framebuffer.target)
    device.clear(color: .zero)
    try pass.draw(canvas, to: framebuffer.target)
    let bytes = try GPUReadback.pixels(of: framebuffer.target, device)
    return Image(width: pixels.width, height: pixels.height, scale: canvas.pixelsPerPoint, premultipliedRGBA: bytes)
  }
}

/// What was on a canvas.
struct CanvasList {
  private var vertices: [CanvasVertex] = []
  private var indices: [UInt32] = []
  private var batches: [CanvasBatch] = []
  private var clips: [ScreenRect] = []
  private var images: [Image] = []

  init() {}

  @MainActor init(_ canvas: Canvas) {
    (vertices, indices, batches) = (canvas.vertices, canvas.indices, canvas.batches)
    (clips, images) = (canvas.clips, canvas.images)
  }

  /// Whether `canvas` holds the same now.
  @MainActor func isSame(as canvas: Canvas) -> Bool {
    vertices == canvas.vertices && indices == canvas.indices && batches == canvas.batches && clips == canvas.clips
      && images.elementsEqual(canvas.images, by: ===)
  }
}
