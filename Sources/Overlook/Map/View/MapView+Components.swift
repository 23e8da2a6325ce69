import OverlookSupport

// The parts of the map that take part in its frames.
extension MapView {
  /// The components of the map, from the lowest up: those that every map has, and those that were added.
  public var components: [any MapComponent] { watched(\.components, componentList.components) }

  /// Puts a component above the others; nothing happens when it is on the map already. The map keeps it until it is removed.
  ///
  /// One that is on another map stays there, and one too many (a map has 1000) is not taken: `errors` and the delegate tell of it
  /// (`MapError.component`).
  public func add(_ component: any MapComponent) {
    guard !componentList.contains(component) else { return }
    if let refusal = refusal(of: component) { return mapErrors.refuse(.component(refusal)) }
    componentList.append(component)
    change(\.components) {}
    ComponentOwners.set(self, of: component)
    attachDepth += 1
    component.didAttach(to: self)
    attachDepth -= 1
    // It may have left at once.
    if componentList.contains(component) {
      let controls = component.controls
      componentList.note(component, controls: controls)
      for control in controls { controlLayer.add(control) }
    }
    collectAttributions()
    requestFrame([.overlays, .interface])
  }

  private static let maximumComponentCount = 1000
  /// Components that add others as they are added would otherwise do so without end.
  private static let maximumAttachDepth = 16

  private func refusal(of component: any MapComponent) -> String? {
    let name = "\(type(of: component))"
    if let owner = ComponentOwners.map(of: component), owner !== self { return "\(name) is on another map, and stays there" }
    if components.count >= Self.maximumComponentCount {
      return "\(name) is not added: there are \(Self.maximumComponentCount) already"
    }
    if attachDepth >= Self.maximumAttachDepth { return "\(name) is not added: components add each other without end" }
    return nil
  }

  /// Removes a component and its controls; nothing happens when it is not on the map.
  public func remove(_ component: any MapComponent) {
    guard componentList.contains(component) else { return }
    let controls = componentList.remove(component)
    change(\.components) {}
    ComponentOwners.set(nil, of: component)
    mapErrors.isOutdated = true
    for control in controls { controlLayer.remove(control) }
    component.didDetach(from: self)
    collectAttributions()
    requestFrame([.overlays, .interface])
  }

  /// Brings every component to the frame; those that lie above others first, for these may depend on them.
  func updateComponents(now: Double) {
    let frame = mapFrame(now: now)
    for component in componentList.components.reversed() where componentList.contains(component) {
      let wanted = component.update(frame)
      reasons.formUnion(wanted)
      // What it asks for otherwise keeps the frames coming as well.
      let asks = !wanted.isEmpty || component.needsFrame || component.nextDeadline(now: now).map { $0 <= now } == true
      componentList.note(component, asked: asks)
    }
  }

  /// The type of a component or a control that has kept the frames coming for long; nil while none has.
  var restlessName: String? { componentList.restlessName ?? controlLayer.restlessName }

  /// Calls `body` for each component from the lowest up, but for those that another one removed meanwhile.
  func forEachComponent(_ body: (any MapComponent) -> Void) {
    for component in componentList.components where componentList.contains(component) { body(component) }
  }

  func mapFrame(now: Double) -> MapFrame {
    MapFrame(now: now, pixelsPerPoint: surface.pixelsPerPoint, isStill: isStill, view: cameraController.view)
  }
}
