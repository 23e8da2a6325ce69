package import OverlookCamera
package import OverlookGPU
import OverlookGeometry
package import OverlookLayout
import OverlookStyle

/// Draws background layers: one colour or a pattern over the whole target.
@MainActor package final class BackgroundPass: StyleLayerPass {
  static let kinds: [StyleLayer.Kind] = [.background]

  private let stage: StyleStage
  private let plain: StyleProgram
  private let array: GPUVertexArray

  private let pattern: StyleProgram
  private var square: GPUBuffer
  private let squareArray: GPUVertexArray

  package init(_ stage: StyleStage) throws(GPUError) {
    self.stage = stage
    plain = StyleProgram(stage.device, "whole_target.vert", "style_background.frag", library: stage.library)
    pattern = StyleProgram(stage.device, "style_fill_pattern.vert", "style_fill_pattern.frag", library: stage.library)
    array = GPUVertexArray(stage.device)
    square = GPUBuffer(stage.device, usage: .fixed, label: "square of a tile")
    let side = Int16(FeatureLayer.extent)
    try square.upload([SIMD2<Int16>(0, 0), SIMD2(side, 0), SIMD2(0, side), SIMD2(side, side)])
    squareArray = GPUVertexArray(stage.device)
    squareArray.attach(square, VertexLayout(stride: 4, [VertexAttribute(0, .short, 2, offset: 0)]))
  }

  package func reload() throws(GPUError) {
    try plain.reload()
    try pattern.reload()
  }

  package func draw(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform) {
    let opacity = Float(layer.properties.number(.backgroundOpacity, zoom: frame.zoom))
    guard opacity > 0 else { return }
    if layer.properties.isSet(.backgroundPattern) { return drawPattern(layer, frame, view, opacity) }
    let color = (layer.properties.color(.backgroundColor, zoom: frame.zoom) ?? .transparent).premultiplied * opacity
    guard color.w > 0 else { return }
    if color.w >= 1 { return stage.device.clear(color: color) }
    stage.device.state.setBlend(.premultiplied)
    stage.device.state.setDepthTest(false)
    plain.set(.color, color)
    stage.device.draw(.triangles, array, count: 3)
  }

  private func drawPattern(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform, _ opacity: Float) {
    let pattern = StylePattern(.backgroundPattern, layer.properties, frame.images, stage)
    guard pattern.isUsable else { return }
    stage.device.state.setBlend(.premultiplied)
    stage.device.state.setDepthTest(false)
    self.pattern.set(.opacity, opacity)
    for square in squares(view) {
      self.pattern.setMatrix(.clipFromTile, stage.clipFromTile(square.tile, worldCopy: square.worldCopy))
      pattern.set(self.pattern, square.tile, stage)
      self.pattern.set(.patternOrigin, stage.patternOrigin(square.tile, worldCopy: square.worldCopy))
      stage.device.draw(.triangleStrip, squareArray, count: 4)
    }
  }

  /// Squares of the world that cover the view, of the deepest level with few of them.
  private func squares(_ view: ViewTransform) -> [(tile: OverscaledTile, worldCopy: Int)] {
    let rect = view.visibleRect
    var z = Int(min(max(stage.zoom.rounded(.down), 0), 22))
    while true {
      let across = Double(sign: .plus, exponent: z, significand: 1)
      let left = (rect.minX * across).rounded(.down)
      let right = (rect.maxX * across).rounded(.down)
      let top = max((rect.minY * across).rounded(.down), 0)
      let bottom = min((rect.maxY * across).rounded(.down), across - 1)
      guard left.isFinite, right.isFinite, top <= bottom else { return [] }
      if z > 0, (right - left + 1) * (bottom - top + 1) > Double(Self.maximumSquares) {
        z -= 1
        continue
      }
      guard right - left < 1000 else { return [] }
      var squares: [(OverscaledTile, Int)] = []
      for y in Int(top)...Int(bottom) {
        for x in Int(left)...Int(right) {
          let copy = Int((Double(x) / across).rounded(.down))
          squares.append((OverscaledTile(TileID(z: z, x: x - copy << z, y: y)), copy))
        }
      }
      return squares
    }
  }

  private static let maximumSquares = 256
}
