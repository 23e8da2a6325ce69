import Observation
import Overlook
import OverlookFiles
import OverlookSupport

/// The heights of a track along its way. The pointer shows a place of it on the map; a drag chooses a section, the wheel goes nearer.
@MainActor @Observable final class ProfileControl: PlacedControl {
  var placement = ControlPlacement.at(ScreenPoint(x: 0, y: 0))
  var width = 300.0
  /// Nil: there is nothing to draw, and it takes no room.
  var profile: TrackProfile? {
    didSet { (selection, shown, marked, anchor, outline) = (nil, nil, nil, nil, nil) }
  }
  /// Metres along the way that are chosen; nil for none.
  private(set) var selection: ClosedRange<Double>?
  /// Metres along the way where the line stands; nil for none.
  var marked: Double?
  /// Metres that are drawn from side to side; nil for all.
  private(set) var shown: ClosedRange<Double>?
  /// Called with metres along the way, or nil when the pointer left.
  @ObservationIgnored var onHover: @MainActor (Double?) -> Void = { _ in }
  /// Called when a section was chosen, or none is any more.
  @ObservationIgnored var onSelect: @MainActor (ClosedRange<Double>?) -> Void = { _ in }

  /// Where a drag began.
  @ObservationIgnored private var anchor: Double?
  private var isFocused = false
  /// What was made of `profile` for a range and so many columns: a pointer that moves asks for many frames of the same.
  @ObservationIgnored private var outline: (range: ClosedRange<Double>, count: Int, columns: [Column])?

  private typealias Column = (distanceMeters: Double, low: Double, high: Double)

  static let height = 150.0
  private static let (left, right, top, bottom) = (50.0, 8.0, 12.0, 22.0)

  var isFocusable: Bool { profile != nil }

  func frame(in area: ControlArea) -> ScreenRect? {
    guard profile?.hasHeights == true else { return nil }
    return placement.rect(of: ScreenSize(width: width, height: Self.height), in: area)
  }

