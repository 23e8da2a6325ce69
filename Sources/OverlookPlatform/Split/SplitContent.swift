public import OverlookGeometry
public import OverlookInput
public import OverlookSupport

/// Two contents in one window: beside each other with a bar between them that a person drags, or one as an inset in a corner of the other.
/// Two maps, a map and a panorama.
///
/// ```swift
/// let split = SplitContent(map.windowContent)
/// let loop = FrameLoop(window: window, content: split)
/// split.second = panorama.windowContent   // at any time; nil gives the window back to the first
/// ```
///
/// Each content has a size, a pointer and a picture of its own and knows nothing of the other: pointers go to the content below
/// them, a press until its release to the one where it began; keys and text go to the one that was pressed last (`keyboardSide`).
/// With both, each is drawn into a picture when it asks for a frame, and both are copied into the window; the first alone is drawn
/// straight into it. Contents that are drawn in one GL context must not count on the state that their last frame left; those of
/// this library do not. Main thread only.
@MainActor public final class SplitContent: WindowContent {
  /// One of the two.
  public enum Side: Hashable, Sendable, CaseIterable {
    /// At the left, or above.
    case first
    /// At the right, or below.
    case second
  }

  /// How the two lie.
  public enum Arrangement: Hashable, Sendable, CaseIterable {
    /// The first at the left.
    case beside
    /// The first above.
    case stacked
    /// One fills the window and the other, `insetSide`, lies above it in a corner. A person makes the inset larger and smaller by its free
    /// corner, and drags it by the edges along the window's into another one.
    case inset
  }

  /// Of the window.
  public enum Corner: Hashable, Sendable, CaseIterable {
    case topLeft, topRight, bottomLeft, bottomRight

    init(isLeft: Bool, isTop: Bool) { self = isTop ? (isLeft ? .topLeft : .topRight) : (isLeft ? .bottomLeft : .bottomRight) }

    var isLeft: Bool { self == .topLeft || self == .bottomLeft }
    var isTop: Bool { self == .topLeft || self == .topRight }
  }

  /// The content that is always there.
  public var first: any WindowContent { firstPane.content }
  /// The content at the right or below; nil, the default, for none. It has the window's context from the next frame on, and
  /// gives back what it holds there when another, or none, takes its place.
  public var second: (any WindowContent)? {
    get { panes[.second]?.content }
    set { setSecond(newValue) }
  }
  /// The part of the window that the first has, 0.1 ... 0.9; default half of it. Numbers beyond are clamped, NaN changes nothing.
  public var share = 0.5 {
    didSet {
      share = share.isFinite ? min(max(share, Self.shares.lowerBound), Self.shares.upperBound) : oldValue
      if share != oldValue { isLaidOut = false }
    }
  }
  /// How the two lie; default `beside`.
  public var arrangement = Arrangement.beside {
    didSet { if arrangement != oldValue { isLaidOut = false } }
  }
  /// Which of the two is the inset; default the second. The other one fills the window.
  public var insetSide = Side.second {
    didSet { if insetSide != oldValue { isLaidOut = false } }
  }
  /// Where the inset lies; default at the lower left.
  public var insetCorner = Corner.bottomLeft {
    didSet { if insetCorner != oldValue { isLaidOut = false } }
  }
  /// The part of the window's width, and of its height, that the inset has, 0.15 ... 0.8; default 0.36. Numbers beyond are clamped, NaN
  /// changes nothing; it is at least 160 x 110 points where the window has them.
  public var insetShare = 0.36 {
    didSet {
      insetShare = insetShare.isFinite ? min(max(insetShare, Self.insetShares.lowerBound), Self.insetShares.upperBound) : oldValue
      if insetShare != oldValue { isLaidOut = false }
    }
  }
  /// Colour of the bar and of the inset's frame; default a dark grey.
  public var barColor = Color(red: 0.24, green: 0.26, blue: 0.30) {
    didSet { if barColor != oldValue { isDirty = true } }
  }
  /// Which of the two gets keys and text. A press gives them to the one below it.
  public var keyboardSide = Side.first {
    didSet { if keyboardSide != oldValue { loseFocus(oldValue) } }
  }
  /// Called when a person has dragged the bar, with the new share.
  public var onShareChange: (Double) -> Void = { _ in }
  /// Called when a person has made the inset larger or smaller, or has moved it into another corner.
  public var onInsetChange: () -> Void = {}

  private static let shares = 0.1...0.9
  private static let insetShares = 0.15...0.8

