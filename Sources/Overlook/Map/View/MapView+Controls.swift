import OverlookCamera
import OverlookCanvas
public import OverlookControls
import OverlookGeometry
import OverlookInput
import OverlookRender
import OverlookStyledMap
import OverlookSupport

// What lies above the map.
extension MapView {
  /// Shows a control above the map; nothing happens when it is shown already. The map keeps it until it is removed.
  public func add(_ control: any Control) {
    controlLayer.add(control)
  }

  /// Takes a control away; nothing happens when it is not shown. What a person does with it meanwhile is cancelled.
  public func remove(_ control: any Control) {
    controlLayer.remove(control)
  }

  /// The controls above the map, from the lowest up: those of the map, of its components, and those that were added.
  public var controls: [any Control] { controlLayer.controls }

  /// The control that has the keyboard; nil for none. One that is not shown, or takes no keys, counts as nil.
  public var focusedControl: (any Control)? {
    get { controlLayer.focused }
    set { controlLayer.focus(newValue.flatMap { $0.isFocusable ? $0 : nil }) }
  }

  /// Whether nothing lies above the map but its scale and credits, and menus while they are open: for a map that is small, as an inset
  /// is. Default false.
  public var hidesControls: Bool {
    get { controlLayer.only != nil }
    set {
      guard newValue != hidesControls else { return }
      controlLayer.only = newValue ? [standardControls.credits, standardControls.scaleBar] : nil
    }
  }

  /// Whether the panel with the figures of the frames is shown (key F3). Default false.
  public var isHUDVisible: Bool {
    get { standardControls.hud.isVisible }
    set {
      standardControls.hud.isVisible = newValue
      updateProfilerLevel()
      requestFrame(.interface)
    }
  }

  /// Which page of the panel is shown: the frames as a whole, or what each layer and kind of overlay takes of them.
  package var hudPage: HUD.Page {
    get { standardControls.hud.page }
    set {
      standardControls.hud.page = newValue
      updateProfilerLevel()
      requestFrame(.interface)
    }
  }

  /// Whether the page of costs has no line yet, as until a frame was measured.
  package var isCostTableEmpty: Bool { standardControls.hud.costs.isEmpty }

  /// Zooms about the middle as the keys do.
  package func zoomStep(by levels: Double) {
    var sum = levels
    // Two in one interval are two.
    if case .step(let step, about: nil, seconds: GestureNumbers.zoomStepSeconds, _)? = queuedMotion?.motion { sum += step.zoom }
    start(.step(CameraStep(zoom: sum), seconds: GestureNumbers.zoomStepSeconds))
  }

  /// The view as controls see it: mirrored where the interface is read from right to left.
  package var controlArea: ControlArea { controlLayer.controlArea }

  /// Where a control lies in `controlArea`, whether it is mirrored itself or not; nil while it is not shown.
  package func controlRect(of control: any Control) -> ScreenRect? {
    controlLayer.viewRect(of: control).map { controlArea.placed($0) }
  }

  /// What is kept free for others at the left of the credits, in points: the scale bar, and what stands beside it.
  package var leftOfCredits: Double {
    get { standardControls.credits.leftInset }
    set {
      standardControls.credits.leftInset = newValue
      requestFrame(.interface)
    }
  }

  /// Whether movements that only please are left out: controls do not slide and fade, and the camera is where it goes at once.
  public var reducesMotion: Bool {
    get { controlLayer.area.reducesMotion }
    set { controlLayer.area.reducesMotion = newValue }
  }

  /// Turns the panel's page, or shows the panel at the page that it was left at (Shift+F3).
  func showNextHUDPage() {
    guard isHUDVisible else { return isHUDVisible = true }
    hudPage = hudPage == .frames ? .costs : .frames
  }

