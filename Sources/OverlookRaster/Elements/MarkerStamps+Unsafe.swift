import OverlookScene
import OverlookSupport

/// A look of markers as it is drawn on the processor.
struct MarkerStamp {
  /// In pixels: from the position to the upper left corner, and the size.
  let box: SIMD4<Float>
  /// For markers that are not turned: the picture in its size. Nil where it is too wide, or nothing is seen of it.
  let upright: IconStamp?
  /// For those that are sampled pixel by pixel.
  let source: SampledIcon
}

/// The looks of markers as pictures. Once they are prepared, any thread may look them up.
final class MarkerStampTable {
  private(set) var stamps: ContiguousArray<MarkerStamp> = []
  private var memory = StampMemory()
  private var generation = -1
  private var pixelsPerPoint = 0.0

  /// Makes pictures of the looks that are new.
  func prepare(_ looks: MarkerLooks, pixelsPerPoint: Double) {
    if looks.generation != generation || pixelsPerPoint != self.pixelsPerPoint {
      (stamps, memory) = ([], StampMemory())
      (generation, self.pixelsPerPoint) = (looks.generation, pixelsPerPoint)
    }
    while stamps.count < looks.looks.count { stamps.append(stamp(looks.looks[stamps.count])) }
  }

  private func stamp(_ look: MarkerLook) -> MarkerStamp {
    let image = look.image
    let box = look.boxPoints * Float(pixelsPerPoint)
    let reduction = IconPixels.reduction(of: image, pixelsPerPoint: pixelsPerPoint, maximumSide: IconPixels.largestSide)
    let source = IconPixels(image, reduction: reduction)
    // What of the source the box shows: without an edge of its own that is transparent all around, the pixel around it too.
    let inset = look.hasBorder ? 0.0 : 1.0
    let shown = SIMD2(
      Double(image.width) / Double(reduction) + 2 - 2 * inset, Double(image.height) / Double(reduction) + 2 - 2 * inset)
    let sampled = SampledIcon(source, inset: Float(inset), shown: SIMD2<Float>(shown), memory)
    return MarkerStamp(box: box, upright: upright(box, source, inset, shown), source: sampled)
  }

  private func upright(_ box: SIMD4<Float>, _ source: IconPixels, _ inset: Double, _ shown: SIMD2<Double>) -> IconStamp? {
    let (width, height) = (Double(box.z), Double(box.w))
    guard width > 0, height > 0, max(width, height) <= Double(StampMemory.maximumSide) else { return nil }
    // A pixel is covered where its middle is.
    let bitmap = ScaledIcon(
      source, columns: 0..<Int((width - 0.5).rounded(.up)), rows: 0..<Int((height - 0.5).rounded(.up)),
      corner: SIMD2(inset, inset), step: SIMD2(shown.x / width, shown.y / height))
    return memory.stamp(bitmap, size: SIMD2(box.z, box.w))
  }
}
