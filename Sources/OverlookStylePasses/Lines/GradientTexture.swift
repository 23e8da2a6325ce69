import OverlookGPU
import OverlookLayout
import OverlookStyle

/// The colours along the lines of a bucket: a row for each part of a whole line.
@MainActor final class GradientTexture {
  private let texture: GPUTexture
  /// Of which the colours are.
  private let program: ExpressionProgram
  let rowCount: Float

  private static let usualWidth = 256

  private init(
    _ device: GPUDevice, _ bucket: LineBucket, _ program: ExpressionProgram, _ globalState: [String: StyleValue]
  ) throws(GPUError) {
    let isStepped = program.isStepped
    let limit = device.capabilities.maximumTextureSize
    // Of steps each pixel of the longest line is to be told from the next: a tile is up to 1,024 points wide.
    let points = bucket.longestLine / Double(FeatureLayer.extent) * 1024
    let wanted = isStepped ? Int(min(max(points, 256), 8192).rounded(.up)) : Self.usualWidth
    let width = min(wanted, limit)
    let clips = bucket.clips.prefix(limit)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * clips.count * 4)
    var context = ExpressionContext()
    context.globalState = globalState
    for clip in clips {
      for column in 0..<width {
        let part = Double(column) / Double(width - 1)
        context.lineProgress = clip.x * (1 - part) + clip.y * part
        let color = ((try? program.evaluate(context))?.color ?? .transparent).premultiplied
        for component in 0..<4 { pixels.append(UInt8(min(max(color[component] * 255, 0), 255).rounded())) }
      }
    }
    texture = try GPUTexture(
      device, width: width, height: clips.count, filter: isStepped ? .nearest : .linear, label: "line gradients")
    texture.upload(pixels.span, x: 0, y: 0, width: width, height: clips.count)
    self.program = program
    rowCount = Float(clips.count)
  }

  /// Makes `texture` that of the bucket's gradient, if it is not.
  static func prepare(
    _ texture: inout GradientTexture?, _ device: GPUDevice, _ bucket: LineBucket, _ properties: LayerProperties
  ) throws(GPUError) {
    guard let program = properties.program(.lineGradient) else {
      texture = nil
      return
    }
    if let texture, texture.program.isSame(as: program) { return }
    texture = try GradientTexture(device, bucket, program, properties.globalState)
  }

  func bind(unit: Int) { texture.bind(unit: unit) }
}
