package import Observation
package import OverlookCanvas
package import OverlookGeometry
import OverlookInput
package import OverlookSupport

/// Small pictures with titles beside each other, of which one is chosen: by a click, or by the arrow keys.
@MainActor @Observable package final class PictureChoice: PlacedControl {
  /// Something to choose.
  package struct Choice: Equatable {
    package var title: String
    /// Fills the picture; nil for a sign in its middle.
    package var image: Image?
    package var sign: Sign
    /// Whether it has a cross to take it away. Default false.
    package var isRemovable = false

    package init(_ title: String, image: Image? = nil, sign: Sign = .tiles, isRemovable: Bool = false) {
      (self.title, self.image, self.sign, self.isRemovable) = (title, image, sign, isRemovable)
    }

    /// Pictures are the same where they are the same object: nobody compares pixels each turn.
    package static func == (a: Choice, b: Choice) -> Bool {
      a.title == b.title && a.image === b.image && a.sign == b.sign && a.isRemovable == b.isRemovable
    }
  }

  package var choices: [Choice]
  /// Nil for none.
  package var selected: Int?
  package var placement: ControlPlacement
  /// In points; how high it is follows from it.
  package var width = 320.0
  @ObservationIgnored package var onChoice: @MainActor (Int) -> Void
  @ObservationIgnored package var onRemove: @MainActor (Int) -> Void = { _ in }

  package var state: ControlState { interaction.state }
  @ObservationIgnored private let interaction = Interaction()
  private var hovered: Int?
  @ObservationIgnored private var pressed: Int?

  private static let gap = 8.0
  /// The corners of pictures are square, and hardly seen beyond it.
  private static let radius = 3.0
  private static let titleHeight = 24.0
  private static let minimumSide = 70.0

  package init(
    _ choices: [Choice], selected: Int? = nil, at placement: ControlPlacement = .at(ScreenPoint(x: 0, y: 0)),
    onChoice: @escaping @MainActor (Int) -> Void = { _ in }
  ) {
    self.choices = choices
    self.selected = selected
    self.placement = placement
    self.onChoice = onChoice
  }

  private var columns: Int {
    Int(exactly: ((width + Self.gap) / (Self.minimumSide + Self.gap)).rounded(.down)).map { max($0, 1) } ?? 1
  }
  private var side: Double { max((width + Self.gap) / Double(columns) - Self.gap, 1) }
  private var cellHeight: Double { (side * 0.66).rounded() + Self.titleHeight }
  private var rows: Int { (choices.count + columns - 1) / columns }

  /// In points, in its present width.
  package var height: Double { Double(rows) * (cellHeight + 6) }

  package var isFocusable: Bool { !choices.isEmpty }

  package func frame(in area: ControlArea) -> ScreenRect? {
    choices.isEmpty ? nil : placement.rect(of: ScreenSize(width: width, height: height), in: area)
  }

  package func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart {
    choice(at: point, area) == nil ? .surface : .active
  }

  package func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    _ = interaction.take(input)
    switch input {
    case .pointerMoved(let point): hover(choice(at: point, context.area))
    case .pointerLeft: hover(nil)
    case .pressed(.left, let point, _, _): pressed = choice(at: point, context.area)
    case .released(.left, let point, true):
      guard let pressed, choice(at: point, context.area) == pressed else { break }
      if choices[pressed].isRemovable, let rect = frame(in: context.area), cross(of: pressed, rect).contains(point) {
        onRemove(pressed)
      } else {
        choose(pressed)
      }
    case .key(.left, []): choose((selected ?? 1) - 1)
    case .key(.right, []): choose((selected ?? -1) + 1)
    case .key(.up, []): choose((selected ?? 0) - columns)
    case .key(.down, []): choose((selected ?? -columns) + columns)
    case .key(.home, []): choose(0)
    case .key(.end, []): choose(choices.count - 1)
    case .key(.delete, []):
      guard let selected, choices.indices.contains(selected), choices[selected].isRemovable else { return false }
      onRemove(selected)
    default: return false
    }
    return true
  }

  private func choose(_ index: Int) {
    guard choices.indices.contains(index) else { return }
    selected = index
    onChoice(index)
  }

  private func hover(_ index: Int?) {
    if index != hovered { hovered = index }
  }

  private func cell(_ index: Int, _ rect: ScreenRect) -> ScreenRect {
    ScreenRect(
      x: rect.origin.x + Double(index % columns) * (side + Self.gap),
      y: rect.origin.y + Double(index / columns) * (cellHeight + 6), width: side, height: cellHeight)
  }

  private func cross(of index: Int, _ rect: ScreenRect) -> ScreenRect {
    let cell = cell(index, rect)
    return ScreenRect(x: cell.maxX - 24, y: cell.origin.y + 4, width: 20, height: 20)
  }

  private func choice(at point: ScreenPoint, _ area: ControlArea) -> Int? {
    guard let rect = frame(in: area) else { return nil }
    return choices.indices.first { cell($0, rect).contains(point) }
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    for index in choices.indices { draw(index, cell(index, rect), area.palette, canvas) }
    if selected == nil, state.contains(.focused) { canvas.strokeFocusRing(rect, radius: 6, palette: area.palette) }
    // The crosses lie above.
    for index in choices.indices where choices[index].isRemovable && index == hovered {
      let cross = cross(of: index, rect)
      canvas.fillRoundedRect(cross, radius: 10, color: area.palette.surface.withAlpha(0.9))
      Sign.cross.draw(on: canvas, in: cross.inset(x: 3, y: 3), color: area.palette.ink)
    }
  }

  private func draw(_ index: Int, _ cell: ScreenRect, _ palette: Palette, _ canvas: Canvas) {
    let choice = choices[index]
    let picture = ScreenRect(origin: cell.origin, size: ScreenSize(width: side, height: cellHeight - Self.titleHeight))
    let isSelected = index == selected
    if let image = choice.image {
      canvas.image(image, in: picture)
    } else {
      canvas.fillRoundedRect(picture, radius: Self.radius, color: palette.inset)
      choice.sign.draw(
        on: canvas, in: ScreenRect(x: picture.middle.x - 14, y: picture.middle.y - 14, width: 28, height: 28),
        color: palette.dimInk)
    }
    canvas.strokeRoundedRect(
      picture, radius: Self.radius, width: isSelected ? 3 : 1,
      color: isSelected ? palette.accent : index == hovered ? palette.dimInk : palette.solidEdge)
    canvas.text(
      canvas.fitted(choice.title, size: TypeScale.note, width: side), at: ScreenPoint(x: cell.middle.x, y: picture.maxY + 12),
      size: TypeScale.note,
      color: isSelected ? palette.accent : palette.ink, anchor: TextAnchor(.center, .middle))
    if isSelected, state.contains(.focused) { canvas.strokeFocusRing(picture, radius: Self.radius, palette: palette) }
  }
}
