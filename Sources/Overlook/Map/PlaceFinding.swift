/// A component that people look for places with.
@MainActor protocol PlaceFinding: MapComponent {
  /// The key for looking for a place was pressed.
  func focus()
}

extension MapView {
  /// What the key for looking for a place is for: the topmost of such components.
  var placeFinder: (any PlaceFinding)? { components.last { $0 is any PlaceFinding } as? any PlaceFinding }
}
