import OverlookGeometry
import OverlookStreams
import Testing

@testable import OverlookAccessibility

@Suite struct AccessibilityServiceTests {
  private typealias ID = AccessibleTree.ID
  private static let accessible = "org.a11y.atspi.Accessible"
  private static let properties = "org.freedesktop.DBus.Properties"

  private let button = ID(control: 20)
  private let slider = ID(control: 21)
  private let field = ID(control: 22)
  private let list = ID(control: 23)
  private let service: AccessibilityService

  init() {
    var tree = AccessibleTree(window: AccessibleElement(.window, "Map", frame: ScreenRect(x: 0, y: 0, width: 800, height: 600)))
    tree.add(
      AccessibleElement(
        .button, "Menu", states: [.enabled, .focusable], actions: [.press, .showMenu],
        frame: ScreenRect(x: 12, y: 12, width: 34, height: 34)), button, under: .window)
    tree.add(
      AccessibleElement(.slider, "Opacity", value: .number(0.5, in: 0...1, step: 0.05, text: "50 percent"), actions: [.increase]),
      slider, under: .window)
    tree.add(
      AccessibleElement(.field, "Search", value: .edited("né 🇫🇷 x", cursor: 4, selection: 0..<2), actions: [.press]), field,
      under: .window)
    tree.add(
      AccessibleElement(
        .list, "Results",
        parts: [
          AccessiblePart(
            7, of: 9, AccessibleElement(.row, "Paris", states: [.enabled, .selectable, .selected], actions: [.press]))
        ]), list, under: .window)
    service = AccessibilityService(tree: tree, name: ":1.7")
  }

  private func answer(
    _ id: ID, _ interface: String, _ member: String, _ arguments: [BusValue] = []
  ) throws -> AccessibilityService.Answer {
    try service.answer(
      .init(path: AccessibilityService.path(id), interface: interface, member: member, arguments: arguments))
  }

  private func property(_ id: ID, _ interface: String, _ name: String) throws -> BusValue? {
    try answer(id, Self.properties, "Get", [.text("org.a11y.atspi." + interface), .text(name)]).values.first
  }

  @Test func pathsNameWhatTheyWereMadeFor() {
    for id in [ID.window, button, ID(control: .max, part: .max), ID(control: 23, part: 0)] {
      #expect(AccessibilityService.object(AccessibilityService.path(id)) == .node(id))
    }
    let prefix = AccessibilityService.prefix
    for path in [
      "", "/", prefix, prefix + "c", prefix + "c-1", prefix + "c1_", prefix + "c1_2_3", prefix + "c4294967296", prefix + "x1",
      prefix + "c1_x", prefix + "c" + String(repeating: "1", count: 100_000), "/org/a11y/atspi",
    ] {
      #expect(AccessibilityService.object(path) == nil, "\(path.prefix(80))")
    }
  }

