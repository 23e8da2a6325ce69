import Foundation
import Overlook
import OverlookSupport

/// Whether detailed maps come from the network: asks once, keeps to the answer, and loads what the server has.
@MainActor final class NetworkPart: ViewerPart {
  /// How far the detailed map is.
  enum State: Equatable {
    /// There is none: nobody has allowed it.
    case off
    case loading
    case shown
    case failed(String)
  }

  private(set) var state = State.off {
    didSet { if state != oldValue { onChange() } }
  }
  /// Told when the state changed.
  var onChange: @MainActor () -> Void = {}

  private weak var window: ViewerWindow?
  private let card = QuestionCard()
  private var source: TileSource?
  private var address = ""
  private var opening: Task<Void, Never>?

  func didAttach(to window: ViewerWindow) {
    self.window = window
    window.map.add(card)
    card.onAnswer = { [weak self] in self?.answer($0) }
    card.onTerms = { [weak self] in self?.openTerms() }
    window.settings.onChange.append { [weak self] key in if key == "network" || key == "server" { self?.follow() } }
    if window.asksForNetwork, window.settings.network == nil { ask() }
    follow()
  }

  private func ask() {
    guard let window else { return }
    card.show(MapServer.at(window.settings.server))
    window.map.setNeedsDisplay()
  }

  /// Asks once more, whatever was answered; false where the network is allowed already, or not to be asked for.
  func askAgain() -> Bool {
    guard let window, window.asksForNetwork, window.settings.network != .allowed else { return false }
    ask()
    return true
  }

  private func answer(_ isAllowed: Bool) {
    guard let window else { return }
    card.hide()
    window.settings.network = isAllowed ? .allowed : .refused
    // An answer that was given before and is given again changes nothing.
    follow()
    for fault in window.settings.takeFaults() { window.say(fault, isFault: true) }
  }

  private func openTerms() {
    guard let window, let terms = MapServer.at(window.settings.server).terms else { return }
    window.openLink(terms)
  }

  /// Goes online or offline, and loads the server's map or lets it go.
  func follow() {
    guard let window else { return }
    if window.settings.network != nil { card.hide() }
    let isAllowed = window.settings.network == .allowed
    if window.asksForNetwork { MapServices.isOffline = !isAllowed && !window.namesServers }
    guard isAllowed, window.asksForNetwork else { return stop() }
    let address = window.settings.server
    if self.address == address, state == .shown || state == .loading { return }
    open(address)
  }

  private func stop() {
    opening?.cancel()
    (opening, source, address) = (nil, nil, "")
    state = .off
    window?.applyStyle()
  }

  private func open(_ address: String) {
    opening?.cancel()
    self.address = address
    state = .loading
    opening = Task { [weak self] in
      do throws(TileSourceError) {
        let source = try await TileSource.open(address)
        if !Task.isCancelled { self?.take(source) }
      } catch {
        if !Task.isCancelled { self?.fail("\(error)") }
      }
    }
  }

  private func take(_ source: TileSource) {
    guard source.isVector, MapStyle(showing: source, at: address, named: "day") != nil else {
      return fail(localized("{server} has no map that Overlook can draw", ["server": MapServer.at(address).name]))
    }
    self.source = source
    state = .shown
    window?.applyStyle()
  }

  private func fail(_ text: String) {
    state = .failed(text)
    window?.say(text, isFault: true)
  }

  /// Where the detailed map comes from that is there; nil while there is none.
  var shownAddress: String? { source != nil && state == .shown ? address : nil }

  /// The server's map in an embedded style; nil while there is none.
  func style(named name: String) -> MapStyle? {
    guard let source, state == .shown else { return nil }
    return MapStyle(showing: source, at: address, named: name, keepsWorld: true)
  }
}
