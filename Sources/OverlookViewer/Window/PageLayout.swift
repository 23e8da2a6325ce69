package import Overlook

/// Where the controls of a page lie, from the page's upper left corner, in points. Rows follow each other downwards; what needs more
/// is placed by hand.
@MainActor package final class PageLayout {
  /// Room between the margins of the page.
  package let width: Double
  /// Height of what is seen of the page at once; 0 where that is not known.
  package let room: Double
  /// Where the next row begins.
  package private(set) var top: Double
  /// Of everything that was placed.
  package private(set) var height = 0.0

  /// What was placed.
  private(set) var placed: Set<ObjectIdentifier> = []

  private let origin: ScreenPoint
  private let area: ControlArea

  /// Between rows.
  package static let gap = 8.0

  /// A page whose upper left corner lies at `origin` of the view.
  init(origin: ScreenPoint, width: Double, room: Double = 0, top: Double = 0, in area: ControlArea) {
    (self.origin, self.width, self.room, self.top, self.area) = (origin, width, room, top, area)
  }

  /// Puts a control at a place of the page; its size is its own.
  package func place(_ control: any PlacedControl, x: Double, y: Double) {
    let place = ControlPlacement.at(ScreenPoint(x: origin.x + x, y: origin.y + y))
    // Each change asks for a frame.
    if control.placement != place { control.placement = place }
    placed.insert(ObjectIdentifier(control))
    height = max(height, y + (control.frame(in: area)?.size.height ?? 0))
  }

  /// Gives a control so much room from side to side, where it has a width of its own.
  package func stretch(_ control: any PlacedControl, to width: Double) {
    let width = max(width, 0)
    switch control {
    case let control as Button: if control.size.width != width { control.size.width = width }
    case let control as TextField: if control.width != width { control.width = width }
    case let control as Slider: if control.width != width { control.width = width }
    case let control as Toggle: if control.width != width { control.width = width }
    case let control as ScrollingList: if control.size.width != width { control.size.width = width }
    case let control as Label: if control.maximumWidth != width { control.maximumWidth = width }
    case let control as any StretchedControl: if control.width != width { control.width = width }
    default: break
    }
  }

  /// A row of one control over the whole width, `indent` points from the left.
  package func row(_ control: any PlacedControl, indent: Double = 0, gap: Double = gap) {
    stretch(control, to: width - indent)
    place(control, x: indent, y: top)
    top += (control.frame(in: area)?.size.height ?? 0) + gap
  }

  /// A row of controls beside each other: each takes its share of the width, all the same without `shares`.
  package func row(_ controls: [any PlacedControl], shares: [Double]? = nil, spacing: Double = 8, gap: Double = gap) {
    guard !controls.isEmpty else { return }
    let shares = shares?.count == controls.count ? shares ?? [] : Array(repeating: 1, count: controls.count)
    let whole = shares.reduce(0, +)
    let room = width - spacing * Double(controls.count - 1)
    var (x, tallest) = (0.0, 0.0)
    for (control, share) in zip(controls, shares) {
      stretch(control, to: whole > 0 ? room * share / whole : 0)
      tallest = max(tallest, control.frame(in: area)?.size.height ?? 0)
    }
    for (control, share) in zip(controls, shares) {
      let own = control.frame(in: area)?.size.height ?? 0
      place(control, x: x, y: top + (tallest - own) / 2)
      x += (whole > 0 ? room * share / whole : 0) + spacing
    }
    top += tallest + gap
  }

  /// Leaves room before the next row.
  package func space(_ points: Double) { top += points }
}

/// A control of the viewer that a page gives a width.
@MainActor package protocol StretchedControl: PlacedControl {
  /// In points.
  var width: Double { get set }
}
