public import OverlookAccessibility
public import OverlookCanvas
public import OverlookGeometry
import OverlookInput

/// Something above a map that a person looks at, points at and uses: a button, a legend, a list of results.
///
/// A control draws itself on the interface's canvas and takes the input that lies on it; what it takes never reaches the map.
/// What `draw` and `frame` read of `@Observable` objects, the control itself or others, is watched: a change shows in the next
/// frame, which it asks for. A control may add and remove controls, itself too, whenever it is called. Main thread only.
@MainActor public protocol Control: AnyObject {
  /// Where the control lies, in points of the view; nil while it is not shown.
  func frame(in area: ControlArea) -> ScreenRect?

  /// What of the control lies at a point within its frame. Default: a surface that shows the arrow.
  func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart

  /// Draws the control; called once a frame while `frame` is not nil.
  func draw(on canvas: Canvas, in area: ControlArea)

  /// Takes an input; true when it was used. What lies on the control does not reach the map either way; keys and text that are
  /// not used go on to the map. Default: false.
  @discardableResult func handle(_ input: ControlInput, in context: any ControlContext) -> Bool

  /// Advances what moves by itself to `now`, in monotonic seconds; true while it moves, for another frame. Default: false.
  func step(now: Double) -> Bool

  /// Whether Tab and clicks give the control the keyboard. Default: false.
  var isFocusable: Bool { get }

  /// What to say of the control when the pointer rests on it. Default: nil.
  var tooltip: String? { get }

  /// Controls that lie on this one, from below; their frames are in points of the view as well. Default: none.
  var children: [any Control] { get }

  /// Where the children are seen and can be used, in points of the view; nil, the default, for everywhere.
  func childClip(in area: ControlArea) -> ScreenRect?

  /// One of the children, or of theirs, got the keyboard: scrolls to where it is seen. Does nothing by default.
  func reveal(_ child: any Control, in area: ControlArea)

  /// Among which controls this one lies. Default: `standard`.
  var level: ControlLevel { get }

  /// Whether the control is drawn in pictures that show the map alone, too. Default: false.
  var isPartOfPictures: Bool { get }

  /// Whether a press beside the control and its children is an input of its own (`pressedOutside`) and nothing else: for menus
  /// and sheets. Default: false.
  var isModal: Bool { get }

  /// Whether left and right are exchanged where the interface is read from right to left: what the control says of places, draws and
  /// takes counts from the right edge of the view then, with its children. No for what is bound to places on the map, and for what
  /// would be wrong the other way round. Asked of those that lie on no other. Default: true.
  var isMirrored: Bool { get }
  /// What the control is to those who cannot see it: asked only while somebody listens, and only while it is shown. Nil for one that
  /// says nothing beside what its children say. Default: a button named by the tooltip, where it has one and takes the keyboard.
  func accessibleElement(in area: ControlArea) -> AccessibleElement?

  /// Does what was asked of the control, or of one of its parts, by somebody who cannot point at it; true when it was done. `focus`
  /// of a control never comes here. Default: the keys that mean the same.
  @discardableResult func perform(_ action: AccessibleAction, part: Int?, in context: any ControlContext) -> Bool
}

/// What of a control lies at a point, and so which pointer is shown.
public enum ControlPart: Hashable, Sendable {
  /// Nothing: the point belongs to what lies below.
  case none
  /// Takes the pointer, shown as an arrow.
  case surface
  /// Can be clicked or moved; shown as a hand.
  case active
  /// Text that can be edited.
  case text
}

/// The order of controls: those of a higher level lie above. Within a level, those added later do.
public enum ControlLevel: Int, Hashable, Sendable, Comparable, CaseIterable {
  /// Bound to a place on the map: info windows.
  case callout
  /// Always there, at the edges: compass, scale, credits.
  case standard
  /// Panels that were opened: search, layers, figures.
  case panel
  /// Menus, and what must be seen at once.
  case popover

  /// By height.
  public static func < (a: ControlLevel, b: ControlLevel) -> Bool { a.rawValue < b.rawValue }
}

extension Control {
  /// A surface.
  public func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .surface }
  /// Uses nothing.
  public func handle(_ input: ControlInput, in context: any ControlContext) -> Bool { false }
  /// Rests.
  public func step(now: Double) -> Bool { false }
  /// No.
  public var isFocusable: Bool { false }
  /// Nothing.
  public var tooltip: String? { nil }
  /// None.
  public var children: [any Control] { [] }
  /// Everywhere.
  public func childClip(in area: ControlArea) -> ScreenRect? { nil }
  /// Does nothing.
  public func reveal(_ child: any Control, in area: ControlArea) {}
  /// `standard`.
  public var level: ControlLevel { .standard }
  /// No.
  public var isPartOfPictures: Bool { false }
  /// No.
  public var isModal: Bool { false }
  /// Yes.
  public var isMirrored: Bool { true }
  /// A button named by the tooltip.
  public func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    guard isFocusable, let tooltip else { return nil }
    return AccessibleElement(.button, tooltip, actions: [.press])
  }
  /// By keys.
  public func perform(_ action: AccessibleAction, part: Int?, in context: any ControlContext) -> Bool {
    switch action {
    case .press: handle(.key(.enter, []), in: context)
    case .increase: handle(.key(.right, []), in: context)
    case .decrease: handle(.key(.left, []), in: context)
    case .dismiss: handle(.key(.escape, []), in: context)
    case .showMenu: handle(.key(.menu, []), in: context)
    case .focus, .select, .setNumber, .setText, .setSelection: false
    }
  }
}
