import OverlookLayout

/// Sets what the shaders of walls seen from nearby ask for.
extension BuildingFacade {
  func isSeen(zoom: Double) -> Bool { zoom >= minimumZoom }

  @MainActor func set(_ program: StyleProgram, _ draw: StyleTileDraw, _ stage: StyleStage) {
    program.set(named: "u_facade", strengths)
    program.set(named: "u_windowColor", windowColor)
    program.set(named: "u_metersPerUnit", Float(stage.metersPerUnit(draw.tile)))
  }
}
