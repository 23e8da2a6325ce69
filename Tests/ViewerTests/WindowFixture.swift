import Foundation
import Overlook

@testable import OverlookViewer

/// A window that nobody shows: what is sent is handled, and time goes on by frames that are not drawn.
@MainActor struct WindowFixture {
  let map: MapView
  let window: ViewerWindow
  private(set) var now = 100.0

  init(size: ScreenSize = ScreenSize(width: 1000, height: 700), _ change: (inout ViewerWindow.Options) -> Void = { _ in }) {
    map = MapView(showsBaseMap: false)
    map.mapType = .none
    map.resize(
      to: size, framebuffer: PixelSize(width: Int(size.width), height: Int(size.height)))
    var options = ViewerWindow.Options()
    change(&options)
    window = ViewerWindow(map: map, options: options)
    run(seconds: 0.1)
  }

  /// Prepares frames at 60 Hz; how many of them wanted to be drawn.
  @discardableResult mutating func run(seconds: Double) -> Int {
    let end = now + seconds
    var count = 0
    while now < end {
      now += 1.0 / 60
      if map.prepareFrame(now: now) { count += 1 }
      map.takeReasons()
    }
    return count
  }

  func send(_ kind: InputEvent.Kind) { map.handle(InputEvent(timeSeconds: now, kind: kind)) }

  mutating func press(_ key: Key, _ modifiers: Modifiers = []) {
    send(.keyPressed(key, modifiers))
    run(seconds: 0.05)
    send(.keyReleased(key, modifiers))
  }

  mutating func click(_ button: PointerButton, at point: ScreenPoint) {
    send(.pointerMoved(point))
    send(.buttonPressed(button, point, []))
    run(seconds: 0.05)
    send(.buttonReleased(button, point, []))
    run(seconds: 0.5)
  }

  /// The menu that is open.
  var menu: Menu? { map.controls.lazy.compactMap { $0 as? Menu }.first { $0.isOpen } }
}

/// A part that a test fills.
@MainActor final class ProbePart: ViewerPart {
  var commands: [ViewerCommand] = []
  var pages: [any SidePage] = []
  var items: [Menu.Item] = []
  var taken: (String) -> Bool = { _ in false }
  var opened: [String] = []
  var kept: String?
  var restored: [String] = []

  func contextItems(at place: LocationCoordinate?, point: ScreenPoint) -> [Menu.Item] { items }
  func open(_ path: String) -> Bool {
    guard taken(path) else { return false }
    opened.append(path)
    return true
  }
  let sessionName = "probe"
  var session: String? { kept }
  func restore(_ json: String) { restored.append(json) }
}

/// A page of buttons below each other.
@MainActor final class ProbePage: SidePage {
  let name = "probe"
  let title = "Probe"
  let buttons: [Button]
  var appearances = 0

  init(count: Int) {
    buttons = (0..<count).map { Button("Button \($0)", at: .at(ScreenPoint(x: 0, y: 0))) }
  }

  var content: [any PlacedControl] { buttons }
  func lay(in layout: PageLayout) { for button in buttons { layout.row(button) } }
  func didAppear() { appearances += 1 }
}

/// A folder that goes away with the value.
final class TestFolder {
  let path = NSTemporaryDirectory() + "/viewer-" + UUID().uuidString

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit {
    chmod(path, 0o700)
    try? FileManager.default.removeItem(atPath: path)
  }

  func text(_ name: String) -> String? { try? String(contentsOfFile: path + "/" + name, encoding: .utf8) }
  func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
  }
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
