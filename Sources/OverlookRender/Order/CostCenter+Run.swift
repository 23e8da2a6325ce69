import OverlookOverlayPasses
import OverlookProfiling

extension CostCenter {
  /// What a run of the drawing order is counted as.
  init(of kind: OverlayRun.Kind, number: Int = -1) {
    switch kind {
    case .shapes, .blocks: self.init(.shapes)
    case .overlays(let kind): self.init(.overlays(kind), number: number)
    case .custom: self.init(.items, number: number)
    }
  }
}
