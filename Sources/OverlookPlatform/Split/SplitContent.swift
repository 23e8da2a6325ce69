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

  let firstPane: OffscreenContent
  var panes: [Side: OffscreenContent] = [:]
  var size = ScreenSize(width: 0, height: 0)
  var framebuffer = PixelSize(width: 0, height: 0)
  var isLaidOut = false
  var isDirty = true
  /// Who has the pointer while buttons are held; nil for the bar.
  var held: (side: Side?, buttons: Set<PointerButton>)?
  /// Where the bar or the frame was taken hold of, and what the inset's share was then.
  var grasp: (handle: SplitLayout.Handle, point: ScreenPoint, share: Double)?
  var hovered: Side?
  var cursors: [Side: PointerCursor] = [:]
  private var hosts: [Side: SplitHost] = [:]
  /// Contents that were taken out and still hold graphics.
  var leaving: [OffscreenContent] = []

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

  var layout: SplitLayout {
    SplitLayout(
      size: size, pixelsPerPoint: pixelsPerPoint, arrangement: arrangement, share: share, insetShare: insetShare,
      corner: insetCorner, insetSide: insetSide)
  }

  private var pixelsPerPoint: Double { size.width > 0 && framebuffer.width > 0 ? Double(framebuffer.width) / size.width : 1 }

  /// A rectangle of the window in its pixels, from the lower left corner.
  func pixels(_ rect: ScreenRect) -> PixelRect {
    func whole(_ points: Double) -> Int { Int(exactly: (points * pixelsPerPoint).rounded()) ?? 0 }
    let (left, top) = (whole(rect.origin.x), whole(rect.origin.y))
    let right = min(whole(rect.origin.x + rect.size.width), framebuffer.width)
    let bottom = min(whole(rect.origin.y + rect.size.height), framebuffer.height)
    return PixelRect(x: left, y: framebuffer.height - bottom, width: max(right - left, 0), height: max(bottom - top, 0))
  }

  func side(at point: ScreenPoint) -> Side? {
    if second == nil { return .first }
    // An open menu of what lies below takes all presses.
    return raisedRects.isEmpty ? layout.side(at: point) : coveredSide
  }

  /// The one that an inset lies upon.
  var coveredSide: Side? {
    guard second != nil, arrangement == .inset else { return nil }
    return insetSide == .first ? .second : .first
  }

  /// What of it lies above the inset.
  var raisedRects: [ScreenRect] {
    (coveredSide.flatMap { panes[$0]?.content } as? any CoveredContent)?.raisedRects ?? []
  }
}
