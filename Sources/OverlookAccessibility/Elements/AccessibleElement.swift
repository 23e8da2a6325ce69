public import OverlookGeometry

/// What something in a window is to those who hear or feel it in place of seeing it, as a screen reader tells it.
public struct AccessibleElement: Hashable, Sendable {
  /// What it is, and so what may be done with it.
  public var role: AccessibleRole
  /// What it is called, in the language of the interface: what stands on it, or what its sign means.
  public var name: String
  /// More than the name says, as a tooltip; default nothing.
  public var detail: String
  /// What it holds; default nothing.
  public var value: AccessibleValue?
  /// What it is in; default enabled. What has the keyboard, and may get it, is known by those who show it.
  public var states: AccessibleStates
  /// What may be asked of it; default nothing.
  public var actions: [AccessibleAction.Kind]
  /// Where it lies, in points of the view; nil, the default, for where its control does.
  public var frame: ScreenRect?
  /// Things in it that are no controls, such as rows and lines of a menu, in reading order; default none. Of long lists those in sight.
  public var parts: [AccessiblePart]

  /// Something that is called `name`.
  public init(
    _ role: AccessibleRole, _ name: String, detail: String = "", value: AccessibleValue? = nil,
    states: AccessibleStates = .enabled, actions: [AccessibleAction.Kind] = [], frame: ScreenRect? = nil,
    parts: [AccessiblePart] = []
  ) {
    self.role = role
    self.name = name
    self.detail = detail
    self.value = value
    self.states = states
    self.actions = actions
    self.frame = frame
    self.parts = parts
  }
}

/// Something in an element that is no control.
public struct AccessiblePart: Hashable, Sendable {
  /// Tells it from the others of its control, from one frame to the next: the number of a row.
  public var number: Int
  /// Of how many parts it is one; nil for as many as there are.
  public var count: Int?
  /// What it is. Its own parts are left out.
  public var element: AccessibleElement

  /// The part of this number.
  public init(_ number: Int, of count: Int? = nil, _ element: AccessibleElement) {
    self.number = number
    self.count = count
    self.element = element
  }
}

/// What an element is.
public enum AccessibleRole: String, Hashable, Sendable, CaseIterable {
  /// The window of the program.
  case window
  /// Holds others.
  case group
  /// A card or sheet in front of the rest.
  case dialog
  /// Says what happened, and is read out when it appears.
  case alert
  /// Text that cannot be changed.
  case text
  /// Can be pressed.
  case button
  /// On or off.
  case toggle
  /// A number of a range.
  case slider
  /// Text that can be edited, in one line.
  case field
  /// Rows of which one may be chosen.
  case list
  /// A row of a list.
  case row
  /// Things to do.
  case menu
  /// A line of a menu.
  case menuItem
  /// A drawing that says something by itself.
  case picture
  /// The map.
  case map
  /// Something that is seen on the map.
  case place
}

/// What an element holds.
public enum AccessibleValue: Hashable, Sendable {
  /// A text that is shown.
  case text(String)
  /// A number of a range, what one step of it is, and how it is said; empty for the number itself.
  case number(Double, in: ClosedRange<Double>, step: Double, text: String)
  /// A text that is edited: the places of the cursor and of what is selected count its characters.
  case edited(String, cursor: Int, selection: Range<Int>)
}

/// What an element is in.
public struct AccessibleStates: OptionSet, Hashable, Sendable {
  /// A bit for each state.
  public let rawValue: UInt16

  /// The states of the bits in `rawValue`.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// It can be used.
  public static let enabled = AccessibleStates(rawValue: 1)
  /// It can have the keyboard.
  public static let focusable = AccessibleStates(rawValue: 2)
  /// It has the keyboard.
  public static let focused = AccessibleStates(rawValue: 4)
  /// It can be on or off.
  public static let checkable = AccessibleStates(rawValue: 8)
  /// It is on.
  public static let checked = AccessibleStates(rawValue: 16)
  /// It can be opened and closed.
  public static let expandable = AccessibleStates(rawValue: 32)
  /// It is open.
  public static let expanded = AccessibleStates(rawValue: 64)
  /// It can be chosen among others.
  public static let selectable = AccessibleStates(rawValue: 128)
  /// It is the one that was chosen.
  public static let selected = AccessibleStates(rawValue: 256)
  /// Nothing beside it can be used.
  public static let modal = AccessibleStates(rawValue: 512)
  /// It is not ready yet.
  public static let busy = AccessibleStates(rawValue: 1024)
  /// The window that has the keyboard.
  public static let active = AccessibleStates(rawValue: 2048)
}

/// What is asked of an element by somebody who cannot point at it.
public enum AccessibleAction: Hashable, Sendable {
  /// What a click does.
  case press
  /// One step more or less.
  case increase, decrease
  /// What Escape does.
  case dismiss
  /// What the right button does.
  case showMenu
  /// Gives it the keyboard.
  case focus
  /// Chooses it among others, without a click.
  case select
  /// Sets the number that it holds.
  case setNumber(Double)
  /// Sets the text that it holds.
  case setText(String)
  /// Puts the cursor there, and selects what lies between.
  case setSelection(Range<Int>)

  /// An action without what it is done with.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case press, increase, decrease, dismiss, showMenu
  }

  /// The action of a kind.
  public init(_ kind: Kind) {
    self =
      switch kind {
      case .press: .press
      case .increase: .increase
      case .decrease: .decrease
      case .dismiss: .dismiss
      case .showMenu: .showMenu
      }
  }
}
