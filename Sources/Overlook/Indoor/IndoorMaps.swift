import OverlookCamera
import OverlookControls
import OverlookGeometry
import OverlookRender
import OverlookStyle
import OverlookSupport

/// The insides of buildings on a map: their layers among those of the style, which level is shown, and the list to choose it.
@MainActor final class IndoorMaps: MapComponent {
  /// Whether insides are drawn. False leaves the building and forgets the chosen levels.
  var isEnabled = true {
    didSet { if isEnabled != oldValue { plansDidChange() } }
  }
  var plans: [IndoorPlan] = [] {
    didSet { plansDidChange() }
  }
  let display = IndoorDisplay()
  let picker = FloorPicker()
  private weak var map: MapView?

  var controls: [any Control] { [picker] }

  func didAttach(to map: MapView) {
    self.map = map
    display.onChange = { [weak self] in self?.applyLevels() }
    picker.onChoice = { [weak self] in self?.choose(level: $0) }
  }

  func update(_ frame: MapFrame) -> RedrawReasons {
    let state = pickerState
    guard state != picker.state else { return [] }
    picker.state = state
    return .interface
  }

  /// Finds the building whose levels can be chosen: that which the middle of the view lies in, seen from close by.
  func cameraDidChange(in map: MapView) {
    guard isEnabled, !plans.isEmpty, map.camera.zoom >= IndoorPlan.minimumZoom else { return display.focus(on: nil) }
    let middle = map.camera.target
    if display.activeBuilding?.contains(middle) == true { return }
    display.focus(on: plans.lazy.flatMap(\.buildings).first { $0.contains(middle) })
  }

  /// Other plans are shown, or none any more.
  private func plansDidChange() {
    display.reset()
    map?.applySupplements()
    if let map { cameraDidChange(in: map) }
  }

  /// Another level, another building, or other colours.
  func applyLevels() {
    if hasSupplement { map?.applySupplements() }
    map?.requestFrame(.interface)
  }

  /// The picker was used.
  private func choose(level index: Int) {
    guard let building = display.activeBuilding, building.levels.indices.contains(index) else { return }
    let level = building.levels[index]
    // A second click hides what may be hidden.
    display.activeLevel = level == display.activeLevel && building.isUnderground ? nil : level
  }

  /// What the picker shows; nil for none: a building with one level leaves nothing to choose.
  var pickerState: FloorPicker.State? {
    guard map?.settings.indoorPicker == true, let building = display.activeBuilding, building.levels.count > 1 else { return nil }
    let chosen = display.activeLevel.flatMap { building.levels.firstIndex(of: $0) }
    return FloorPicker.State(names: building.levels.map(\.shortName), chosen: chosen)
  }
}

extension IndoorMaps: StyleSupplement {
  var hasSupplement: Bool { isEnabled && !plans.isEmpty }

  /// The style with the insides of buildings in the place of what it raises there.
  func supplementing(_ document: StyleDocument) -> StyleDocument {
    guard hasSupplement, let map else { return document }
    // A pale plan would glare on a picture from above, and a pale veil lie over it like fog.
    let isDark = document.hasDarkGround(zoom: IndoorPlan.minimumStyleZoom) ?? (map.shownTheme == .dark)
    var document = document
    var ground = ClearedGround(areas: [], minimumZoom: IndoorPlan.minimumStyleZoom)
    for (number, plan) in plans.enumerated() {
      let buildings = plan.buildings.filter(isShown)
      let levels = buildings.compactMap(display.shownLevel)
      // Who looks at one building sees it before all that stands around.
      let isLookedAt = display.activeBuilding.map { buildings.contains($0) && display.shownLevel(of: $0) != nil } ?? false
      guard
        let inside = plan.document(
          showing: levels, isDark: isDark, number: number, dimsSurroundings: isLookedAt)
      else { continue }
      document = document.inserting(inside, isLookedAt ? .aboveBlocks : .belowBlocks)
      ground.areas += buildings.flatMap(\.ground)
    }
    return document.clearing(ground)
  }

  /// Buildings below the ground are seen only while they are active, for others lie above them.
  private func isShown(_ building: IndoorBuilding) -> Bool {
    (!building.isUnderground || building == display.activeBuilding) && display.shownLevel(of: building) != nil
  }
}
