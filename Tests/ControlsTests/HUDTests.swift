import OverlookCanvas
import OverlookControls
import OverlookGPU
import OverlookGeometry
import OverlookInput
import OverlookMeasurement
import OverlookProfiling
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import OverlookText
import Testing

@MainActor @Suite struct HUDTests {
  /// 150 frames at 60 a second with plausible, repeatable costs.
  private func statistics() -> FrameStatistics {
    let statistics = FrameStatistics()
    var seed: UInt64 = 3
    func noise() -> Double {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(seed >> 40) / Double(1 << 24)
    }
    for frame in 0..<150 {
      let isHeavy = frame % 37 == 20
      statistics.beginFrame(now: Double(frame) / 60, reasons: frame % 5 == 0 ? [.camera, .tiles] : [.camera])
      statistics.add(.drain, seconds: 0.0002 + 0.0002 * noise())
      statistics.add(.update, seconds: 0.0006 + 0.0004 * noise())
      statistics.add(.extract, seconds: 0.0014 + 0.001 * noise())
      statistics.add(.upload, seconds: isHeavy ? 0.009 : 0.0008 * noise())
      statistics.add(.draw, seconds: 0.003 + 0.003 * noise())
      statistics.add(.swap, seconds: 0.005 + 0.003 * noise())
      statistics.setWork(
        drawCalls: 37, uploads: isHeavy ? 6 : 1, uploadedBytes: isHeavy ? 1_572_864 : 4096, gpuMilliseconds: 4 + 3 * noise())
      statistics.endFrame()
    }
    for _ in 0..<1204 { statistics.skipFrame() }
    statistics.tiles.loaded = 148
    statistics.tiles.loading = 6
    statistics.tiles.failed = 2
    statistics.tiles.missing = 31
    statistics.overlaysTotal = 100_000
    statistics.overlaysVisible = 3127
    return statistics
  }

  /// A map-like ground, so that legibility is seen.
  private func drawGround(_ canvas: Canvas) {
    let land = Color(red: 0.86, green: 0.88, blue: 0.80)
    for index in 0..<12 {
      canvas.strokeLine(
        from: ScreenPoint(x: Double(index) * 60 - 40, y: 0), to: ScreenPoint(x: Double(index) * 44 + 60, y: 400), width: 16,
        color: index % 3 == 0 ? Color(red: 0.25, green: 0.42, blue: 0.30) : land)
    }
  }

  private static func area(of canvas: Canvas, _ theme: InterfaceTheme = .light) -> ControlArea {
    var area = ControlArea(size: canvas.size)
    area.theme = theme
    return area
  }

  private func surface(width: Int, height: Int, scale: Double, _ fill: (Canvas) -> Void) throws -> TestSurface {
    let surface = try TestSurface(width: Int(Double(width) * scale), height: Int(Double(height) * scale))
    surface.clear(Color(red: 0.55, green: 0.72, blue: 0.86))
    let canvas = Canvas(fonts: try .machine())
    canvas.begin(size: ScreenSize(width: Double(width), height: Double(height)), pixelsPerPoint: scale)
    drawGround(canvas)
    fill(canvas)
    try CanvasPass(surface.device).draw(canvas, to: surface.target)
    return surface
  }

  /// The same by day and by night: dark glass is legible above both.
  @Test(arguments: [InterfaceTheme.light, .dark], [1, 2]) func thePanelLooksRight(theme: InterfaceTheme, scale: Int) throws {
    let hud = HUD(statistics())
    hud.isVisible = true
    hud.now = 2.5
    hud.footer = "llvmpipe (LLVM 15.0.6, 256 bits)"
    let surface = try surface(width: 300, height: 330, scale: Double(scale)) { hud.draw(on: $0, in: Self.area(of: $0, theme)) }
    #expect(try GoldenPicture("hud/panel-\(scale)x").mismatch(with: surface.image(scale: Double(scale))) == nil)
  }

