import Foundation
import Overlook
import OverlookInput
import OverlookSupport

/// The Sun over the map: a page with its light and its times, and the question when it reaches a place.
@MainActor final class SunPart: ViewerPart {
  /// Of windows that are asked for, metres above the ground.
  private static let windowHeight = 2.0

  private weak var window: ViewerWindow?
  let page = SunPage()
  private var asking: Task<Void, Never>?

  func didAttach(to window: ViewerWindow) {
    self.window = window
    page.attach(to: window.map)
  }

  var pages: [any SidePage] { [page] }

  var commands: [ViewerCommand] {
    [
      ViewerCommand(
        name: "sun.page", section: .view, title: { localized("Sun and shadows") },
        keys: [KeyChord(key: .l, modifiers: [.shift])],
        perform: { [weak self] in _ = self?.window?.togglePage("sun") })
    ]
  }

  func contextItems(at place: LocationCoordinate?, point: ScreenPoint) -> [Menu.Item] {
    guard let place else { return [] }
    return [Menu.Item(localized("When does the sun reach this place?")) { [weak self] in self?.ask(place) }]
  }

  private func ask(_ place: LocationCoordinate) {
    guard let window else { return }
    page.refresh()
    page.tell(localized("Looking at the houses around…"))
    window.show(page)
    let (start, eye) = (page.dayStart, window.map.eye)
    guard let streets = window.part(PanoramaPart.self)?.streets else { return }
    asking?.cancel()
    asking = Task { [weak self] in
      let found = await streets.sun(at: place, seenFrom: eye, height: Self.windowHeight, from: start)
      guard !Task.isCancelled, let self else { return }
      self.page.tell(self.text(found))
      self.window?.map.setNeedsDisplay()
    }
  }

  private func text(_ found: SunAtPlace?) -> String {
    guard let found else { return localized("No map of houses is here: how the Sun shines there is not known.") }
    let spans = found.spans.map {
      localized("{from} to {until}", ["from": page.clockText($0.lowerBound), "until": page.clockText($0.upperBound)])
    }
    let times = spans.isEmpty ? localized("no sun on this day") : spans.joined(separator: "\n")
    guard let facing = found.facing else { return localized("The Sun reaches this place:") + "\n" + times }
    let degrees = Int(exactly: facing.rounded()) ?? 0
    if let height = found.height, let meters = Int(exactly: height.rounded()) {
      return localized(
        "The Sun reaches this window, {height} m up in a wall that faces {degrees}°:",
        ["height": "\(meters)", "degrees": "\(degrees)"]) + "\n" + times
    }
    return localized("The Sun reaches this wall, which faces {degrees}°:", ["degrees": "\(degrees)"]) + "\n" + times
  }
}
