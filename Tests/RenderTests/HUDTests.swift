import OverlookGPU
import OverlookGeometry
import OverlookMeasurement
import OverlookRender
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

  private func surface(width: Int, height: Int, scale: Double, _ fill: (Canvas) -> Void) throws -> TestSurface {
    let surface = try TestSurface(width: Int(Double(width) * scale), height: Int(Double(height) * scale))
    surface.clear(Color(red: 0.55, green: 0.72, blue: 0.86))
    let canvas = Canvas(font: try FontFace.embedded())
    canvas.begin(size: ScreenSize(width: Double(width), height: Double(height)), pixelsPerPoint: scale)
    drawGround(canvas)
    fill(canvas)
    try CanvasPass(surface.device).draw(canvas, to: surface.target)
    return surface
  }

  @Test(arguments: [1, 2]) func thePanelLooksRight(scale: Int) throws {
    let hud = HUD()
    hud.isVisible = true
    hud.footer = "llvmpipe (LLVM 15.0.6, 256 bits)"
    let surface = try surface(width: 300, height: 330, scale: Double(scale)) { hud.draw(into: $0, statistics(), now: 2.5) }
    #expect(try GoldenPicture("hud/panel-\(scale)x").mismatch(with: surface.image(scale: Double(scale))) == nil)
  }

  /// A frame of eleven layers, the fifth of which costs most.
  @Test(arguments: [1, 2]) func thePageOfCostsLooksRight(scale: Int) throws {
    let hud = HUD()
    hud.isVisible = true
    hud.page = .costs
    let device = try TestSurface(width: 8, height: 8).device
    let profiler = FrameProfiler()
    profiler.level = .times
    // One frame, of which the driver has nothing to tell.
    profiler.begin(device)
    profiler.end()
    let centers = [
      CostCenter(.style), CostCenter(.tiles, number: 1), CostCenter(.order), CostCenter(.overlays(.groundOverlay)),
      CostCenter(.shapes), CostCenter(.overlays(.bulk), number: 3), CostCenter(.overlays(.marker)), CostCenter(.interface),
    ]
    for (index, center) in centers.enumerated() {
      let size = 0.0002 * Double(8 - abs(index - 4))
      for (share, phase) in zip([0.2, 1, 1.6], CostPhase.allCases) { profiler.add(center, phase, from: 0, to: size * share) }
    }
    let surface = try surface(width: 760, height: 330, scale: Double(scale)) { canvas in
      hud.costs.refresh(profiler, pixels: PixelSize(width: 760, height: 330), now: 2.5) { center in
        center.number == 3 ? "Earthquakes since 1900 of the world" : center.name
      }
      hud.draw(into: canvas, statistics(), now: 2.5)
    }
    #expect(try GoldenPicture("hud/costs-\(scale)x").mismatch(with: surface.image(scale: Double(scale))) == nil)
  }

  @Test func controlsLookRight() throws {
    let compass = CompassControl()
    _ = compass.update(bearing: 38, isEnabled: true, now: 0)
    #expect(!compass.update(bearing: 38, isEnabled: true, now: 1))
    let surface = try surface(width: 480, height: 240, scale: 2) { canvas in
      compass.draw(into: canvas)
      AttributionPanel().draw(
        into: canvas, texts: ["© OpenStreetMap contributors", "NASA Earth Observatory"], leftInset: 130)
      ScaleBar().draw(into: canvas, metersPerPoint: 5.2)
      BoxZoomRectangle.draw(ScreenRect(x: 120, y: 40, width: 180, height: 110), into: canvas)
    }
    #expect(try GoldenPicture("hud/controls").mismatch(with: surface.image(scale: 2)) == nil)
  }

  @Test func theAttributionStaysWithinTheViewHoweverNarrow() throws {
    let texts = [
      "© OpenStreetMap contributors", "A very long credit line that no narrow window can hold in one piece", "", "NASA", "NASA",
    ]
    let canvas = Canvas(font: try FontFace.embedded())
    let panel = AttributionPanel()
    for width in stride(from: 60.0, through: 900, by: 37) {
      canvas.begin(size: ScreenSize(width: width, height: 200), pixelsPerPoint: 1)
      let rect = try #require(panel.draw(into: canvas, texts: texts))
      #expect(rect.origin.x >= 0 && rect.origin.y >= 0)
      #expect(rect.origin.x + rect.size.width <= width && rect.origin.y + rect.size.height <= 200)
    }
    canvas.begin(size: ScreenSize(width: 10, height: 10), pixelsPerPoint: 1)
    #expect(panel.draw(into: canvas, texts: texts) == nil)
    #expect(panel.draw(into: canvas, texts: []) == nil)
  }

  @Test func noticesStayWithinTheViewAndTakeClicks() throws {
    let canvas = Canvas(font: try FontFace.embedded())
    let panel = NoticePanel()
    panel.notices = [
      MapNotice("Waiting for https://tiles.example.org/a/very/long/path/to/the/capabilities.xml …"), MapNotice("", isFault: true),
    ]
    for width in stride(from: 80.0, through: 900, by: 41) {
      canvas.begin(size: ScreenSize(width: width, height: 200), pixelsPerPoint: 1)
      panel.draw(into: canvas, topInset: 20)
      #expect(panel.isHit(ScreenPoint(x: width / 2, y: 40)))
      #expect(!panel.isHit(ScreenPoint(x: 5, y: 40)) && !panel.isHit(ScreenPoint(x: width - 5, y: 40)))
      #expect(!panel.isHit(ScreenPoint(x: width / 2, y: 25)))
    }
    panel.notices = []
    canvas.begin(size: ScreenSize(width: 500, height: 200), pixelsPerPoint: 1)
    panel.draw(into: canvas)
    #expect(canvas.isEmpty && !panel.isHit(ScreenPoint(x: 250, y: 40)))
  }

  @Test func theCompassIsThereOnlyWhileNorthIsNotUp() {
    let compass = CompassControl()
    let size = ScreenSize(width: 400, height: 300)
    let middle = ScreenPoint(x: 400 - 12 - 20, y: 12 + 20)
    #expect(!compass.update(bearing: 0, isEnabled: true, now: 0))
    #expect(compass.opacity == 0 && !compass.isHit(middle, in: size))
    #expect(compass.update(bearing: 90, isEnabled: true, now: 10))
    #expect(compass.opacity == 0)
    #expect(compass.update(bearing: 90, isEnabled: true, now: 10.125))
    #expect(abs(compass.opacity - 0.5) < 1e-9)
    #expect(!compass.update(bearing: 90, isEnabled: true, now: 10.5))
    #expect(compass.isHit(middle, in: size))
    #expect(!compass.isHit(ScreenPoint(x: 400 - 12 - 1, y: 13), in: size))
    #expect(compass.update(bearing: 359.99, isEnabled: true, now: 20))
    #expect(!compass.update(bearing: 0, isEnabled: true, now: 21))
    #expect(compass.opacity == 0)
    #expect(!compass.update(bearing: 90, isEnabled: false, now: 30))
  }

  @Test func theFloorPickerShowsTheChosenLevelAmongTheOthers() throws {
    let (short, long) = (FloorPicker(), FloorPicker())
    short.state = FloorPicker.State(names: ["2", "1", "G", "B1"], chosen: 2)
    long.state = FloorPicker.State(names: (0..<40).map { "\(39 - $0)" }, chosen: 30)
    long.padding = EdgeInsets(top: 0, left: 0, bottom: 0, right: 80)
    let surface = try surface(width: 240, height: 320, scale: 2) { canvas in
      short.draw(into: canvas)
      long.draw(into: canvas)
    }
    #expect(try GoldenPicture("hud/floors").mismatch(with: surface.image(scale: 2)) == nil)
  }

  @Test func aFloorPickerThatDoesNotFitIsMovedByItsEnds() throws {
    let picker = FloorPicker()
    let size = ScreenSize(width: 400, height: 320)
    var chosen: [Int] = []
    picker.onChoice = { chosen.append($0) }
    func click(_ point: ScreenPoint) {
      #expect(picker.press(at: point, in: size))
      picker.release(at: point, in: size)
    }
    func middle(_ rect: ScreenRect) -> ScreenPoint {
      ScreenPoint(x: rect.origin.x + rect.size.width / 2, y: rect.origin.y + rect.size.height / 2)
    }
    picker.state = FloorPicker.State(names: (0..<40).map(String.init), chosen: 20)
    // 320 points less 64 above and 44 below are six rows, two of which are its ends.
    let shown = (0..<40).filter { picker.rect(ofLevel: $0, in: size) != nil }
    #expect(shown == [18, 19, 20, 21])
    let list = picker.rect(in: size)
    click(ScreenPoint(x: list.origin.x + 5, y: list.origin.y + 5))
    #expect(picker.rect(ofLevel: 17, in: size) != nil && picker.rect(ofLevel: 21, in: size) == nil)
    for _ in 0..<50 { click(ScreenPoint(x: list.origin.x + 5, y: list.origin.y + list.size.height - 5)) }
    let last = try #require(picker.rect(ofLevel: 39, in: size))
    #expect(chosen.isEmpty)
    click(middle(last))
    #expect(chosen == [39])
    // A click that ends elsewhere chooses nothing.
    #expect(picker.press(at: middle(last), in: size))
    picker.release(at: ScreenPoint(x: 0, y: 0), in: size)
    #expect(chosen == [39] && !picker.isPressed)
    #expect(!picker.press(at: ScreenPoint(x: 10, y: 10), in: size))
    picker.state = nil
    #expect(!picker.press(at: middle(last), in: size))
  }

  @Test func scaleBarLengthsAreRound() {
    #expect(ScaleBar.roundLength(atMost: 999) == 500)
    #expect(ScaleBar.roundLength(atMost: 2000) == 2000)
    #expect(ScaleBar.roundLength(atMost: 0.19) == 0.1)
    #expect(ScaleBar.roundLength(atMost: .nan) == nil)
    #expect(ScaleBar.roundLength(atMost: .infinity) == nil)
    #expect(ScaleBar.roundLength(atMost: -1) == nil)
  }

  @Test func aSteadyFrameWithTheWholeHUDAllocatesNothing() throws {
    try #require(AllocationCounter.isAvailable)
    let surface = try TestSurface(width: 480, height: 330)
    let canvas = Canvas(font: try FontFace.embedded())
    let pass = CanvasPass(surface.device)
    let statistics = statistics()
    let (hud, compass, attribution, scaleBar) = (HUD(), CompassControl(), AttributionPanel(), ScaleBar())
    let texts = ["© OpenStreetMap contributors", "NASA Earth Observatory"]
    hud.isVisible = true
    _ = compass.update(bearing: 30, isEnabled: true, now: 0)
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
      _ = compass.update(bearing: 30, isEnabled: true, now: now)
      compass.draw(into: canvas)
      hud.draw(into: canvas, statistics, now: now)
      attribution.draw(into: canvas, texts: texts)
      scaleBar.draw(into: canvas, metersPerPoint: 5.2)
      BoxZoomRectangle.draw(ScreenRect(x: 120, y: 40, width: 180, height: 110), into: canvas)
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
