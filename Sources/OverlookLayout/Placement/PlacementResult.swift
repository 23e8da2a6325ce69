/// Which labels and icons are shown, and how far they have faded in.
package struct PlacementResult: Sendable {
  /// Whether fades go on after `timeSeconds`, so that another frame is needed.
  package internal(set) var isFading = false
  /// Of the placement.
  package internal(set) var timeSeconds = 0.0

  package init() {}
}