  private let firstPane: OffscreenContent
  private var panes: [Side: OffscreenContent] = [:]
  private var size = ScreenSize(width: 0, height: 0)
  private var framebuffer = PixelSize(width: 0, height: 0)
  private var isLaidOut = false
  private var isDirty = true
  /// Who has the pointer while buttons are held; nil for the bar.
  private var held: (side: Side?, buttons: Set<PointerButton>)?
  /// Where the bar or the frame was taken hold of, and what the inset's share was then.
  private var grasp: (handle: SplitLayout.Handle, point: ScreenPoint, share: Double)?
  private var hovered: Side?
  private var cursors: [Side: PointerCursor] = [:]
  private var hosts: [Side: SplitHost] = [:]
  /// Contents that were taken out and still hold graphics.
  private var leaving: [OffscreenContent] = []

  /// `first` alone.
  public init(_ first: any WindowContent) {
    firstPane = OffscreenContent(first)
    panes[.first] = firstPane
  }

  /// `first` alone, a map for instance.
  public convenience init(_ first: any WindowView) { self.init(first.windowContent) }

  // MARK: What the loop lends

  /// Set by the frame loop.
  public var wake: @Sendable () -> Void = {} {
    didSet { for pane in panes.values { pane.content.wake = wake } }
  }

  /// Set by the frame loop.
  public var useContext: (@MainActor (@MainActor () -> Void) -> Void)? {
    didSet { for pane in panes.values { pane.content.useContext = useContext } }
  }

  /// The window; set by the frame loop.
  public weak var host: (any WindowHost)? {
    didSet { for side in Side.allCases { lendHost(to: side) } }
  }

  private func lendHost(to side: Side) {
    hosts[side] = host == nil ? nil : SplitHost(self, side)
    panes[side]?.content.host = hosts[side]
  }

  private func setSecond(_ content: (any WindowContent)?) {
    guard content !== second else { return }
    if let old = panes[.second] {
      old.content.host = nil
      old.content.wake = {}
      // It may have lain below an inset.
      (old.content as? any CoveredContent)?.coveredRect = nil
      leaving.append(old)
    }
    if held?.side == .second { held = nil }
    if hovered == .second { hovered = nil }
    cursors[.second] = nil
    panes[.second] = content.map(OffscreenContent.init)
    if content == nil { keyboardSide = .first }
    content?.wake = wake
    content?.useContext = useContext
    lendHost(to: .second)
    isLaidOut = false
  }

  // MARK: Places

  /// Where a content lies in the window, in points; nil for one that is not there.
  public func rect(of side: Side) -> ScreenRect? {
    guard panes[side] != nil else { return nil }
    guard second != nil else { return ScreenRect(x: 0, y: 0, width: size.width, height: size.height) }
    return layout.rect(of: side)
  }

  /// Where the bar lies, or the inset with its frame; nil with one content.
  public var barRect: ScreenRect? { second == nil ? nil : layout.bar }

  private var layout: SplitLayout {
    SplitLayout(
      size: size, pixelsPerPoint: pixelsPerPoint, arrangement: arrangement, share: share, insetShare: insetShare,
      corner: insetCorner, insetSide: insetSide)
  }

  private var pixelsPerPoint: Double { size.width > 0 && framebuffer.width > 0 ? Double(framebuffer.width) / size.width : 1 }

  /// A rectangle of the window in its pixels, from the lower left corner.
  private func pixels(_ rect: ScreenRect) -> PixelRect {
    func whole(_ points: Double) -> Int { Int(exactly: (points * pixelsPerPoint).rounded()) ?? 0 }
    let (left, top) = (whole(rect.origin.x), whole(rect.origin.y))
    let right = min(whole(rect.origin.x + rect.size.width), framebuffer.width)
    let bottom = min(whole(rect.origin.y + rect.size.height), framebuffer.height)
    return PixelRect(x: left, y: framebuffer.height - bottom, width: max(right - left, 0), height: max(bottom - top, 0))
  }

  private func side(at point: ScreenPoint) -> Side? {
    if second == nil { return .first }
    // An open menu of what lies below takes all presses.
    return raisedRects.isEmpty ? layout.side(at: point) : coveredSide
  }

  /// The one that an inset lies upon.
  private var coveredSide: Side? {
    guard second != nil, arrangement == .inset else { return nil }
    return insetSide == .first ? .second : .first
  }

  /// What of it lies above the inset.
  private var raisedRects: [ScreenRect] {
    (coveredSide.flatMap { panes[$0]?.content } as? any CoveredContent)?.raisedRects ?? []
  }
}

// MARK: - Frames

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

