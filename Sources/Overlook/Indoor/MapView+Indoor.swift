import OverlookCamera
import OverlookGeometry
import OverlookRender
import OverlookStyle

// Levels of buildings.
extension MapView {
  /// Finds the building whose levels can be chosen: that which the middle of the view lies in, seen from close by. To be called
  /// when the camera moved.
  func updateIndoor() {
    guard isIndoorEnabled, !indoorPlans.isEmpty, camera.zoom >= IndoorPlan.minimumZoom else {
      return indoorDisplay.focus(on: nil)
    }
    let middle = camera.target
    if indoorDisplay.activeBuilding?.contains(middle) == true { return }
    indoorDisplay.focus(on: indoorPlans.lazy.flatMap(\.buildings).first { $0.contains(middle) })
  }

  /// Other plans are shown, or none any more.
  func changeIndoor() {
    indoorDisplay.reset()
    applySupplements()
    updateIndoor()
  }

  /// Another level, or another building.
  func applyLevels() {
    if isIndoorEnabled, !indoorPlans.isEmpty { applySupplements() }
    requestFrame(.interface)
  }

  /// The floor picker was used.
  func chooseLevel(_ index: Int) {
    guard let building = indoorDisplay.activeBuilding, building.levels.indices.contains(index) else { return }
    let level = building.levels[index]
    // A second click hides what may be hidden.
    indoorDisplay.activeLevel = level == indoorDisplay.activeLevel && building.isUnderground ? nil : level
  }

  /// What the floor picker shows; nil for none: a building with one level leaves nothing to choose.
  var floorPickerState: FloorPicker.State? {
    guard settings.indoorPicker, let building = indoorDisplay.activeBuilding, building.levels.count > 1 else { return nil }
    let chosen = indoorDisplay.activeLevel.flatMap { building.levels.firstIndex(of: $0) }
    return FloorPicker.State(names: building.levels.map(\.shortName), chosen: chosen)
  }

  /// The style with the insides of buildings in the place of what it raises there.
  func showingIndoor(_ document: StyleDocument) -> StyleDocument {
    var document = document
    var ground = ClearedGround(areas: [], minimumZoom: IndoorPlan.minimumStyleZoom)
    for (number, plan) in indoorPlans.enumerated() {
      let buildings = plan.buildings.filter(isShown)
      let levels = buildings.compactMap(indoorDisplay.shownLevel)
      guard let inside = plan.document(showing: levels, isDark: interfaceTheme == .dark, number: number) else { continue }
      document = document.inserting(inside, .belowBlocks)
      ground.areas += buildings.flatMap(\.ground)
    }
    return document.clearing(ground)
  }

  /// Buildings below the ground are seen only while they are active, for others lie above them.
  private func isShown(_ building: IndoorBuilding) -> Bool {
    (!building.isUnderground || building == indoorDisplay.activeBuilding) && indoorDisplay.shownLevel(of: building) != nil
  }
}
