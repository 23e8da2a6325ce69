public import Foundation
package import OverlookAccessibility
import OverlookCamera
import OverlookGeometry
import OverlookInput
import OverlookSupport

/// What a map does for those who cannot see it, while somebody listens: trees for the bridge when something has changed, and what
/// they want done.
@MainActor final class MapAccessibility {
  let bridge: AccessibilityBridge
  let title: String
  let placeList = PlaceList()
  /// What was seen when the camera rested last.
  private var places: [(UInt32, AccessibleElement)] = []
  /// Whether something was drawn since the last tree.
  var isOutdated = true
  private var lastTree = -Double.infinity
  private var lastPlaces = -Double.infinity
  private var lastCamera: CameraPosition?
  private var hadKeyboard = true

  /// A tree at most so often; places, which cost more, more rarely, and not while the camera moves.
  private static let treeSeconds = 0.1
  private static let placesSeconds = 0.4
  /// Of what is asked in a frame's time, so many things at most are done.
  private static let maximumRequests = 64

  private var waiting: [AccessibilityBridge.Request] = []

  init(_ bridge: AccessibilityBridge, title: String) {
    (self.bridge, self.title) = (bridge, title)
  }

  /// When the next tree is due; nil for never.
  var nextDeadline: Double? {
    guard bridge.isListening, isOutdated || lastPlaces < lastTree else { return waiting.isEmpty ? nil : 0 }
    return isOutdated ? lastTree + Self.treeSeconds : lastPlaces + Self.placesSeconds
  }

  /// Does what was asked, and tells what has changed.
  func update(_ map: MapView, now: Double) {
    waiting += bridge.takeRequests()
    if !waiting.isEmpty {
      for request in waiting.prefix(Self.maximumRequests) { map.perform(request.action, on: request.id) }
      waiting.removeFirst(min(waiting.count, Self.maximumRequests))
      isOutdated = true
    }
    guard bridge.isListening else {
      // Who listens next is told everything.
      isOutdated = true
      return
    }
    let hasKeyboard = map.hasKeyboard
    if hasKeyboard != hadKeyboard { (hadKeyboard, isOutdated) = (hasKeyboard, true) }
    // The clock of a replay may go back.
    if now < lastTree { (lastTree, lastPlaces) = (-.infinity, -.infinity) }
    guard isOutdated ? now >= lastTree + Self.treeSeconds : lastPlaces < lastTree && now >= lastPlaces + Self.placesSeconds else {
      return
    }
    isOutdated = false
    lastTree = now
    bridge.show(tree(map, now: now))
  }

  private func tree(_ map: MapView, now: Double) -> AccessibleTree {
    var tree = map.controlTree
    let frame = ScreenRect(origin: ScreenPoint(x: 0, y: 0), size: map.size)
    guard !map.controlLayer.hasModal else { return tree }
    let isMoving = map.camera != lastCamera && lastCamera != nil
    lastCamera = map.camera
    if !isMoving, now >= lastPlaces + Self.placesSeconds {
      lastPlaces = now
      let seen = map.accessibilityElementsHidden ? [] : map.seenPlaces(limit: PlaceList.maximumPlaces)
      places = placeList.parts(seen, map.cameraController.view)
    }
    tree.add(map.element(frame), .map, under: .window)
    guard !map.accessibilityElementsHidden else { return tree }
    tree.add(AccessibleElement(.list, localized("What is seen on the map"), frame: frame), .places, under: .map)
    for (index, (number, element)) in places.enumerated() {
      tree.add(element, AccessibleTree.ID(control: AccessibleTree.ID.places.control, part: number), under: .places)
      tree.place(AccessibleTree.ID(control: AccessibleTree.ID.places.control, part: number), at: index + 1, of: places.count)
    }
    return tree
  }
}

/// Has a map told to those who cannot see it, once that was begun.
@MainActor final class AccessibilityTeller: MapComponent {
  /// Nil for nothing.
  var accessibility: MapAccessibility?
  var hidesElements = true
  private weak var map: MapView?

  func didAttach(to map: MapView) { self.map = map }

  /// As the lowest, when all others have come to the frame.
  func update(_ frame: MapFrame) -> RedrawReasons {
    if let map { accessibility?.update(map, now: frame.now) }
    return []
  }

  func nextDeadline(now: Double) -> Double? { accessibility?.nextDeadline }

  func didDrawFrame(in map: MapView) { accessibility?.isOutdated = true }
}

