import Overlook
import OverlookPanorama
import OverlookSupport

/// The page on which a person names a service of panoramas, and gives it a key where it wants one.
@MainActor final class PanoramaServicePage: SidePage {
  let name = "panorama-service"
  var title: String { localized("Panoramas of a service") }

  /// Why it was opened; empty where the person did it.
  private let reason = Paragraph()
  let address = TextField(prompt: "", limit: 2_000, at: .at(ScreenPoint(x: 0, y: 0)))
  let key = TextField(prompt: "", limit: 2_000, at: .at(ScreenPoint(x: 0, y: 0)))
  private let hint = Paragraph("", isDim: true)
  private let look = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  private let forget = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  private let settings: ViewerSettings
  /// Called with the name of a service.
  var onChoice: @MainActor (String) -> Void = { _ in }
  /// Called with what is wrong with an address.
  var onFault: @MainActor (String) -> Void = { _ in }

  init(_ settings: ViewerSettings) {
    self.settings = settings
    hint.textSize = TypeScale.secondary
    for field in [address, key] {
      field.hasCard = false
      field.onSubmit = { [weak self] _ in self?.submit() }
    }
    address.onChange = { [weak self] _ in self?.showKey() }
    look.onClick = { [weak self] in self?.submit() }
    forget.onClick = { [weak self] in self?.forgetKey() }
  }

  /// Asks for the key of a service that does not answer without one, or not with the one that it has.
  func ask(for service: String, reason text: String) {
    address.text = service
    reason.text = text
    showKey()
  }

  var content: [any PlacedControl] {
    (reason.text.isEmpty ? [] : [reason]) + [address, key, hint, look] + (hasKey ? [forget] : [])
  }

  func lay(in layout: PageLayout) {
    if !reason.text.isEmpty { layout.row(reason) }
    layout.row(address)
    layout.row(key)
    layout.row(hint)
    layout.row(look)
    if hasKey { layout.row(forget) }
  }

  var firstFocus: (any Control)? { address.text.isEmpty ? address : key }

  func didAppear() {
    address.prompt = localized("Address of Panoramax or Mapillary")
    hint.text = localized(
      "Panoramax wants no key, Mapillary gives one to each person. A key is kept on this machine and sent to its own server alone."
    )
    look.title = localized("Look around")
    forget.title = localized("Forget the key")
    showKey()
  }

  func didDisappear() {
    // No key stays where others see it.
    key.text = ""
    reason.text = ""
  }

  private var service: (reference: String, address: String)? { PanoramaFile.service(address.text) }

  private var hasKey: Bool { service.flatMap { settings.key(of: $0.address) } != nil }

  private func showKey() {
    key.prompt =
      hasKey ? localized("A key is kept; another one takes its place") : localized("Key, where one is wanted")
  }

  private func submit() {
    guard let service else {
      return onFault(localized("This is no address of a server: {address}", ["address": OutsideText.shown(address.text)]))
    }
    let typed = key.text.filter { !$0.isWhitespace }
    if !typed.isEmpty { settings.keep(key: typed, of: service.address) }
    for fault in settings.takeFaults() { onFault(fault) }
    key.text = ""
    reason.text = ""
    showKey()
    onChoice(service.reference)
  }

  private func forgetKey() {
    if let service { settings.keep(key: nil, of: service.address) }
    showKey()
  }
}
