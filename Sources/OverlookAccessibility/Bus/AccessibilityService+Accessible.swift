import OverlookStreams

// org.a11y.atspi.Accessible, Application, Cache.
extension AccessibilityService {
  /// The program, whose one child is the window.
  func applicationAccessible(_ call: Call) throws(Fault) -> Answer {
    switch call.member {
    case "GetChildAtIndex":
      let index = try call.integers("i")[0]
      return Answer(values: [index == 0 ? reference(.window) : nullReference])
    case "GetChildren": return Answer(values: [.array(of: "(so)", [reference(.window)])])
    case "GetIndexInParent": return Answer(values: [.integer(-1)])
    case "GetRole": return Answer(values: [.number(Self.applicationRole)])
    case "GetRoleName", "GetLocalizedRoleName": return Answer(values: [.text("application")])
    case "GetState": return Answer(values: [Self.states([])])
    case "GetRelationSet": return Answer(values: [.array(of: "(ua(so))", [])])
    case "GetAttributes":
      return Answer(values: [.array(of: "{ss}", [.entry(.text("toolkit"), .text("Overlook"))])])
    case "GetApplication": return Answer(values: [applicationReference])
    case "GetInterfaces": return Answer(values: [interfaceNames(["Accessible", "Application", "Component"])])
    default: throw .unknownMethod(call.member)
    }
  }

  func application(_ call: Call) throws(Fault) -> Answer {
    switch call.member {
    case "GetLocale": return Answer(values: [.text(locale)])
    // All goes over the bus.
    case "GetApplicationBusAddress": return Answer(values: [.text("")])
    default: throw .unknownMethod(call.member)
    }
  }

  func accessible(_ call: Call, _ node: AccessibleTree.Node) throws(Fault) -> Answer {
    switch call.member {
    case "GetChildAtIndex":
      let index = try call.integers("i")[0]
      return Answer(values: [node.children.indices.contains(index) ? reference(node.children[index]) : nullReference])
    case "GetChildren": return Answer(values: [.array(of: "(so)", node.children.map(reference))])
    case "GetIndexInParent": return Answer(values: [.integer(index(of: node))])
    case "GetRole": return Answer(values: [.number(Self.role(of: node.element))])
    case "GetRoleName", "GetLocalizedRoleName": return Answer(values: [.text(Self.roleName(of: node.element))])
    case "GetState": return Answer(values: [Self.states(Self.stateNumbers(of: node.element))])
    case "GetRelationSet": return Answer(values: [.array(of: "(ua(so))", [])])
    case "GetAttributes":
      return Answer(values: [.array(of: "{ss}", attributes(of: node).map { .entry(.text($0.0), .text($0.1)) })])
    case "GetApplication": return Answer(values: [applicationReference])
    case "GetInterfaces": return Answer(values: [interfaceNames(Self.interfaces(of: node))])
    default: throw .unknownMethod(call.member)
    }
  }

  private func interfaceNames(_ names: [String]) -> BusValue { .array(of: "s", names.map { .text(Self.interfaces + $0) }) }

  func index(of node: AccessibleTree.Node) -> Int32 {
    guard let parent = node.parent else { return 0 }
    return Int32(clamping: tree[parent]?.children.firstIndex(of: node.id) ?? -1)
  }

  func parentReference(_ node: AccessibleTree.Node) -> BusValue { node.parent.map(reference) ?? applicationReference }

  private func attributes(of node: AccessibleTree.Node) -> [(String, String)] {
    var attributes = [("toolkit", "Overlook")]
    if let position = node.position {
      attributes += [("posinset", "\(position.index)"), ("setsize", "\(position.count)")]
    }
    return attributes
  }

  // MARK: Cache

  /// Everything at once, for those who keep a copy.
  func cacheItems() -> BusValue {
    var items = [
      item(
        applicationReference, parent: .structure([.text(parent.name), .path(parent.path)]), index: -1, count: 1,
        interfaces: ["Accessible", "Application", "Component"], name: title, role: Self.applicationRole, detail: "", states: [])
    ]
    items += tree.order.compactMap { tree[$0] }.map(cacheItem)
    return .array(of: Self.itemSignature, items)
  }

  func cacheItem(_ node: AccessibleTree.Node) -> BusValue {
    item(
      reference(node.id), parent: parentReference(node), index: index(of: node), count: node.children.count,
      interfaces: Self.interfaces(of: node), name: node.spokenName, role: Self.role(of: node.element), detail: node.spokenDetail,
      states: Self.stateNumbers(of: node.element))
  }

  static let itemSignature = "((so)(so)(so)iiassusau)"

  private func item(
    _ reference: BusValue, parent: BusValue, index: Int32, count: Int, interfaces: [String], name: String, role: UInt32,
    detail: String, states: [UInt32]
  ) -> BusValue {
    .structure([
      reference, applicationReference, parent, .integer(index), .integer(Int32(clamping: count)), interfaceNames(interfaces),
      .text(name), .number(role), .text(detail), Self.states(states),
    ])
  }
}
