public import OverlookGeometry
public import OverlookInput
public import OverlookSupport

extension SplitContent {
  /// Tells the first alone: nothing else is known of what comes.
  public func prepare(for size: ScreenSize, framebuffer: PixelSize) {
    if second == nil { first.prepare(for: size, framebuffer: framebuffer) }
  }

  /// Takes the window's size.
  public func resize(to size: ScreenSize, framebuffer: PixelSize) {
    (self.size, self.framebuffer) = (size, framebuffer)
    layOut()
  }

  /// Gives each its size, with the context current.
  private func layOut() {
    isLaidOut = true
    isDirty = true
    for pane in leaving { pane.releaseGraphics() }
    leaving = []
    for (side, pane) in panes {
      guard let rect = rect(of: side) else { continue }
      let part = pixels(rect)
      pane.resize(to: rect.size, framebuffer: PixelSize(width: part.width, height: part.height))
      (pane.content as? any CoveredContent)?.coveredRect = side == coveredSide ? barRect : nil
    }
    if second == nil {
      firstPane.freePicture()
      first.invalidatePicture()
    }
  }

  /// Brings both to `now`.
  public func prepareFrame(now: Double) -> Bool {
    if !isLaidOut { layOut() }
    guard let other = panes[.second] else {
      // In a window of its own.
      isDirty = false
      return first.prepareFrame(now: now)
    }
    let isFirstDue = firstPane.prepareFrame(now: now)
    return other.prepareFrame(now: now) || isFirstDue || isDirty
  }

  /// Draws what is due, and puts the window together.
  public func drawFrame(now: Double) {
    guard let other = panes[.second] else { return first.drawFrame(now: now) }
    isDirty = false
    for pane in [firstPane, other] { pane.drawFrame(now: now) }
    // What the inset covers is below it.
    for side in arrangement == .inset && insetSide == .first ? [Side.second, .first] : [.first, .second] {
      if arrangement == .inset, side == insetSide, let frame = barRect { OffscreenTarget.fill(pixels(frame), with: barColor) }
      guard let pane = panes[side], let part = rect(of: side).map(pixels) else { continue }
      pane.copy(PixelRect(x: 0, y: 0, width: part.width, height: part.height), toX: part.x, y: part.y)
    }
    drawBar()
    drawRaised()
  }

  /// Menus of the content below an inset, above it.
  private func drawRaised() {
    guard let side = coveredSide, let pane = panes[side], let bar = barRect else { return }
    for rect in raisedRects {
      guard let part = SplitLayout.shared(rect, bar).map(pixels) else { continue }
      pane.copy(part, toX: part.x, y: part.y)
    }
  }

  /// Lines across the free corner of the inset, as steps: light ones beside dark ones, to be seen on any content.
  private func drawGrip() {
    for line in [4.0, 8, 12] {
      drawGripLine(line + 1, barColor)
      drawGripLine(line, Color(red: 0.92, green: 0.93, blue: 0.95))
    }
  }

  private func drawGripLine(_ length: Double, _ color: Color) {
    let grip = layout.grip
    for step in stride(from: 0.0, to: length, by: 1) {
      let (across, down) = (length - step, step + 1)
      let place = ScreenRect(
        x: insetCorner.isLeft ? grip.origin.x + grip.size.width - across : grip.origin.x + across - 1,
        y: insetCorner.isTop ? grip.origin.y + grip.size.height - down : grip.origin.y + down - 1, width: 1, height: 1)
      OffscreenTarget.fill(pixels(place), with: color)
    }
  }

  private func drawBar() {
    guard let bar = barRect else { return }
    if arrangement == .inset { return drawGrip() }
    OffscreenTarget.fill(pixels(bar), with: barColor)
    let (x, y) = (bar.origin.x + bar.size.width / 2, bar.origin.y + bar.size.height / 2)
    let grip =
      arrangement == .beside
      ? ScreenRect(x: x - 1, y: y - 18, width: 2, height: 36) : ScreenRect(x: x - 18, y: y - 1, width: 36, height: 2)
    OffscreenTarget.fill(pixels(grip), with: Color(red: 0.85, green: 0.87, blue: 0.90))
  }

  /// Tells both.
  public func frameShown(swapSeconds: Double) {
    for pane in panes.values { pane.content.frameShown(swapSeconds: swapSeconds) }
  }

  /// The earlier of both.
  public func nextDeadline(now: Double) -> Double? {
    if !isLaidOut || (isDirty && second != nil) { return now }
    return panes.values.compactMap { $0.content.nextDeadline(now: now) }.min()
  }

  /// The window's picture is gone; those of the contents are not.
  public func invalidatePicture() {
    isDirty = true
    if second == nil { first.invalidatePicture() }
  }

  /// Frees those of both.
  public func releaseGraphics() {
    for pane in Array(panes.values) + leaving { pane.releaseGraphics() }
    leaving = []
    isDirty = true
  }

  /// Has both give back memory.
  public func releaseMemory(isSeen: Bool) {
    for pane in panes.values { pane.content.releaseMemory(isSeen: isSeen) }
  }

  /// Whether that of one is lost: they are drawn in the same.
  public var needsNewContext: Bool { panes.values.contains { $0.content.needsNewContext } }

  /// That of the first.
  public var preferredFrameRate: FrameRate { first.preferredFrameRate }
}