  @Test func whoAsksForEveryFrameIsNamedInThePanel() throws {
    let hud = HUD(statistics())
    hud.isVisible = true
    hud.now = 2.5
    hud.footer = "llvmpipe (LLVM 15.0.6, 256 bits)"
    hud.restlessComponent = "SnowfallLayer"
    let surface = try surface(width: 300, height: 330, scale: 2) { hud.draw(on: $0, in: Self.area(of: $0)) }
    #expect(try GoldenPicture("hud/panel-restless").mismatch(with: surface.image(scale: 2)) == nil)
  }

  /// A frame of eleven layers, the fifth of which costs most.
  @Test(arguments: [InterfaceTheme.light, .dark], [1, 2]) func thePageOfCostsLooksRight(theme: InterfaceTheme, scale: Int) throws
  {
    let hud = HUD(statistics())
    hud.isVisible = true
    hud.now = 2.5
    hud.page = .costs
    let device = try TestSurface(width: 8, height: 8).device
    let profiler = FrameProfiler()
    profiler.level = .times
    // One frame, of which the driver has nothing to tell.
    profiler.begin(device)
    profiler.end()
    let centers = [
      CostCenter(.style), CostCenter(.tiles, number: 1), CostCenter(.order), CostCenter(.overlays(.groundOverlay)),
      CostCenter(.shapes), CostCenter(.overlays(.dataLayer), number: 3), CostCenter(.overlays(.marker)), CostCenter(.interface),
    ]
    for (index, center) in centers.enumerated() {
      let size = 0.0002 * Double(8 - abs(index - 4))
      for (share, phase) in zip([0.2, 1, 1.6], CostPhase.allCases) { profiler.add(center, phase, from: 0, to: size * share) }
    }
    let surface = try surface(width: 760, height: 330, scale: Double(scale)) { canvas in
      hud.costs.refresh(profiler, pixels: PixelSize(width: 760, height: 330), now: 2.5) { center in
        center.number == 3 ? "Earthquakes since 1900 of the world" : center.name
      }
      hud.draw(on: canvas, in: Self.area(of: canvas, theme))
    }
    #expect(try GoldenPicture("hud/costs-\(scale)x").mismatch(with: surface.image(scale: Double(scale))) == nil)
  }

  @Test func controlsLookRight() throws {
    let compass = CompassControl()
    compass.bearing = 38
    compass.isEnabled = true
    _ = compass.step(now: 0)
    #expect(!compass.step(now: 1))
    let (credits, scaleBar, box) = (AttributionPanel(), ScaleBar(), BoxZoomRectangle())
    credits.credits = ["© OpenStreetMap contributors", "NASA Earth Observatory"]
    credits.leftInset = 130
    scaleBar.metersPerPoint = 5.2
    box.rect = ScreenRect(x: 120, y: 40, width: 180, height: 110)
    let surface = try surface(width: 480, height: 240, scale: 2) { canvas in
      for control in [compass, credits, scaleBar, box] as [any Control] { control.draw(on: canvas, in: Self.area(of: canvas)) }
    }
    #expect(try GoldenPicture("hud/controls").mismatch(with: surface.image(scale: 2)) == nil)
  }

  @Test func theAttributionStaysWithinTheViewHoweverNarrow() throws {
    let texts = [
      "© OpenStreetMap contributors", "A very long credit line that no narrow window can hold in one piece", "", "NASA", "NASA",
    ]
    let canvas = Canvas(fonts: try .machine())
    let panel = AttributionPanel()
    for width in stride(from: 60.0, through: 900, by: 37) {
      canvas.begin(size: ScreenSize(width: width, height: 200), pixelsPerPoint: 1)
      panel.credits = texts
      panel.draw(on: canvas, in: Self.area(of: canvas))
      let rect = try #require(panel.frame(in: Self.area(of: canvas)))
      #expect(rect.origin.x >= 0 && rect.origin.y >= 0)
      #expect(rect.origin.x + rect.size.width <= width && rect.origin.y + rect.size.height <= 200)
    }
    canvas.begin(size: ScreenSize(width: 10, height: 10), pixelsPerPoint: 1)
    for credits in [texts, []] {
      panel.credits = credits
      panel.draw(on: canvas, in: Self.area(of: canvas))
      #expect(canvas.isEmpty && panel.frame(in: Self.area(of: canvas))?.size.width == 0)
    }
  }