  func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .active }

  private var range: ClosedRange<Double> { shown ?? 0...max(profile?.lengthMeters ?? 0, 1) }

  private func plot(_ rect: ScreenRect) -> ScreenRect {
    ScreenRect(
      x: rect.origin.x + Self.left, y: rect.origin.y + Self.top, width: max(rect.size.width - Self.left - Self.right, 1),
      height: rect.size.height - Self.top - Self.bottom)
  }

  private func distance(at point: ScreenPoint, in area: ControlArea) -> Double? {
    guard let plot = frame(in: area).map(plot) else { return nil }
    let share = min(max((point.x - plot.origin.x) / plot.size.width, 0), 1)
    return range.lowerBound + share * (range.upperBound - range.lowerBound)
  }

  // MARK: Input

  func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    switch input {
    case .pointerMoved(let point): mark(distance(at: point, in: context.area))
    case .pointerLeft: if anchor == nil { mark(nil) }
    case .pressed(.left, let point, _, let clicks):
      anchor = distance(at: point, in: context.area)
      if clicks > 1 { showAll() }
    case .dragged(let point): drag(to: distance(at: point, in: context.area))
    case .released(.left, let point, _):
      drag(to: distance(at: point, in: context.area))
      anchor = nil
    case .cancelled: anchor = nil
    case .scrolled(_, let y, let point): zoom(by: y, around: distance(at: point, in: context.area))
    case .key(.left, _): step(-1)
    case .key(.right, _): step(1)
    case .key(.plus, _): zoom(by: 1, around: marked)
    case .key(.minus, _): zoom(by: -1, around: marked)
    case .key(.home, _): showAll()
    case .focused(let isFocused): self.isFocused = isFocused
    default: return false
    }
    return true
  }

  private func mark(_ distance: Double?) {
    guard distance != marked else { return }
    marked = distance
    onHover(distance)
  }

  private func drag(to end: Double?) {
    guard let anchor, let end else { return }
    mark(end)
    // A click alone chooses nothing.
    let isSection = abs(end - anchor) > (range.upperBound - range.lowerBound) / 100
    choose(isSection ? min(anchor, end)...max(anchor, end) : nil)
  }

  func choose(_ section: ClosedRange<Double>?) {
    guard section != selection else { return }
    selection = section
    onSelect(section)
  }

  private func showAll() {
    shown = nil
    choose(nil)
  }

  private func step(_ direction: Double) {
    let size = (range.upperBound - range.lowerBound) / 100
    let start = marked ?? (direction > 0 ? range.lowerBound - size : range.upperBound + size)
    mark(min(max(start + direction * size, range.lowerBound), range.upperBound))
  }

  private func zoom(by detents: Double, around middle: Double?) {
    guard let profile, detents.isFinite else { return }
    let whole = max(profile.lengthMeters, 1)
    let old = range.upperBound - range.lowerBound
    let new = min(max(old * (detents > 0 ? 0.8 : 1.25), min(50, whole)), whole)
    let middle = middle ?? (range.lowerBound + range.upperBound) / 2
    let share = (middle - range.lowerBound) / old
    let start = min(max(middle - share * new, 0), whole - new)
    shown = new >= whole ? nil : start...(start + new)
  }

  // MARK: Drawing

  func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area), let profile else { return }
    let (palette, plot) = (area.palette, plot(rect))
    let columns = columns(of: profile, count: max(Int(exactly: plot.size.width.rounded()) ?? 1, 1))
    guard let low = columns.map(\.low).min(), let high = columns.map(\.high).max() else { return }
    let scale = HeightScale(low: low, high: high, unit: TrackText.heightUnit)
    drawGrid(scale, plot, palette, canvas)
    func x(_ distance: Double) -> Double {
      plot.origin.x + (distance - range.lowerBound) / (range.upperBound - range.lowerBound) * plot.size.width
    }
    func y(_ height: Double) -> Double { plot.maxY - (height - scale.bottom) / (scale.top - scale.bottom) * plot.size.height }
    if let selection {
      let (start, end) = (max(x(selection.lowerBound), plot.origin.x), min(x(selection.upperBound), plot.maxX))
      if start < end {
        canvas.fillRect(
          ScreenRect(x: start, y: plot.origin.y, width: end - start, height: plot.size.height),
          color: palette.accent.withAlpha(0.16))
      }
    }
    for column in columns {
      let top = y(column.high)
      canvas.fillRect(
        ScreenRect(x: x(column.distanceMeters) - 0.5, y: top, width: 1, height: plot.maxY - top),
        color: palette.accent.withAlpha(0.22))
    }
    canvas.strokePolyline(
      columns.map { ScreenPoint(x: x($0.distanceMeters), y: y(($0.low + $0.high) / 2)) }, width: 1.6, color: palette.accent)
    drawMark(profile, plot, x, y, palette, canvas)
    if isFocused { canvas.strokeFocusRing(rect, radius: 6, palette: palette) }
  }

  private func columns(of profile: TrackProfile, count: Int) -> [Column] {
    if let outline, outline.range == range, outline.count == count { return outline.columns }
    let columns = profile.outline(range, count: count)
    outline = (range, count, columns)
    return columns
  }

  private func drawGrid(_ scale: HeightScale, _ plot: ScreenRect, _ palette: Palette, _ canvas: Canvas) {
    for height in scale.steps {
      let y = canvas.alignedToPixels(
        plot.maxY - (height - scale.bottom) / (scale.top - scale.bottom) * plot.size.height)
      canvas.fillRect(
        ScreenRect(x: plot.origin.x, y: y, width: plot.size.width, height: 1 / canvas.pixelsPerPoint), color: palette.track)
      canvas.text(
        TrackText.height(height), at: ScreenPoint(x: plot.origin.x - 6, y: y), size: TypeScale.note, color: palette.dimInk,
        anchor: TextAnchor(.right, .middle), hasTabularDigits: true)
    }
    let middle = (range.lowerBound + range.upperBound) / 2
    for (distance, anchor) in [
      (range.lowerBound, TextAnchor(.left, .middle)), (middle, .init(.center, .middle)),
      (range.upperBound, .init(.right, .middle)),
    ] {
      let share = (distance - range.lowerBound) / (range.upperBound - range.lowerBound)
      canvas.text(
        TrackText.length(distance), at: ScreenPoint(x: plot.origin.x + share * plot.size.width, y: plot.maxY + 12),
        size: TypeScale.note,
        color: palette.dimInk, anchor: anchor, hasTabularDigits: true)
    }
  }

  private func drawMark(
    _ profile: TrackProfile, _ plot: ScreenRect, _ x: (Double) -> Double, _ y: (Double) -> Double, _ palette: Palette,
    _ canvas: Canvas
  ) {
    guard let marked, range.contains(marked), let place = profile.place(atDistance: marked) else { return }
    let column = canvas.alignedToPixels(x(marked))
    canvas.fillRect(
      ScreenRect(x: column - 0.5, y: plot.origin.y, width: 1, height: plot.size.height), color: palette.ink.withAlpha(0.5))
    guard let height = place.height else { return }
    canvas.fillCircle(center: ScreenPoint(x: column, y: y(height)), radius: 4.5, color: palette.surface)
    canvas.fillCircle(center: ScreenPoint(x: column, y: y(height)), radius: 3.5, color: palette.accent)
    let text = "\(TrackText.length(marked))  \(TrackText.height(height))"
    let isLeft = column > plot.middle.x
    canvas.text(
      text, at: ScreenPoint(x: column + (isLeft ? -7 : 7), y: plot.origin.y + 2), size: TypeScale.note, color: palette.ink,
      anchor: TextAnchor(isLeft ? .right : .left, .middle), hasTabularDigits: true)
  }
}

/// Heights below and above those of a profile, and the lines between, round in the unit that they are told in; all in metres.
struct HeightScale: Hashable {
  let bottom: Double
  let top: Double
  let steps: [Double]

  /// - Parameter unit: Metres of the unit.
  init(low: Double, high: Double, unit: Double = 1) {
    // At least 20 m, so that the wavering of a receiver is no range of mountains.
    let span = max(high - low, 20) / unit
    let step = unit * ([5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000].first { span / $0 <= 4 } ?? 20_000)
    bottom = (low / step).rounded(.down) * step
    top = max((high / step).rounded(.up) * step, bottom + step)
    steps = Array(stride(from: bottom, through: top, by: step))
  }
}
