import OverlookCanvas
import OverlookControls
import OverlookGeometry
import OverlookRender
import OverlookSupport

/// The controls that every map has: they follow its camera, its settings and its figures.
@MainActor final class StandardControls: MapComponent {
  let boxZoom = BoxZoomRectangle()
  let scaleBar = ScaleBar()
  let credits = AttributionPanel()
  let compass = CompassControl()
  let zoom = ZoomControl()
  let hud = HUD(FrameStatistics())
  let notices = NoticePanel()
  /// The colours that were set.
  var chosenTheme = InterfaceTheme.light {
    didSet { takeTheme() }
  }
  /// Those that are shown in their place; nil for none.
  var themeOverride: InterfaceTheme? {
    didSet { takeTheme() }
  }
  private weak var map: MapView?

  /// From the lowest up.
  var controls: [any Control] { [boxZoom, scaleBar, credits, compass, zoom, hud, notices] }

  init() {
    // Room for the scale bar.
    credits.leftInset = 130
  }

  func didAttach(to map: MapView) {
    self.map = map
    compass.onTurn = { [weak map] in map?.animate(toBearing: 0) }
    compass.onLevel = { [weak map] in map?.animate(toViewingAngle: 0) }
    zoom.onZoom = { [weak map] in map?.zoomStep(by: $0) }
    notices.onClick = { [weak map] in map?.notices = [] }
  }

  var shownTheme: InterfaceTheme { themeOverride ?? chosenTheme }

  private func takeTheme() {
    guard let map, map.controlLayer.area.theme != shownTheme else { return }
    map.controlLayer.area.theme = shownTheme
    map.standard.indoor.applyLevels()
  }

  func update(_ frame: MapFrame) -> RedrawReasons {
    guard let map else { return [] }
    let (camera, settings) = (map.camera, map.settings)
    (compass.bearing, compass.tilt, compass.showsTilt) = (camera.bearing, camera.viewingAngle, settings.compassTilt)
    // The map of a navigator has the controls that its settings name.
    compass.isEnabled = map.navigator?.navigationUISettings.compass ?? settings.compassButton
    if zoom.isEnabled != settings.zoomButtons { zoom.isEnabled = settings.zoomButtons }
    if zoom.isEnabled {
      let limits = map.cameraController.limits
      let canZoom = (isIn: camera.zoom < limits.maximumZoom, isOut: camera.zoom > limits.minimumZoom)
      if zoom.canZoom != canZoom { zoom.canZoom = canZoom }
    }
    return []
  }

  /// What the controls show of the frame that is drawn.
  func draw(on canvas: Canvas, _ frame: MapFrame) {
    guard let map else { return }
    hud.now = frame.now
    hud.restlessComponent = map.restlessName ?? ""
    if map.showsCosts {
      hud.costs.refresh(
        map.profiler, pixels: map.surface.framebuffer, memory: map.memoryUse, now: frame.now, name: map.name(of:))
    }
    credits.credits = map.state.attributions
    scaleBar.metersPerPoint =
      Mercator.metersPerWorldUnit(atLatitude: map.camera.target.latitude) / map.cameraController.view.pointsPerWorld
  }

  func didDrawFrame(in map: MapView) { map.noteFrame() }
}
