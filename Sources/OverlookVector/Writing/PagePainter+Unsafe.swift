package import OverlookSupport

/// Draws pages as pictures through cairo.
package enum PagePainter {
  /// More pixels are refused: 100 million take 400 MB.
  package static let maximumPixels = 100_000_000.0
  private static let maximumSide = 32_000.0

  /// Elements as one picture, where they are more than a file is good for; as they are where there is no cairo.
  package static func flattened(
    _ elements: [PageElement], width: Double, height: Double, pixelsPerUnit: Double, progress: PageProgress
  ) throws(PageError) -> [PageElement] {
    guard CairoLibrary.shared != nil else { return elements }
    var document = PageDocument(width: width, height: height, creationTime: 0)
    document.elements = elements
    let wanted = width * height * pixelsPerUnit * pixelsPerUnit
    let scale = pixelsPerUnit * min((maximumPixels / 4 / max(wanted, 1)).squareRoot(), 1)
    let image = try image(
      document, pixelsPerPoint: scale, isOpaque: false,
      progress: PageProgress(isCancelled: progress.isCancelled))
    return [.picture(PagePicture(PageImage(image), PageRect(x: 0, y: 0, width: width, height: height)))]
  }

  /// A page, with so many pixels for each point of 1/72 inch; on white where it is opaque.
  package static func image(
    _ document: PageDocument, pixelsPerPoint: Double, isOpaque: Bool = true, progress: PageProgress = PageProgress()
  ) throws(PageError) -> Image {
    let (width, height) = ((document.width * pixelsPerPoint).rounded(), (document.height * pixelsPerPoint).rounded())
    guard width >= 1, height >= 1, width <= maximumSide, height <= maximumSide, width * height <= maximumPixels,
      let columns = Int(exactly: width), let rows = Int(exactly: height)
    else { throw .unusableSize("\(width) × \(height) pixels") }
    guard let library = CairoLibrary.shared else { throw .noCairo }
    // 0: ARGB in the order of the machine.
    guard let surface = library.createImage(0, Int32(clamping: columns), Int32(clamping: rows)) else {
      throw .cairo("no surface")
    }
    defer { library.destroySurface(surface) }
    let canvas = try CairoCanvas(library, surface: surface, PageCounter(document, progress))
    canvas.scale(by: pixelsPerPoint)
    if isOpaque { canvas.clear(.white) }
    try canvas.draw(document)
    library.flushSurface(surface)
    guard library.surfaceStatus(surface) == 0, let data = library.imageData(surface) else { throw .cairo("no memory") }
    let stride = Int(library.imageStride(surface))
    // Invariant: `rows` rows of `stride` bytes, at least four a pixel, which cairo keeps until the surface is destroyed.
    let pixels = [UInt8](unsafeUninitializedCapacity: 4 * columns * rows) { target, count in
      for row in 0..<rows {
        let source = data + row * stride
        for column in 0..<columns {
          let place = 4 * (row * columns + column)
          target[place] = source[4 * column + 2]
          target[place + 1] = source[4 * column + 1]
          target[place + 2] = source[4 * column]
          target[place + 3] = source[4 * column + 3]
        }
      }
      count = 4 * columns * rows
    }
    guard let image = Image(width: columns, height: rows, premultipliedRGBA: pixels) else { throw .cairo("no picture") }
    return image
  }
}