  @Test func whatAnElementIsAndMayBeAskedIsTold() throws {
    #expect(try property(button, "Accessible", "Name") == .variant(.text("Menu")))
    #expect(try answer(button, Self.accessible, "GetRole").values == [.number(43)])
    #expect(try answer(button, Self.accessible, "GetRoleName").values == [.text("push button")])
    // Enabled 8, focusable 11, sensitive 24, showing 25, visible 30.
    let bits: UInt32 = 1 << 8 | 1 << 11 | 1 << 24 | 1 << 25 | 1 << 30
    #expect(try answer(button, Self.accessible, "GetState").values == [.array(of: "u", [.number(bits), .number(0)])])
    #expect(try answer(.window, Self.accessible, "GetChildAtIndex", [.integer(1)]).values == [service.reference(slider)])
    #expect(try answer(.window, Self.accessible, "GetChildAtIndex", [.integer(-1)]).values == [service.nullReference])
    #expect(try answer(slider, Self.accessible, "GetIndexInParent").values == [.integer(1)])
    let row = ID(control: 23, part: 7)
    #expect(
      try answer(row, Self.accessible, "GetAttributes").values == [
        .array(
          of: "{ss}",
          [("toolkit", "Overlook"), ("posinset", "8"), ("setsize", "9")].map { .entry(.text($0.0), .text($0.1)) })
      ])
    #expect(try answer(list, "org.a11y.atspi.Selection", "GetSelectedChild", [.integer(0)]).values == [service.reference(row)])
  }

  @Test func whatIsToBeDoneIsAskedForAndAnsweredAtOnce() throws {
    let press = try answer(button, "org.a11y.atspi.Action", "DoAction", [.integer(0)])
    #expect(press.values == [.flag(true)] && press.request?.0 == button && press.request?.1 == .press)
    let set = try answer(
      slider, Self.properties, "Set", [.text("org.a11y.atspi.Value"), .text("CurrentValue"), .variant(.real(0.25))])
    #expect(set.request?.1 == .setNumber(0.25))
    let focus = try answer(button, "org.a11y.atspi.Component", "GrabFocus")
    #expect(focus.values == [.flag(true)] && focus.request?.1 == .focus)
    #expect(try answer(slider, "org.a11y.atspi.Component", "GrabFocus").request == nil)
    let write = try answer(field, "org.a11y.atspi.EditableText", "InsertText", [.integer(3), .text("!?"), .integer(1)])
    #expect(write.request?.1 == .setText("né !🇫🇷 x"))
    let delete = try answer(field, "org.a11y.atspi.EditableText", "DeleteText", [.integer(2), .integer(-1)])
    #expect(delete.request?.1 == .setText("né"))
  }

  /// A flag is one character of two scalars.
  @Test func textIsCountedInScalars() throws {
    #expect(try property(field, "Text", "CharacterCount") == .variant(.integer(7)))
    #expect(try property(field, "Text", "CaretOffset") == .variant(.integer(5)))
    #expect(try answer(field, "org.a11y.atspi.Text", "GetText", [.integer(0), .integer(-1)]).values == [.text("né 🇫🇷 x")])
    #expect(
      try answer(field, "org.a11y.atspi.Text", "GetStringAtOffset", [.integer(1), .number(1)]).values
        == [.text("né "), .integer(0), .integer(3)])
    #expect(
      try answer(field, "org.a11y.atspi.Text", "GetCharacterAtOffset", [.integer(1)]).values == [.integer(0xE9)])
    let selection = try answer(field, "org.a11y.atspi.Text", "SetSelection", [.integer(0), .integer(5), .integer(7)])
    #expect(selection.request?.1 == .setSelection(4..<6))
    for range in [(-5, 2), (0, 99), (Int32.min, Int32.max), (6, 1)] as [(Int32, Int32)] {
      let values = try answer(field, "org.a11y.atspi.Text", "GetText", [.integer(range.0), .integer(range.1)]).values
      guard case .text(let text)? = values.first else { Issue.record("\(range): \(values)"); continue }
      #expect("né 🇫🇷 x".unicodeScalars.count >= text.unicodeScalars.count)
    }
  }

  @Test func mistakesAreRefusedByName() {
    func refusal(_ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = []) -> String? {
      do throws(AccessibilityService.Fault) {
        _ = try service.answer(.init(path: path, interface: interface, member: member, arguments: arguments))
        return nil
      } catch { return error.name }
    }
    let path = AccessibilityService.path(button)
    let error = "org.freedesktop.DBus.Error."
    #expect(refusal("/nowhere", Self.accessible, "GetRole") == error + "UnknownObject")
    #expect(refusal(AccessibilityService.prefix + "c99", Self.accessible, "GetRole") == error + "UnknownObject")
    #expect(refusal(path, "org.a11y.atspi.Value", "Get") == error + "UnknownInterface")
    #expect(refusal(path, "com.example", "Get") == error + "UnknownInterface")
    #expect(refusal(path, Self.accessible, "Nothing") == error + "UnknownMethod")
    #expect(refusal(path, Self.accessible, "GetChildAtIndex") == error + "InvalidArgs")
    #expect(refusal(path, Self.accessible, "GetChildAtIndex", [.text("0")]) == error + "InvalidArgs")
    #expect(refusal(path, "org.a11y.atspi.Action", "DoAction", [.integer(2)]) == error + "InvalidArgs")
    #expect(refusal(path, Self.properties, "Get", [.text(Self.accessible), .text("Nothing")]) == error + "UnknownProperty")
    #expect(
      refusal(path, Self.properties, "Set", [.text(Self.accessible), .text("Name"), .variant(.text("x"))])
        == error + "PropertyReadOnly")
    #expect(
      refusal(
        AccessibilityService.path(slider), Self.properties, "Set",
        [.text("org.a11y.atspi.Value"), .text("CurrentValue"), .variant(.real(.nan))]) == error + "InvalidArgs")
  }

  /// Every method with arguments of every type: an answer or a refusal, and nothing else.
  @Test func noCallEndsTheProgram() {
    let members = [
      "GetChildAtIndex", "GetChildren", "GetState", "GetAttributes", "GetExtents", "Contains", "GetAccessibleAtPoint",
      "GrabFocus",
      "DoAction", "GetName", "GetText", "GetTextAtOffset", "GetTextBeforeOffset", "GetTextAfterOffset", "GetStringAtOffset",
      "SetCaretOffset", "SetSelection", "AddSelection", "SetTextContents", "InsertText", "DeleteText", "SelectChild",
      "GetSelectedChild", "IsChildSelected", "Get", "GetAll", "Set", "GetItems", "Introspect",
    ]
    let interfaces =
      [
        "Accessible", "Component", "Action", "Text", "EditableText", "Selection", "Value", "Application", "Cache",
      ].map { "org.a11y.atspi." + $0 } + [Self.properties, "org.freedesktop.DBus.Introspectable"]
    let numbers: [Int32] = [.min, -1, 0, 3, .max]
    var lists: [[BusValue]] = [[], [.text("")], [.flag(true)], [.real(.infinity)], [.number(.max)]]
    for a in numbers {
      lists.append([.integer(a)])
      lists.append([.integer(a), .number(1)])
      lists.append([.integer(a), .text("ab"), .integer(a)])
      for b in numbers {
        lists += [[.integer(a), .integer(b)], [.integer(a), .integer(b), .number(2)], [.integer(0), .integer(a), .integer(b)]]
      }
    }
    var answers = 0
    for path in [AccessibilityService.root, AccessibilityService.cache] + service.tree.order.map(AccessibilityService.path) {
      for interface in interfaces {
        for member in members {
          for arguments in lists {
            let call = AccessibilityService.Call(path: path, interface: interface, member: member, arguments: arguments)
            if (try? service.answer(call)) != nil { answers += 1 }
          }
        }
      }
    }
    #expect(answers > 1000)
  }
}
