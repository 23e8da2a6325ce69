extension MapView {
  /// What the map cannot do: what is wrong already, then more as it happens, each once until it is mended. Ends with the map. The
  /// delegate is told the same (`mapView(_:didFailWith:)`).
  public var errors: AsyncStream<MapError> { mapErrors.stream() }

  /// Tells the delegate what its components or the driver cannot do since the last call.
  func deliverErrors() {
    for component in componentList.components where componentList.contains(component) {
      // Asked before the list is changed: a component may add and remove others whenever it is called.
      let errors = component.errors
      if componentList.note(component, errors: errors) { mapErrors.isOutdated = true }
    }
    guard mapErrors.isOutdated else { return }
    var errors = componentList.errors
    if let graphicsError { errors.append(.graphics(graphicsError)) }
    for error in mapErrors.replace(with: errors) + mapErrors.takeRefusals() { delegate?.mapView(self, didFailWith: error) }
  }
}
