package import OverlookGeometry

/// What a window is at one moment to those who cannot see it: elements within each other, in reading order. A value of bounded size
/// that any thread may ask.
package struct AccessibleTree: Hashable, Sendable {
  /// Names an element for as long as it is there.
  package struct ID: Hashable, Sendable {
    /// Of a control, or of what else has parts; 0 is the window.
    package var control: UInt32
    package var part: UInt32?

    package init(control: UInt32, part: UInt32? = nil) {
      (self.control, self.part) = (control, part)
    }

    package static let window = ID(control: 0)
    /// What lies below the controls.
    package static let map = ID(control: 1)
    /// The list of what is seen on the map.
    package static let places = ID(control: 2)
    /// What happened, in words.
    package static let firstFree: UInt32 = 16
  }

  /// An element in its place.
  package struct Node: Hashable, Sendable {
    package var id: ID
    package var parent: ID?
    /// Without its parts, which are nodes of their own.
    package var element: AccessibleElement
    package var children: [ID] = []
    /// Which of how many, counted from 1, where it is one of a list.
    package var position: (index: Int, count: Int)? {
      get { listIndex == 0 ? nil : (listIndex, listCount) }
      set { (listIndex, listCount) = newValue ?? (0, 0) }
    }
    private var listIndex = 0
    private var listCount = 0

    package init(id: ID, parent: ID?, element: AccessibleElement) {
      (self.id, self.parent, self.element) = (id, parent, element)
    }
  }

  /// More are left out.
  package static let maximumNodes = 4096
  /// Longer texts are cut.
  package static let maximumTextCharacters = 4096

  package private(set) var nodes: [ID: Node] = [:]
  /// Of the window's upper left corner on the screen, in points.
  package var origin = ScreenPoint(x: 0, y: 0)

  /// A window with nothing in it.
  package init(window: AccessibleElement) {
    nodes[.window] = Node(id: .window, parent: nil, element: window)
  }

  package subscript(id: ID) -> Node? { nodes[id] }

  /// The element that has the keyboard; the map's where no control has it.
  package var focused: ID? { nodes.values.first { $0.element.states.contains(.focused) }?.id }

  /// Puts an element and its parts behind those that lie under `parent` already; nothing happens when the id is there, `parent` is not,
  /// or there are too many.
  package mutating func add(_ element: AccessibleElement, _ id: ID, under parent: ID) {
    guard insert(element, id, under: parent) else { return }
    // The keyboard of a list is, to those who listen, with its marked row.
    let isFocused = element.states.contains(.focused) && (element.role == .list || element.role == .menu)
    for part in element.parts {
      guard let number = UInt32(exactly: part.number) else { continue }
      let place = ID(control: id.control, part: number)
      guard insert(part.element, place, under: id) else { continue }
      if isFocused, part.element.states.contains(.selected) {
        nodes[id]?.element.states.remove(.focused)
        nodes[place]?.element.states.insert(.focused)
      }
      let (index, overflow) = part.number.addingReportingOverflow(1)
      if !overflow, element.role == .list || element.role == .menu {
        nodes[place]?.position = (index, max(part.count ?? element.parts.count, index))
      }
    }
  }

  /// Says which of how many an element is.
  package mutating func place(_ id: ID, at index: Int, of count: Int) { nodes[id]?.position = (index, count) }

  private mutating func insert(_ element: AccessibleElement, _ id: ID, under parent: ID) -> Bool {
    guard nodes[id] == nil, nodes[parent] != nil, nodes.count < Self.maximumNodes else { return false }
    var element = element
    element.parts = []
    element.name = String(element.name.prefix(Self.maximumTextCharacters))
    element.detail = String(element.detail.prefix(Self.maximumTextCharacters))
    nodes[id] = Node(id: id, parent: parent, element: element)
    nodes[parent]?.children.append(id)
    return true
  }
}
