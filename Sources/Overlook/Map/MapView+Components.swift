import OverlookSupport

// The parts of the map that take part in its frames.
extension MapView {
  /// The components of the map, from the lowest up: those that every map has, and those that were added.
  public var components: [any MapComponent] { componentList.components }

  /// Puts a component above the others; nothing happens when it is on the map already. The map keeps it until it is removed.
  public func add(_ component: any MapComponent) {
    guard !componentList.contains(component) else { return }
    componentList.append(component)
    component.didAttach(to: self)
    for control in component.controls { controlLayer.add(control) }
    collectAttributions()
    requestFrame([.overlays, .interface])
  }

  /// Removes a component and its controls; nothing happens when it is not on the map.
  public func remove(_ component: any MapComponent) {
    guard componentList.contains(component) else { return }
    componentList.remove(component)
    mapErrors.isOutdated = true
    for control in component.controls { controlLayer.remove(control) }
    component.didDetach(from: self)
    collectAttributions()
    requestFrame([.overlays, .interface])
  }

  /// Brings every component to the frame; those that lie above others first, for these may depend on them.
  func updateComponents(now: Double) {
    let frame = mapFrame(now: now)
    for component in components.reversed() {
      let wanted = component.update(frame)
      reasons.formUnion(wanted)
      componentList.note(component, asked: !wanted.isEmpty)
    }
  }

  func mapFrame(now: Double) -> MapFrame {
    MapFrame(now: now, pixelsPerPoint: pixelsPerPoint, isStill: isStill, view: cameraController.view)
  }

  func collectAttributions() {
    attributions = componentList.attributions
  }
}