  @Test func noticesLieBelowWhatStandsInTheCornerWhereTheyWouldLieOnIt() throws {
    let canvas = Canvas(fonts: try .machine())
    let panel = NoticePanel()
    panel.corner = ScreenSize(width: 360, height: 58)
    panel.notices = [MapNotice("A notice that is some three hundred points wide, or a bit more")]
    for (width, isBelow) in [(1600.0, false), (800.0, true)] {
      canvas.begin(size: ScreenSize(width: width, height: 200), pixelsPerPoint: 1)
      panel.draw(on: canvas, in: Self.area(of: canvas))
      let rect = try #require(panel.frame(in: Self.area(of: canvas)))
      #expect((rect.origin.y >= 58) == isBelow && (rect.origin.x < 360) == isBelow)
    }
  }

  @Test func noticesLieBesideASheetAndGoOnInASecondLine() throws {
    let canvas = Canvas(fonts: try .machine())
    let panel = NoticePanel()
    panel.corner = ScreenSize(width: 360, height: 58)
    panel.notices = [MapNotice("A notice that is some three hundred points wide, or a bit more")]
    func rect(_ width: Double, covered: Double) throws -> ScreenRect {
      canvas.begin(size: ScreenSize(width: width, height: 600), pixelsPerPoint: 1)
      panel.coveredWidth = covered
      panel.draw(on: canvas, in: Self.area(of: canvas))
      return try #require(panel.frame(in: Self.area(of: canvas)))
    }
    let free = try rect(900, covered: 0)
    let beside = try rect(900, covered: 352)
    #expect(free.origin.x < 352 && beside.origin.x >= 352 && beside.maxX <= 900 && beside.size == free.size)
    // Where there is less room it takes two lines.
    let narrow = try rect(700, covered: 352)
    #expect(narrow.origin.x >= 352 && narrow.maxX <= 700 && narrow.size.height > free.size.height)
    // A sheet that covers all is covered at its end, and not where one types.
    let over = try rect(480, covered: 352)
    #expect(over.origin.y > 450 && over.maxY < 600 && over.size == free.size)
  }

  @Test func noticesStayWithinTheViewAndTakeClicks() throws {
    let canvas = Canvas(fonts: try .machine())
    let panel = NoticePanel()
    panel.notices = [
      MapNotice("Waiting for https://tiles.example.org/a/very/long/path/to/the/capabilities.xml …"), MapNotice("", isFault: true),
    ]
    let insets = EdgeInsets(top: 20, left: 0, bottom: 0, right: 0)
    for width in stride(from: 80.0, through: 900, by: 41) {
      canvas.begin(size: ScreenSize(width: width, height: 200), pixelsPerPoint: 1)
      let area = ControlArea(size: canvas.size, insets: insets)
      panel.draw(on: canvas, in: area)
      let rect = try #require(panel.frame(in: area))
      #expect(rect.contains(ScreenPoint(x: width / 2, y: 40)))
      #expect(!rect.contains(ScreenPoint(x: 5, y: 40)) && !rect.contains(ScreenPoint(x: width - 5, y: 40)))
      #expect(!rect.contains(ScreenPoint(x: width / 2, y: 25)))
    }
    panel.notices = []
    canvas.begin(size: ScreenSize(width: 500, height: 200), pixelsPerPoint: 1)
    panel.draw(on: canvas, in: Self.area(of: canvas))
    #expect(canvas.isEmpty && panel.frame(in: Self.area(of: canvas)) == nil)
  }

