import OverlookStreams

// org.freedesktop.DBus.Properties.
extension AccessibilityService {
  func properties(_ call: Call, _ object: Object) throws(Fault) -> Answer {
    switch call.member {
    case "Get":
      guard call.arguments.count == 2, case .text(let interface) = call.arguments[0], case .text(let name) = call.arguments[1]
      else { throw .invalidArguments }
      guard let value = try all(interface, object).first(where: { $0.0 == name })?.1 else { throw .unknownProperty(name) }
      return Answer(values: [.variant(value)])
    case "GetAll":
      let values = try all(try call.text(), object)
      return Answer(values: [.array(of: "{sv}", values.map { .entry(.text($0.0), .variant($0.1)) })])
    case "Set":
      guard call.arguments.count == 3, case .text(let interface) = call.arguments[0], case .text(let name) = call.arguments[1],
        case .variant(let value) = call.arguments[2]
      else { throw .invalidArguments }
      return try set(interface, name, value, object)
    default: throw .unknownMethod(call.member)
    }
  }

  private func all(_ interface: String, _ object: Object) throws(Fault) -> [(String, BusValue)] {
    guard interface.hasPrefix(Self.interfaces) else { throw .unknownInterface(interface) }
    let short = String(interface.dropFirst(Self.interfaces.count))
    switch (object, short) {
    case (.application, "Accessible"):
      return [
        ("Name", .text(title)), ("Description", .text("")), ("Parent", .structure([.text(parent.name), .path(parent.path)])),
        ("ChildCount", .integer(1)), ("Locale", .text(locale)), ("AccessibleId", .text("")), ("HelpText", .text("")),
      ]
    case (.application, "Application"):
      return [
        ("ToolkitName", .text("Overlook")), ("Version", .text(version)), ("AtspiVersion", .text("2.1")), ("Id", .integer(number)),
      ]
    case (.application, "Component"), (.cache, "Cache"): return []
    case (.node(let id), _):
      let node = try node(id)
      guard Self.interfaces(of: node).contains(short) else { throw .unknownInterface(interface) }
      return values(short, node)
    default: throw .unknownInterface(interface)
    }
  }

  private func values(_ interface: String, _ node: AccessibleTree.Node) -> [(String, BusValue)] {
    switch interface {
    case "Accessible":
      return [
        ("Name", .text(node.spokenName)), ("Description", .text(node.spokenDetail)), ("Parent", parentReference(node)),
        ("ChildCount", .integer(Int32(clamping: node.children.count))), ("Locale", .text(locale)),
        ("AccessibleId", .text("")), ("HelpText", .text("")),
      ]
    case "Action": return [("NActions", .integer(Int32(clamping: node.element.actions.count)))]
    case "Selection": return [("NSelectedChildren", .integer(Int32(clamping: selectedCount(node))))]
    case "Value":
      guard case .number(let value, let range, let step, let text)? = node.element.value else { return [] }
      return [
        ("MinimumValue", .real(range.lowerBound)), ("MaximumValue", .real(range.upperBound)), ("MinimumIncrement", .real(step)),
        ("CurrentValue", .real(value)), ("Text", .text(text)),
      ]
    case "Text":
      let content = TextContent(node)
      return [
        ("CharacterCount", .integer(Int32(clamping: content.scalars.count))),
        ("CaretOffset", .integer(Int32(clamping: content.cursor))),
      ]
    default: return []
    }
  }

  private func set(_ interface: String, _ name: String, _ value: BusValue, _ object: Object) throws(Fault) -> Answer {
    guard try all(interface, object).contains(where: { $0.0 == name }) else { throw .unknownProperty(name) }
    switch (object, name, value) {
    // The registry numbers programs; it is kept where the service is.
    case (.application, "Id", .integer): return Answer()
    case (.node(let id), "CurrentValue", .real(let number)):
      guard number.isFinite else { throw .invalidArguments }
      guard try node(id).element.states.contains(.enabled) else { return Answer() }
      return Answer(request: (id, .setNumber(number)))
    case (.node, "CurrentValue", _), (.application, "Id", _): throw .invalidArguments
    default: throw .readOnly(name)
    }
  }
}
