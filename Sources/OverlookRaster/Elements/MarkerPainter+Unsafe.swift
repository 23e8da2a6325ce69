import Glibc
import OverlookCamera
import OverlookGeometry
import OverlookScene

/// Draws markers in one frame on the processor. Those that stand upright lie on whole pixels, so that each is a copy of a picture that
/// was made once; the others are sampled pixel by pixel.
struct MarkerPainter: BlockPainter {
  /// A marker in view.
  struct Element: BitwiseCopyable {
    /// In pixels: the upper left corner of a marker that is a copy, of others the place.
    var pixel: SIMD2<Float>
    /// Of the place.
    var depth: Float
    var look: Int32
    /// As in `MarkerInstance`.
    var turn: Int16
    var opacity: UInt8
    var kind: Kind
  }

  enum Kind: UInt8, BitwiseCopyable { case copy, upright, flat }

  /// Markers that are looked through at once.
  private static let chunkSize = 1024

  private let instances: ContiguousArray<MarkerInstance>
  private let lookNumbers: ContiguousArray<Int32>
  private let stamps: ContiguousArray<MarkerStamp>
  private let projection: StepProjection
  private let view: ViewTransform
  /// The copies of the world that are drawn.
  private let copies: ClosedRange<Int>
  private let pixelsPerPoint: Float
  private let pointsPerWorld: Float
  /// Places beyond do not reach into the picture.
  private let low: SIMD2<Float>
  private let high: SIMD2<Float>

  /// `size`: of the picture, in pixels.
  init(_ content: MarkerContent, _ table: MarkerStampTable, in frame: RasterFrame, size: SIMD2<Float>) {
    let view = frame.view
    self.view = view
    copies = content.copies
    instances = content.instances
    lookNumbers = content.lookNumbers
    stamps = table.stamps
    projection = StepProjection(view, pixelsPerPoint: frame.pixelsPerPoint, stepsEast: 1, stepsSouth: 1)
    pixelsPerPoint = Float(frame.pixelsPerPoint)
    pointsPerWorld = Float(view.pointsPerWorld)
    // What lies on the ground near the eye is seen larger, never four times as large.
    let reach = 4 * Float(content.reachPoints * frame.pixelsPerPoint) + 4
    low = SIMD2(repeating: -reach)
    high = size + reach
  }

  static func run(_ rasterizer: BlockRasterizer<Self>, part: Int, worker: Int) { rasterizer.work(part: part, worker: worker) }

  private var chunksOfCopy: Int { (instances.count + Self.chunkSize - 1) / Self.chunkSize }

  var chunkCount: Int { chunksOfCopy * copies.count }

  @inline(__always)
  func forEachElement(inChunks range: Range<Int>, _ body: (Element) -> Void) {
    for chunk in range {
      // The target as this copy of the world sees it. A list of them would be memory taken in a frame.
      let center = WorldCopy.center(of: view, copy: copies.lowerBound + chunk / chunksOfCopy)
      let first = chunk % chunksOfCopy * Self.chunkSize
      for index in first..<min(first + Self.chunkSize, instances.count) {
        let instance = instances[index]
        guard instance.opacity > 0 else { continue }
        // In the order in which the shader does it.
        let east = (instance.highX - center.x) + (instance.lowX - center.z)
        let south = (instance.highY - center.y) + (instance.lowY - center.w)
        let projected = projection.projected(east: east, south: south)
        guard projected.z > 0 else { continue }
        let pixel = projected.lowHalf / projected.z
        guard all(pixel .> low), all(pixel .< high) else { continue }
        body(element(instance, lookNumbers[index], at: pixel, depth: projected.z))
      }
    }
  }

  @inline(__always)
  private func element(_ instance: MarkerInstance, _ look: Int32, at pixel: SIMD2<Float>, depth: Float) -> Element {
    var element = Element(
      pixel: pixel, depth: depth, look: look, turn: instance.turn, opacity: instance.opacity,
      kind: instance.flags & MarkerInstance.flat != 0 ? .flat : .upright)
    let stamp = stamps[Int(look)]
    if element.kind == .upright, instance.turn == 0 {
      // An upright icon lies on whole pixels, or it would be blurred by half of one.
      element.pixel = (pixel + stamp.box.lowHalf + 0.5).rounded(.down)
      if stamp.upright != nil { element.kind = .copy }
    }
    return element
  }

  @inline(__always)
  func box(of element: Element) -> (low: SIMD2<Float>, high: SIMD2<Float>) {
    if element.kind == .copy { return (element.pixel, element.pixel + stamps[Int(element.look)].box.highHalf) }
    guard let quad = quad(of: element) else { return (SIMD2(repeating: -1), SIMD2(repeating: -1)) }
    return (quad.low, quad.high)
  }

  /// Nil where nothing is seen of the marker.
  private func quad(of element: Element) -> IconQuad? {
    let box = stamps[Int(element.look)].box
    if element.turn == 0, element.kind == .upright {
      return IconQuad(
        across: SIMD3(box.z, 0, 0), down: SIMD3(0, box.w, 0), corner: SIMD3(element.pixel.x, element.pixel.y, 1))
    }
    let angle = Float(element.turn) / 32767 * .pi
    let (sine, cosine) = (sin(angle), cos(angle))
    // What a pixel's way to the right and one down are on the screen, before the turn.
    var (right, down) = (SIMD3<Float>(1, 0, 0), SIMD3<Float>(0, 1, 0))
    var place = SIMD3(element.pixel.x, element.pixel.y, 1)
    if element.kind == .flat {
      let perPixel = 1 / (pointsPerWorld * pixelsPerPoint)
      right = SIMD3(projection.fromEast.x, projection.fromEast.y, projection.fromEast.z) * perPixel
      down = SIMD3(projection.fromSouth.x, projection.fromSouth.y, projection.fromSouth.z) * perPixel
      place *= element.depth
    }
    let (across, along) = (right * cosine + down * sine, down * cosine - right * sine)
    return IconQuad(across: across * box.z, down: along * box.w, corner: place + across * box.x + along * box.y)
  }

  func draw(_ elements: UnsafeBufferPointer<Element>, into block: inout PictureBlock) {
    for element in elements.reversed() {
      let stamp = stamps[Int(element.look)]
      if element.kind == .copy, var copy = stamp.upright {
        copy.put(column: Dot.floor(element.pixel.x), row: Dot.floor(element.pixel.y))
        copy.setTint(.max, opacity: UInt32(element.opacity))
        block.draw(copy)
      } else if let quad = quad(of: element) {
        quad.draw(stamp.source, opacity: UInt32(element.opacity), into: &block)
      }
      if block.isFull { return }
    }
  }
}
