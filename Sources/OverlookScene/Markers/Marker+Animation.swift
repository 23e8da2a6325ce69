public import OverlookCamera

extension Marker {
  /// Animates what `changes` sets of the position, rotation and opacity of markers on maps, from what is shown to what is set:
  /// `LayerTransaction.animate` by the name of what is mostly animated so. Outside of it the same is set at once. `completion` comes when
  /// all has arrived, or with `.interrupted` when something was set or removed before. With `seconds` not more than 0, everything is set
  /// at once. Calls may lie within each other.
  public static func animate(
    seconds: Double = AnimatableLayer.implicitSeconds, easing: Easing = .easeInOut, completion: ((MotionOutcome) -> Void)? = nil,
    _ changes: () throws -> Void
  ) rethrows {
    try LayerTransaction.animate(seconds: seconds, easing: easing, completion: completion, changes)
  }
}
