import OverlookCamera
import OverlookGPU
import OverlookLayout
import OverlookPasses
import OverlookStyle

/// The buildings of a style as what throws shadows.
@MainActor final class StyleShadows: ShadowCaster {
  private let stage: StyleStage
  private let pass: ExtrusionPass
  /// The frame that was prepared last.
  private var frame: StyleFrame?
  private(set) var shadowVersion = 0

  init(_ stage: StyleStage, _ pass: ExtrusionPass) {
    self.stage = stage
    self.pass = pass
  }

  /// Called when a frame was prepared.
  func follow(_ frame: StyleFrame) {
    guard frame.daylight != nil else { return self.frame = nil }
    if self.frame?.content != frame.content || self.frame?.paint != frame.paint { shadowVersion += 1 }
    self.frame = frame
  }

  func tallestShadow(in view: ViewTransform) -> Double {
    guard let frame, stage.view == view else { return 0 }
    var tallest = 0.0
    for layer in frame.layers where layer.layer.kind == .fillExtrusion { tallest = max(tallest, pass.tallest(layer, frame)) }
    return tallest * stage.pointsPerMeter
  }

  func castShadows(_ cast: ShadowCast) throws(GPUError) {
    guard let frame, stage.view == cast.view else { return }
    stage.begin(target: GPUTarget(name: 0, width: cast.target.x, height: cast.target.y))
    for layer in frame.layers where layer.layer.kind == .fillExtrusion { try pass.castShadows(layer, frame, cast) }
  }
}
