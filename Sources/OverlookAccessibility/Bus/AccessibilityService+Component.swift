import OverlookGeometry
import OverlookStreams

// org.a11y.atspi.Component, Action, Selection.
extension AccessibilityService {
  /// The whole pixels around a rectangle, in a system of coordinates: 0 of the screen, 1 of the window, 2 of the parent.
  private func extents(_ node: AccessibleTree.Node, system: Int) -> [Int32] {
    guard let frame = node.element.frame else { return [-1, -1, -1, -1] }
    var origin = frame.origin
    switch system {
    case 0: origin = ScreenPoint(x: origin.x + tree.origin.x, y: origin.y + tree.origin.y)
    case 2:
      let parent = node.parent.flatMap { tree[$0]?.element.frame }?.origin ?? ScreenPoint(x: 0, y: 0)
      origin = ScreenPoint(x: origin.x - parent.x, y: origin.y - parent.y)
    default: break
    }
    return [origin.x, origin.y, frame.size.width, frame.size.height].map { value in
      Int32(exactly: min(max(value, -1e6), 1e6).rounded()) ?? 0
    }
  }

  func component(_ call: Call, _ node: AccessibleTree.Node) throws(Fault) -> Answer {
    switch call.member {
    case "GetExtents":
      return Answer(values: [.structure(extents(node, system: try call.integers("u")[0]).map { .integer($0) })])
    case "GetPosition": return Answer(values: extents(node, system: try call.integers("u")[0]).prefix(2).map { .integer($0) })
    case "GetSize": return Answer(values: extents(node, system: 1).suffix(2).map { .integer($0) })
    case "Contains":
      let numbers = try call.integers("iiu")
      return Answer(values: [.flag(contains(node, numbers))])
    case "GetAccessibleAtPoint":
      let numbers = try call.integers("iiu")
      let hit = tree.order.last { id in
        tree[id].map { isIn($0, node) && contains($0, [numbers[0], numbers[1], numbers[2]]) } ?? false
      }
      return Answer(values: [hit.map(reference) ?? nullReference])
    case "GetLayer": return Answer(values: [.number(node.element.role == .window ? 7 : 3)])
    case "GetAlpha": return Answer(values: [.real(1)])
    case "GrabFocus":
      let isPossible = node.element.states.contains(.focusable) || node.element.role == .map
      return Answer(values: [.flag(isPossible)], request: isPossible ? (node.id, .focus) : nil)
    case "ScrollTo", "ScrollToPoint", "SetExtents", "SetPosition", "SetSize": return Answer(values: [.flag(false)])
    default: throw .unknownMethod(call.member)
    }
  }

  private func contains(_ node: AccessibleTree.Node, _ numbers: [Int]) -> Bool {
    let box = extents(node, system: numbers[2]).map(Int.init)
    return box[2] > 0 && (box[0]..<(box[0] + box[2])).contains(numbers[0]) && box[3] > 0
      && (box[1]..<(box[1] + box[3])).contains(numbers[1])
  }

  /// Whether an element is another, or lies in it.
  private func isIn(_ node: AccessibleTree.Node, _ other: AccessibleTree.Node) -> Bool {
    var next: AccessibleTree.Node? = node
    while let step = next {
      if step.id == other.id { return true }
      next = step.parent.flatMap { tree[$0] }
    }
    return false
  }

  // MARK: Action

  private static func title(_ action: AccessibleAction.Kind) -> String {
    switch action {
    case .press: "press"
    case .increase: "increase"
    case .decrease: "decrease"
    case .dismiss: "dismiss"
    case .showMenu: "show menu"
    }
  }

  func action(_ call: Call, _ node: AccessibleTree.Node) throws(Fault) -> Answer {
    let actions = node.element.actions
    if call.member == "GetActions" {
      return Answer(values: [.array(of: "(sss)", actions.map { .structure([.text(Self.title($0)), .text(""), .text("")]) })])
    }
    guard ["GetName", "GetLocalizedName", "GetDescription", "GetKeyBinding", "DoAction"].contains(call.member) else {
      throw .unknownMethod(call.member)
    }
    let index = try call.integers("i")[0]
    guard actions.indices.contains(index) else { throw .invalidArguments }
    switch call.member {
    case "GetName", "GetLocalizedName": return Answer(values: [.text(Self.title(actions[index]))])
    case "GetDescription", "GetKeyBinding": return Answer(values: [.text("")])
    default:
      guard node.element.states.contains(.enabled) else { return Answer(values: [.flag(false)]) }
      return Answer(values: [.flag(true)], request: (node.id, AccessibleAction(actions[index])))
    }
  }

  // MARK: Selection

  func selection(_ call: Call, _ node: AccessibleTree.Node) throws(Fault) -> Answer {
    let chosen = node.children.filter { tree[$0]?.element.states.contains(.selected) == true }
    switch call.member {
    case "GetSelectedChild":
      let index = try call.integers("i")[0]
      return Answer(values: [chosen.indices.contains(index) ? reference(chosen[index]) : nullReference])
    case "IsChildSelected":
      let index = try call.integers("i")[0]
      return Answer(values: [.flag(node.children.indices.contains(index) && chosen.contains(node.children[index]))])
    case "SelectChild":
      let index = try call.integers("i")[0]
      guard node.children.indices.contains(index) else { return Answer(values: [.flag(false)]) }
      return Answer(values: [.flag(true)], request: (node.children[index], .select))
    case "DeselectSelectedChild", "DeselectChild":
      _ = try call.integers("i")
      return Answer(values: [.flag(false)])
    case "SelectAll", "ClearSelection": return Answer(values: [.flag(false)])
    default: throw .unknownMethod(call.member)
    }
  }

  func selectedCount(_ node: AccessibleTree.Node) -> Int {
    node.children.reduce(0) { $0 + (tree[$1]?.element.states.contains(.selected) == true ? 1 : 0) }
  }
}