  @Test func theCompassIsThereOnlyWhileNorthIsNotUp() {
    let compass = CompassControl()
    let area = ControlArea(size: ScreenSize(width: 400, height: 300))
    let middle = ScreenPoint(x: 400 - 12 - 20, y: 12 + 20)
    compass.isEnabled = true
    #expect(!compass.step(now: 0))
    #expect(compass.frame(in: area) == nil)
    compass.bearing = 90
    #expect(compass.step(now: 10))
    #expect(compass.opacity == 0)
    #expect(compass.step(now: 10.125))
    #expect(abs(compass.opacity - 0.5) < 1e-9)
    #expect(!compass.step(now: 10.5))
    #expect(compass.part(at: middle, in: area) == .active)
    #expect(compass.part(at: ScreenPoint(x: 400 - 12 - 1, y: 13), in: area) == ControlPart.none)
    compass.bearing = 359.99
    #expect(compass.step(now: 20))
    compass.bearing = .nan
    #expect(compass.bearing == 359.99)
    compass.bearing = 0
    #expect(!compass.step(now: 21))
    #expect(compass.frame(in: area) == nil)
    compass.isEnabled = false
    compass.bearing = 90
    #expect(!compass.step(now: 30))
  }

  @Test func theCompassOfATiltedMapIsThereWhereThatIsWantedAndLevelsItOnceNorthIsUp() {
    let (compass, layer) = (CompassControl(), ControlLayer(wake: {}))
    layer.area = ControlArea(size: ScreenSize(width: 400, height: 300))
    layer.add(compass)
    var clicks: [String] = []
    compass.onTurn = { clicks.append("turn") }
    compass.onLevel = { clicks.append("level") }
    compass.isEnabled = true
    compass.tilt = 40
    _ = compass.step(now: 0)
    #expect(!compass.step(now: 1) && compass.frame(in: layer.area) == nil)
    compass.showsTilt = true
    compass.bearing = 20
    compass.tilt = .infinity
    #expect(compass.tilt == 40)
    _ = compass.step(now: 2)
    #expect(!compass.step(now: 3))
    func click() {
      let middle = ScreenPoint(x: 400 - 12 - 20, y: 12 + 20)
      _ = layer.respond(to: InputEvent(timeSeconds: 0, kind: .buttonPressed(.left, middle, [])))
      _ = layer.respond(to: InputEvent(timeSeconds: 0, kind: .buttonReleased(.left, middle, [])))
    }
    click()
    #expect(clicks == ["turn"] && compass.tooltip == "Turn north up")
    compass.bearing = 0
    #expect(!compass.step(now: 4) && compass.tooltip == "Look straight down")
    click()
    #expect(clicks == ["turn", "level"])
    compass.tilt = 0
    _ = compass.step(now: 5)
    #expect(!compass.step(now: 6) && compass.frame(in: layer.area) == nil)
  }

  @Test func theFloorPickerShowsTheChosenLevelAmongTheOthers() throws {
    let (short, long) = (FloorPicker(), FloorPicker())
    short.state = FloorPicker.State(names: ["2", "1", "G", "B1"], chosen: 2)
    long.state = FloorPicker.State(names: (0..<40).map { "\(39 - $0)" }, chosen: 30)
    let surface = try surface(width: 240, height: 320, scale: 2) { canvas in
      let inset = EdgeInsets(top: 0, left: 0, bottom: 0, right: 80)
      short.draw(on: canvas, in: Self.area(of: canvas))
      long.draw(on: canvas, in: ControlArea(size: canvas.size, insets: inset))
    }
    #expect(try GoldenPicture("hud/floors").mismatch(with: surface.image(scale: 2)) == nil)
  }