  /// Lines that are shown above the map until they are taken away, or a person clicks on them. Default none.
  package var notices: [MapNotice] {
    get { standardControls.notices.notices }
    set {
      guard newValue != notices else { return }
      standardControls.notices.notices = newValue
      requestFrame(.interface)
    }
  }

  /// Points that a sheet covers at the left side, beside which notices lie. Default 0.
  package var noticesCoveredWidth: Double {
    get { standardControls.notices.coveredWidth }
    set {
      guard newValue != noticesCoveredWidth else { return }
      standardControls.notices.coveredWidth = newValue
      requestFrame(.interface)
    }
  }

  /// Called when the cross of a line of `notices` was clicked, with the number of its work.
  package var onNoticeCancelled: (Int) -> Void {
    get { standardControls.notices.onCancel }
    set { standardControls.notices.onCancel = newValue }
  }

  /// The figures that the panel shows.
  package var statistics: FrameStatistics { standardControls.hud.statistics }

  /// Connects the controls with the map; once, when it is made.
  func connectControls() {
    controlLayer.onChange = { [weak self] in self?.requestFrame(.interface) }
    controlLayer.readClipboard = { [weak self] in self?.host?.clipboardText }
    controlLayer.writeClipboard = { [weak self] in self?.host?.clipboardText = $0 }
    standardControls.compass.onTurn = { [weak self] in self?.animate(toBearing: 0) }
    standardControls.compass.onLevel = { [weak self] in self?.animate(toViewingAngle: 0) }
    standardControls.zoom.onZoom = { [weak self] in self?.zoomStep(by: $0) }
    standardControls.notices.onClick = { [weak self] in self?.notices = [] }
    for control in standardControls.all { controlLayer.add(control) }
  }

  /// Brings the controls to the frame's time; true when they look different.
  func updateControls(now: Double) -> Bool {
    let compass = standardControls.compass
    (compass.bearing, compass.tilt, compass.showsTilt) = (camera.bearing, camera.viewingAngle, settings.compassTilt)
    // The map of a navigator has the controls that its settings name.
    compass.isEnabled = navigator?.navigationUISettings.compass ?? settings.compassButton
    let zoom = standardControls.zoom
    if zoom.isEnabled != settings.zoomButtons { zoom.isEnabled = settings.zoomButtons }
    if zoom.isEnabled {
      let limits = cameraController.limits
      let canZoom = (isIn: camera.zoom < limits.maximumZoom, isOut: camera.zoom > limits.minimumZoom)
      if zoom.canZoom != canZoom { zoom.canZoom = canZoom }
    }
    return controlLayer.step(now: now)
  }

  /// Makes the pictures of letters ahead that controls will show, `size` points per em; false while nothing draws the map.
  package func prepareLetters(_ text: String, size: Double) -> Bool {
    guard let renderer else { return false }
    renderer.canvas.prepare(text, size: size)
    return true
  }

  /// Fills the canvas with everything above the map, in points.
  func drawInterface(on canvas: Canvas, now: Double) {
    if showsMapFirst {
      showsMapFirst = false
      return requestFrame(.interface)
    }
    if debugView == .tiles {
      let reports = tileLayers.flatMap(\.reports) + (styledMap?.reports ?? [])
      TileOutlines.draw(reports, cameraController.view, on: canvas)
    }
    let frame = mapFrame(now: now)
    forEachComponent { $0.draw(on: canvas, frame) }
    let hud = standardControls.hud
    hud.now = now
    hud.restlessComponent = componentList.restlessName ?? ""
    if isHUDVisible, hudPage == .costs {
      hud.costs.refresh(profiler, pixels: surface.framebuffer, memory: memoryUse, now: now, name: name(of:))
    }
    standardControls.credits.credits = attributions
    standardControls.scaleBar.metersPerPoint =
      Mercator.metersPerWorldUnit(atLatitude: camera.target.latitude) / cameraController.view.pointsPerWorld
    controlLayer.draw(on: canvas, isPicture: isBare)
    noteStandingControls()
  }
}