// MARK: - Input

extension SplitContent {
  /// Brings an event to the content that it is for.
  public func handle(_ event: InputEvent) {
    guard second != nil else { return first.handle(event) }
    switch event.kind {
    case .pointerMoved(let point): move(to: point, event)
    case .pointerLeft:
      if let side = held?.side ?? hovered { send(event, to: side) }
      hovered = nil
    case .buttonPressed(let button, let point, _): press(button, at: point, event)
    case .buttonReleased(let button, _, _): release(button, event)
    case .scrolled(_, _, let point, _), .pinched(_, _, let point, _), .filesDropped(_, let point):
      if let side = held.map(\.side) ?? side(at: point) { send(event, to: side) }
    case .keyPressed, .keyRepeated, .keyReleased, .textCommitted: send(event, to: keyboardSide)
    case .focusLost:
      held = nil
      for side in Side.allCases { send(event, to: side) }
    }
  }

  private func move(to point: ScreenPoint, _ event: InputEvent) {
    if let held {
      guard let side = held.side else { return drag(to: point) }
      return send(event, to: side)
    }
    let side = side(at: point)
    if let hovered, hovered != side { send(InputEvent(timeSeconds: event.timeSeconds, kind: .pointerLeft), to: hovered) }
    hovered = side
    host?.setCursor(side.map { cursors[$0] ?? .arrow } ?? .hand)
    if let side { send(event, to: side) }
  }

  private func drag(to point: ScreenPoint) {
    guard let grasp else { return }
    if arrangement != .inset {
      let before = share
      if let wanted = layout.share(at: point) { share = wanted }
      if share != before { onShareChange(share) }
      return
    }
    let before = (insetShare, insetCorner)
    switch grasp.handle {
    case .corner: insetCorner = layout.corner(nearest: point)
    case .share:
      if let wanted = layout.insetShare(draggedFrom: grasp.point, to: point, with: grasp.share) { insetShare = wanted }
    }
    if before != (insetShare, insetCorner) { onInsetChange() }
  }

  private func press(_ button: PointerButton, at point: ScreenPoint, _ event: InputEvent) {
    if held == nil {
      held = (side(at: point), [])
      grasp = (layout.handle(at: point), point, insetShare)
    }
    held?.buttons.insert(button)
    guard let side = held?.side else { return }
    keyboardSide = side
    send(event, to: side)
  }

  private func release(_ button: PointerButton, _ event: InputEvent) {
    if let side = held?.side { send(event, to: side) }
    held?.buttons.remove(button)
    if held?.buttons.isEmpty == true { held = nil }
  }

  /// Exchanges which of both is the inset and which fills the window; beside each other nothing changes.
  public func swapInset() { insetSide = insetSide == .first ? .second : .first }

  private func loseFocus(_ side: Side) {
    send(InputEvent(timeSeconds: MonotonicClock.now(), kind: .focusLost), to: side)
  }

  /// With its points as the content counts them.
  private func send(_ event: InputEvent, to side: Side) {
    guard let content = panes[side]?.content, let origin = rect(of: side)?.origin else { return }
    var event = event
    event.kind = event.kind.moved(byX: -origin.x, y: -origin.y)
    content.handle(event)
  }

  /// A content wants another pointer over itself.
  func setCursor(_ cursor: PointerCursor, of side: Side) {
    cursors[side] = cursor
    if second == nil ? side == .first : (held?.side ?? hovered) == side { host?.setCursor(cursor) }
  }
}

extension InputEvent.Kind {
  /// The same at points so much farther right and down.
  func moved(byX x: Double, y: Double) -> Self {
    func moved(_ point: ScreenPoint) -> ScreenPoint { ScreenPoint(x: point.x + x, y: point.y + y) }
    switch self {
    case .pointerMoved(let point): return .pointerMoved(moved(point))
    case .buttonPressed(let button, let point, let modifiers): return .buttonPressed(button, moved(point), modifiers)
    case .buttonReleased(let button, let point, let modifiers): return .buttonReleased(button, moved(point), modifiers)
    case .scrolled(let right, let up, let point, let modifiers):
      return .scrolled(x: right, y: up, at: moved(point), modifiers)
    case .pinched(let scale, let degrees, let point, let modifiers):
      return .pinched(scale: scale, degrees: degrees, at: moved(point), modifiers)
    case .filesDropped(let files, let point): return .filesDropped(files, at: moved(point))
    case .pointerLeft, .keyPressed, .keyRepeated, .keyReleased, .textCommitted, .focusLost: return self
    }
  }
}
