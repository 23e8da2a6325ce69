import Overlook
import OverlookAccessibility
import OverlookGeometry
import OverlookInput
import Testing

@testable import OverlookViewer

/// The window as somebody meets it who cannot see it.
@MainActor @Suite struct AccessibleWindowTests {
  private let window: ViewerWindow

  init() {
    let map = MapView(showsBaseMap: false)
    map.resize(to: ScreenSize(width: 1000, height: 700), framebuffer: PixelSize(width: 1000, height: 700))
    window = ViewerWindow(map: map)
  }

  private func check(_ place: String, _ location: SourceLocation = #_sourceLocation) -> Int {
    let nodes = window.map.controlTree.nodes.values
    for node in nodes {
      #expect(!node.element.name.isEmpty, "\(place): \(node.element)", sourceLocation: location)
      let isUsable = node.element.states.isSuperset(of: [.enabled, .focusable]) || !node.element.actions.isEmpty
      #expect(
        !isUsable || node.element.role != .group && node.element.role != .text, "\(place): \(node.element)",
        sourceLocation: location)
    }
    return nodes.count
  }

  @Test func noControlOfTheWindowIsWithoutAName() {
    #expect(check("the window") >= 5)
    for page in window.pages {
      window.show(page)
      #expect(check(page.name) >= 3)
    }
    window.closeSheet()
    window.openMainMenu()
    #expect(check("menu") >= 3)
  }

  /// A control that takes the keyboard says what it is: nothing that Tab reaches is silent.
  @Test func everythingThatTakesTheKeyboardIsDescribed() {
    for page in [nil] + window.pages.map(Optional.some) {
      if let page { window.show(page) }
      _ = window.map.controlTree
      for control in window.map.controls { expectDescribed(control, page?.name ?? "the window") }
    }
  }

  private func expectDescribed(_ control: any Control, _ place: String, depth: Int = 0) {
    let area = window.map.controlArea
    guard control.frame(in: area) != nil else { return }
    if control.isFocusable {
      #expect(control.accessibleElement(in: area) != nil, "\(place): \(type(of: control)) says nothing")
    }
    for child in control.children where depth < 16 { expectDescribed(child, place, depth: depth + 1) }
  }
}
