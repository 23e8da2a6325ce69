import OverlookGPU

/// One corner of something on a canvas, 48 bytes, as `canvas.vert` takes it. What `first` and `second` mean depends on `kind`.
struct CanvasVertex: BitwiseCopyable, Equatable {
  var first: SIMD4<Float>
  var second: SIMD4<Float>
  /// Points of the view, y down.
  var position: SIMD2<Float>
  /// Premultiplied bytes, red lowest.
  var color: UInt32
  var kind: Kind

  struct Kind: RawRepresentable, Equatable, BitwiseCopyable {
    var rawValue: UInt32

    /// `first.x`: coverage, 0 ... 1.
    static let fill = Kind(rawValue: 0)
    /// `first`: place from the box's centre, half its size; `second`: corner radius, stroke width or 0, blur or 0.
    static let box = Kind(rawValue: 1)
    /// `first`: both ends; `second`: angles of the planes that cut the ends (or `freeEnd`), half the width, opacity.
    static let segment = Kind(rawValue: 2)
    /// `first.xy`: place in the atlas, in pixels.
    static let glyph = Kind(rawValue: 3)
    /// `first.xy`: place in the picture, 0 ... 1.
    static let image = Kind(rawValue: 4)
    /// `first.xy`: place in the atlas of colours, in pixels.
    static let colorGlyph = Kind(rawValue: 5)
  }

  static let layout = VertexLayout(
    stride: MemoryLayout<CanvasVertex>.stride,
    [
      VertexAttribute(0, .float, 4, offset: 0),
      VertexAttribute(1, .float, 4, offset: 16),
      VertexAttribute(2, .float, 2, offset: 32),
      VertexAttribute(3, .unsignedByteNormalized, 4, offset: 40),
      VertexAttribute(4, .unsignedInteger, 1, offset: 44),
    ])

  /// Stands for an angle where a segment ends freely.
  static let freeEnd: Float = 1000
}

/// Indices that are drawn with one call.
struct CanvasBatch: Equatable {
  var firstIndex: Int
  var indexCount = 0
  /// Index into the canvas's clips, -1 for the whole view.
  var clip: Int
  /// Index into the canvas's images, -1 when none is needed.
  var image: Int
  /// Whether there are letters of several colours in it.
  var hasColorGlyphs = false

  var hasPictures: Bool { image >= 0 || hasColorGlyphs }
}