extension MapView {
  /// Whether what is seen on the map, its overlays and the places of its style, is kept from those who listen to the accessibility bus;
  /// the map itself and its controls are told in any case. Default true.
  public var accessibilityElementsHidden: Bool {
    get { standard.accessibility.hidesElements }
    set {
      guard newValue != accessibilityElementsHidden else { return }
      standard.accessibility.hidesElements = newValue
      requestFrame(.interface)
    }
  }

  /// What the map does for those who cannot see it; nil for nothing.
  var accessibility: MapAccessibility? {
    get { standard.accessibility.accessibility }
    set { standard.accessibility.accessibility = newValue }
  }

  /// Whether the window has the keyboard; true where that is not known.
  var hasKeyboard: Bool { (host as? any WindowPlace)?.hasKeyboard ?? true }

  /// Tells the map and its controls to those who cannot see them, through the accessibility bus of the desktop, while somebody listens
  /// there; `run` does so by itself. What is seen on the map is told where `accessibilityElementsHidden` is false. Nothing happens where
  /// there is no bus, and a second time.
  ///
  /// - Parameters:
  ///   - title: Of the window.
  ///   - environment: Tells where the bus is. Default: that of the process.
  public func startAccessibility(title: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard accessibility == nil else { return }
    accessibility = MapAccessibility(
      AccessibilityBridge(environment, title: title, wake: wakeRelay.callback), title: title)
  }

  /// The window with its controls, without what is seen on the map.
  package var controlTree: AccessibleTree {
    let window = host as? any WindowPlace
    let states: AccessibleStates = hasKeyboard ? [.enabled, .active] : .enabled
    let frame = ScreenRect(origin: ScreenPoint(x: 0, y: 0), size: size)
    let title = accessibility?.title ?? "Overlook"
    var tree = AccessibleTree(window: AccessibleElement(.window, title, states: states, frame: frame))
    if let window { tree.origin = window.screenOrigin }
    controlLayer.describe(into: &tree, under: .window)
    return tree
  }

  /// Says something to those who listen, when they have heard what is being said.
  package func announce(_ text: String) { accessibility?.bridge.announce(text) }

  /// What is seen of all components, from the topmost down, of one name at a place once.
  func seenPlaces(limit: Int) -> [SeenPlace] {
    var places: [SeenPlace] = []
    for component in componentList.components.reversed() where places.count < limit && componentList.contains(component) {
      places += component.seenPlaces(in: self, limit: limit - places.count)
    }
    // A marker of a file, say, is also told by the layer of the file, by its name where the marker has none.
    let named = Set(places.filter { $0.name != SeenPlace.unnamedMarker }.map(\.location))
    var told: Set<SeenPlace> = []
    return places.filter { place in
      if place.name == SeenPlace.unnamedMarker { return !named.contains(place.location) }
      return told.insert(SeenPlace(place.name, at: place.location)).inserted
    }
  }

  /// The map itself: where it looks, and from how near.
  fileprivate func element(_ frame: ScreenRect) -> AccessibleElement {
    func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
      "\((abs(value) * 1000).rounded() / 1000)° \(value < 0 ? negative : positive)"
    }
    let target = camera.target
    let text = localized(
      "{latitude}, {longitude}, zoom {zoom}",
      [
        "latitude": degrees(target.latitude, "N", "S"), "longitude": degrees(target.longitude, "E", "W"),
        "zoom": "\((camera.zoom * 10).rounded() / 10)",
      ])
    return AccessibleElement(
      .map, localized("Map"), value: .text(text),
      states: focusedControl == nil ? [.enabled, .focusable, .focused] : [.enabled, .focusable],
      actions: [.increase, .decrease, .showMenu], frame: frame)
  }

  /// Does what was asked of an element; nothing where it is gone.
  func perform(_ action: AccessibleAction, on id: AccessibleTree.ID) {
    switch (id, action) {
    case (.map, .focus), (.window, .focus): controlLayer.focus(nil)
    case (.map, .increase): zoomStep(by: 1)
    case (.map, .decrease): zoomStep(by: -1)
    case (.map, .showMenu): contextMenu(at: ScreenPoint(x: size.width / 2, y: size.height / 2))
    case (_, _) where id.control == AccessibleTree.ID.places.control:
      guard let place = id.part.flatMap({ accessibility?.placeList.numbered[$0] }),
        let point = PlaceList.point(of: place.location, cameraController.view)
      else { return }
      if action == .press { tap(at: point) }
      if action == .showMenu { contextMenu(at: point) }
    default: controlLayer.perform(action, on: id)
    }
  }
}
