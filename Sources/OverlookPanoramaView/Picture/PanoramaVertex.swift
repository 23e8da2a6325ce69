import OverlookGPU

/// A corner of a piece of a tile on the screen.
struct PanoramaVertex: BitwiseCopyable, Equatable {
  /// Pixels from the upper left corner of the view.
  var pixel: SIMD2<Float>
  /// In the tile's texture, 0 ... 1.
  var place: SIMD2<Float>
  /// How much of it is seen, 0 ... 1.
  var opacity: Float

  static let layout = VertexLayout(
    stride: MemoryLayout<PanoramaVertex>.stride,
    [
      VertexAttribute(0, .float, 2, offset: 0), VertexAttribute(1, .float, 2, offset: 8),
      VertexAttribute(2, .float, 1, offset: 16),
    ])
}

/// A corner of a square of the screen in which each pixel finds its own place in the chart.
struct PanoramaExactVertex: BitwiseCopyable, Equatable {
  /// Pixels from the upper left corner of the view.
  var pixel: SIMD2<Float>
  /// What of the chart is drawn: left, top, right, bottom.
  var bounds: SIMD4<Float>

  static let layout = VertexLayout(
    stride: MemoryLayout<PanoramaExactVertex>.stride,
    [VertexAttribute(0, .float, 2, offset: 0), VertexAttribute(1, .float, 4, offset: 16)])
}
