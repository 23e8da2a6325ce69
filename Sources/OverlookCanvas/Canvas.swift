public import OverlookGeometry
import OverlookSupport
package import OverlookText

/// A list of shapes, lines, text and pictures in points of the view, drawn above the map; filled anew for each frame.
///
/// x right, y down, the origin in the top left corner. What is drawn later lies above. A shape with a coordinate that is not
/// finite is left out. Main thread only. Once its memory has grown to what a frame needs, filling it allocates nothing.
@MainActor public final class Canvas {
  /// The view's size in points.
  public private(set) var size = ScreenSize(width: 0, height: 0)
  /// Pixels of the framebuffer per point.
  public private(set) var pixelsPerPoint = 1.0

  package let fonts: InterfaceFonts
  package let atlas: GlyphAtlas
  package let lines: TextLineCache

  var vertices: [CanvasVertex] = []
  var indices: [UInt32] = []
  var batches: [CanvasBatch] = []
  var clips: [ScreenRect] = []
  var images: [Image] = []
  /// Kept from call to call, so that lines and polygons need no memory of their own.
  var scratch = CanvasScratch()
  private var clipStack: [Int] = []
  /// Where the points of what is drawn lie in the view.
  var flow = CanvasFlow()

  package init(fonts: InterfaceFonts) {
    self.fonts = fonts
    atlas = GlyphAtlas(fonts: fonts)
    lines = TextLineCache(fonts: fonts)
  }

  /// Empties the canvas for a new frame of a view of `size` points.
  package func begin(size: ScreenSize, pixelsPerPoint: Double) {
    self.size = size
    self.pixelsPerPoint = pixelsPerPoint.isFinite && pixelsPerPoint > 0 ? pixelsPerPoint : 1
    clear()
    lines.beginFrame()
    if atlas.isNearlyFull { atlas.startAnew() }
  }

  /// Empties the canvas and goes on in the same frame.
  package func clear() {
    vertices.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
    batches.removeAll(keepingCapacity: true)
    clips.removeAll(keepingCapacity: true)
    images.removeAll(keepingCapacity: true)
    clipStack.removeAll(keepingCapacity: true)
    flow = CanvasFlow()
  }

  /// Changes when text may have become wider or narrower, because fonts were found for letters of it.
  package var textVersion: Int { fonts.version }

  /// Bytes of the glyphs, here and in the driver's memory.
  package var byteCount: Int { 2 * (atlas.coverage.pixels.count + atlas.colors.pixels.count) }

  /// Whether nothing was drawn since it was emptied.
  package var isEmpty: Bool { indices.isEmpty }

  /// Limits what follows to `rect`, within the present limit, until the matching `popClip`.
  public func pushClip(_ rect: ScreenRect) {
    var clip = Self.isDrawable(rect) ? flow.placed(rect) : ScreenRect(x: 0, y: 0, width: 0, height: 0)
    if let outer = clipStack.last { clip = Self.intersection(clip, clips[outer]) }
    clips.append(clip)
    clipStack.append(clips.count - 1)
  }

  /// Lifts the limit of the last `pushClip`.
  public func popClip() {
    if !clipStack.isEmpty { clipStack.removeLast() }
  }

  /// The nearest value at which an edge falls between two pixels, so that it is drawn sharp.
  public func alignedToPixels(_ points: Double) -> Double {
    (points * pixelsPerPoint).rounded() / pixelsPerPoint
  }

  static func intersection(_ a: ScreenRect, _ b: ScreenRect) -> ScreenRect {
    let minX = max(a.origin.x, b.origin.x)
    let minY = max(a.origin.y, b.origin.y)
    let maxX = min(a.origin.x + a.size.width, b.origin.x + b.size.width)
    let maxY = min(a.origin.y + a.size.height, b.origin.y + b.size.height)
    return ScreenRect(x: minX, y: minY, width: max(maxX - minX, 0), height: max(maxY - minY, 0))
  }
}

// What the drawing verbs share.
extension Canvas {
  /// Far beyond any view, and still exact to a hundredth of a point in a Float.
  private static let farthest = 100_000.0

  static func isDrawable(_ point: ScreenPoint) -> Bool {
    // False for NaN too.
    abs(point.x) <= farthest && abs(point.y) <= farthest
  }

  static func isDrawable(_ rect: ScreenRect) -> Bool {
    isDrawable(rect.origin) && rect.size.width >= 0 && rect.size.height >= 0 && rect.size.width <= 2 * farthest
      && rect.size.height <= 2 * farthest
  }

  /// Opens a batch unless the last one can be continued. `image`: -1 goes with any picture.
  func prepareBatch(image: Int = -1) {
    let clip = clipStack.last ?? -1
    if var last = batches.last, last.clip == clip, last.image == image || last.image < 0 || image < 0 {
      if last.image < 0 && image >= 0 {
        last.image = image
        batches[batches.count - 1] = last
      }
      return
    }
    batches.append(CanvasBatch(firstIndex: indices.count, clip: clip, image: image))
  }

  func appendTriangle(_ a: UInt32, _ b: UInt32, _ c: UInt32) {
    indices.append(a)
    indices.append(b)
    indices.append(c)
    batches[batches.count - 1].indexCount += 3
  }

  /// The two triangles of the last four vertices, which go around.
  func appendQuadIndices() {
    let base = UInt32(truncatingIfNeeded: vertices.count - 4)
    appendTriangle(base, base + 1, base + 2)
    appendTriangle(base, base + 2, base + 3)
  }
}

extension SIMD2<Float> {
  init(_ point: ScreenPoint) {
    self.init(Float(point.x), Float(point.y))
  }
}