  @Test func aFloorPickerThatDoesNotFitIsMovedByItsEnds() throws {
    let picker = FloorPicker()
    let layer = ControlLayer(wake: {})
    layer.area = ControlArea(size: ScreenSize(width: 400, height: 320))
    layer.add(picker)
    let area = layer.area
    var chosen: [Int] = []
    picker.onChoice = { chosen.append($0) }
    func click(_ point: ScreenPoint, until end: ScreenPoint? = nil) -> EventDisposition {
      let pressed = layer.respond(to: InputEvent(timeSeconds: 0, kind: .buttonPressed(.left, point, [])))
      _ = layer.respond(to: InputEvent(timeSeconds: 0, kind: .buttonReleased(.left, end ?? point, [])))
      return pressed
    }
    func middle(_ rect: ScreenRect) -> ScreenPoint {
      ScreenPoint(x: rect.origin.x + rect.size.width / 2, y: rect.origin.y + rect.size.height / 2)
    }
    picker.state = FloorPicker.State(names: (0..<40).map(String.init), chosen: 20)
    // 320 points less 64 above and 44 below are six rows, two of which are its ends.
    let shown = (0..<40).filter { picker.rect(ofLevel: $0, in: area) != nil }
    #expect(shown == [18, 19, 20, 21])
    let list = picker.rect(in: area)
    #expect(click(ScreenPoint(x: list.origin.x + 5, y: list.origin.y + 5)) == .captured)
    #expect(picker.rect(ofLevel: 17, in: area) != nil && picker.rect(ofLevel: 21, in: area) == nil)
    for _ in 0..<50 { _ = click(ScreenPoint(x: list.origin.x + 5, y: list.origin.y + list.size.height - 5)) }
    let last = try #require(picker.rect(ofLevel: 39, in: area))
    #expect(chosen.isEmpty)
    _ = click(middle(last))
    #expect(chosen == [39])
    // A click that ends elsewhere chooses nothing.
    #expect(click(middle(last), until: ScreenPoint(x: 0, y: 0)) == .captured)
    #expect(chosen == [39])
    #expect(click(ScreenPoint(x: 10, y: 10)) == .ignored)
    picker.state = nil
    #expect(click(middle(last)) == .ignored)
  }

  @Test func scaleBarLengthsAreRound() {
    let format = MeasureFormat(units: .metric)
    #expect(format.roundLength(atMost: 999) == 500)
    #expect(format.roundLength(atMost: 2000) == 2000)
    #expect(format.roundLength(atMost: 0.19) == 0.1)
    #expect(format.roundLength(atMost: .nan) == nil)
    #expect(format.roundLength(atMost: .infinity) == nil)
    #expect(format.roundLength(atMost: -1) == nil)
    #expect(MeasureFormat(units: .imperial).roundLength(atMost: 4000) == 2 * 1609.344)
  }

  @Test func aSteadyFrameWithTheWholeHUDAllocatesNothing() throws {
    try #require(AllocationCounter.isAvailable)
    let surface = try TestSurface(width: 480, height: 330)
    let canvas = Canvas(fonts: try .machine())
    let pass = CanvasPass(surface.device)
    let statistics = statistics()
    let (hud, compass, attribution, scaleBar) = (HUD(statistics), CompassControl(), AttributionPanel(), ScaleBar())
    let box = BoxZoomRectangle()
    let layer = ControlLayer(wake: {})
    layer.area = ControlArea(size: ScreenSize(width: 480, height: 330))
    for control in [hud, compass, attribution, scaleBar, box] as [any Control] { layer.add(control) }
    attribution.credits = ["© OpenStreetMap contributors", "NASA Earth Observatory"]
    hud.isVisible = true
    scaleBar.metersPerPoint = 5.2
    box.rect = ScreenRect(x: 120, y: 40, width: 180, height: 110)
    compass.isEnabled = true
    compass.bearing = 30
    var timer = GPUTimer(surface.device)
    var now = 2.5
    // A literal of one in the frame would be an array in an unoptimised build.
    let reasons: RedrawReasons = [.camera]
    func frame() throws {
      now += 0.01
      surface.device.beginFrame()
      statistics.beginFrame(now: now, reasons: reasons)
      timer.begin()
      canvas.begin(size: ScreenSize(width: 480, height: 330), pixelsPerPoint: 1)
      _ = layer.step(now: now)
      hud.now = now
      layer.draw(on: canvas)
      try pass.draw(canvas, to: surface.target)
      timer.end()
      let work = surface.device.statistics
      statistics.setWork(
        drawCalls: work.drawCalls, uploads: work.uploads, uploadedBytes: work.uploadedBytes, gpuMilliseconds: timer.milliseconds)
      statistics.endFrame()
    }
    for _ in 0..<8 { try frame() }
    // Within one refresh interval: the numbers' texts stay.
    let report = try AllocationCounter.count { for _ in 0..<14 { try frame() } }
    #expect(report.blocks == 0, "\(report)")
    #expect(surface.device.statistics.drawCalls <= 6)
  }
}
