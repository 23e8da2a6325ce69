import OverlookStreams

/// What AT-SPI, the accessibility interfaces of the Linux desktop, answers for a tree: a pure function of the tree and a call, which
/// asks nobody and changes nothing. What a call wants done is in its answer.
///
/// Sources: the interface descriptions of at-spi2-core 2.46 (org.a11y.atspi.*), version 2.1 of the protocol.
struct AccessibilityService {
  /// A call as it came.
  struct Call {
    var path: String
    var interface: String
    var member: String
    var arguments: [BusValue]
  }

  /// What is answered, and what is to be done.
  struct Answer {
    var values: [BusValue] = []
    var request: (AccessibleTree.ID, AccessibleAction)?
  }

  /// Why nothing is answered.
  struct Fault: Error, Hashable {
    var name: String
    var sentence: String

    static func unknownObject(_ path: String) -> Fault { Fault(name: errors + "UnknownObject", sentence: "no object \(path)") }
    static func unknownInterface(_ name: String) -> Fault {
      Fault(name: errors + "UnknownInterface", sentence: "no interface \(name) here")
    }
    static func unknownMethod(_ name: String) -> Fault { Fault(name: errors + "UnknownMethod", sentence: "no method \(name)") }
    static func unknownProperty(_ name: String) -> Fault {
      Fault(name: errors + "UnknownProperty", sentence: "no property \(name)")
    }
    static func readOnly(_ name: String) -> Fault {
      Fault(name: errors + "PropertyReadOnly", sentence: "\(name) cannot be set")
    }
    static let invalidArguments = Fault(name: errors + "InvalidArgs", sentence: "arguments of other types or values are expected")
    static let tooMuch = Fault(name: errors + "LimitsExceeded", sentence: "too many requests wait")

    private static let errors = "org.freedesktop.DBus.Error."
  }

  static let root = "/org/a11y/atspi/accessible/root"
  static let prefix = "/org/a11y/atspi/accessible/"
  static let cache = "/org/a11y/atspi/cache"
  static let null = "/org/a11y/atspi/null"
  static let interfaces = "org.a11y.atspi."

  var tree: AccessibleTree
  /// Of the program, as its name on the bus.
  var name: String
  /// What the program is called.
  var title = "Overlook"
  var version = ""
  var locale = "C"
  /// What the registry gave for parent of the program.
  var parent: (name: String, path: String) = ("", AccessibilityService.null)
  /// The number that the registry gave.
  var number: Int32 = 0

  // MARK: Objects

  /// What a path names.
  enum Object: Hashable {
    case application
    case cache
    case node(AccessibleTree.ID)
  }

  static func path(_ id: AccessibleTree.ID) -> String {
    prefix + "c\(id.control)" + (id.part.map { "_\($0)" } ?? "")
  }

  /// Nil for paths that name nothing of ours, whatever they hold.
  static func object(_ path: String) -> Object? {
    if path == root { return .application }
    if path == cache { return .cache }
    guard path.utf8.count < 80, path.hasPrefix(prefix + "c") else { return nil }
    let numbers = path.dropFirst(prefix.count + 1).split(separator: "_", omittingEmptySubsequences: false).map { UInt32($0) }
    guard let control = numbers[0] else { return nil }
    if numbers.count == 1 { return .node(AccessibleTree.ID(control: control)) }
    guard numbers.count == 2, let part = numbers[1] else { return nil }
    return .node(AccessibleTree.ID(control: control, part: part))
  }

  /// How the bus writes an element of ours.
  func reference(_ id: AccessibleTree.ID) -> BusValue { .structure([.text(name), .path(Self.path(id))]) }

  var applicationReference: BusValue { .structure([.text(name), .path(Self.root)]) }
  var nullReference: BusValue { .structure([.text(""), .path(Self.null)]) }

  // MARK: Calls

  func answer(_ call: Call) throws(Fault) -> Answer {
    guard let object = Self.object(call.path) else { throw .unknownObject(call.path) }
    switch call.interface {
    case "org.freedesktop.DBus.Properties": return try properties(call, object)
    case "org.freedesktop.DBus.Introspectable":
      guard call.member == "Introspect" else { throw .unknownMethod(call.member) }
      return Answer(values: [.text(introspection(object))])
    default: break
    }
    guard call.interface.hasPrefix(Self.interfaces) else { throw .unknownInterface(call.interface) }
    let interface = String(call.interface.dropFirst(Self.interfaces.count))
    switch object {
    case .application:
      switch interface {
      case "Accessible": return try applicationAccessible(call)
      case "Application": return try application(call)
      case "Component": return try component(call, try node(.window))
      default: throw .unknownInterface(call.interface)
      }
    case .cache:
      guard interface == "Cache" else { throw .unknownInterface(call.interface) }
      guard call.member == "GetItems" else { throw .unknownMethod(call.member) }
      return Answer(values: [cacheItems()])
    case .node(let id):
      let node = try node(id)
      guard Self.interfaces(of: node).contains(interface) else { throw .unknownInterface(call.interface) }
      switch interface {
      case "Accessible": return try accessible(call, node)
      case "Component": return try component(call, node)
      case "Action": return try action(call, node)
      case "Text": return try text(call, node)
      case "EditableText": return try editableText(call, node)
      case "Selection": return try selection(call, node)
      // `Value` has properties alone.
      default: throw .unknownMethod(call.member)
      }
    }
  }

  func node(_ id: AccessibleTree.ID) throws(Fault) -> AccessibleTree.Node {
    guard let node = tree[id] else { throw .unknownObject(Self.path(id)) }
    return node
  }

  /// What an element can be asked, without the prefix that all have.
  static func interfaces(of node: AccessibleTree.Node) -> [String] {
    var names = ["Accessible", "Component"]
    let element = node.element
    if !element.actions.isEmpty { names.append("Action") }
    switch element.value {
    case .number?: names.append("Value")
    case .edited?: names += ["Text", "EditableText"]
    case .text?, nil: if element.role == .text || element.role == .alert { names.append("Text") }
    }
    if element.role == .list || element.role == .menu { names.append("Selection") }
    return names
  }

  private func introspection(_ object: Object) -> String {
    let names: [String] =
      switch object {
      case .application: ["Accessible", "Application", "Component"]
      case .cache: ["Cache"]
      case .node(let id): tree[id].map(Self.interfaces) ?? []
      }
    return "<node>" + names.map { "<interface name=\"\(Self.interfaces)\($0)\"/>" }.joined() + "</node>"
  }
}

extension AccessibilityService.Call {
  /// The argument at a place, where it and all others are of these types.
  func integers(_ types: String) throws(AccessibilityService.Fault) -> [Int] {
    guard arguments.map(\.signature).joined() == types else { throw .invalidArguments }
    return arguments.map { argument in
      switch argument {
      case .integer(let number): Int(number)
      case .number(let number): Int(number)
      case .flag(let flag): flag ? 1 : 0
      default: 0
      }
    }
  }

  func text() throws(AccessibilityService.Fault) -> String {
    guard arguments.count == 1, case .text(let text) = arguments[0] else { throw .invalidArguments }
    return text
  }
}
