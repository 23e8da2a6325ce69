package import OverlookGPU

/// Draws what lies above the map of a style but below its labels. An object, because a closure would be made in each frame.
@MainActor package protocol StyleGuest: AnyObject {
  /// Draws into the target that is bound, and leaves its depths as they are.
  func drawBelowLabels() throws(GPUError)
}
