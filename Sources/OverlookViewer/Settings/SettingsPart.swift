import Foundation
import Overlook
import OverlookGeometry
import OverlookSupport

/// The page of settings, and what follows from them.
@MainActor final class SettingsPart: ViewerPart {
  private weak var window: ViewerWindow?
  private var page: SettingsPage?

  func didAttach(to window: ViewerWindow) {
    self.window = window
    page = SettingsPage(window)
    window.settings.onChange.append { [weak window] key in
      guard let window else { return }
      SettingsPart.apply(window.settings, key, to: window.map)
      for fault in window.settings.takeFaults() { window.say(fault, isFault: true) }
    }
    for key in ["labelLanguage", "cacheMegabytes", "units", "language"] {
      Self.apply(window.settings, key, to: window.map, isStart: true)
    }
  }

  var pages: [any SidePage] { page.map { [$0] } ?? [] }

  var commands: [ViewerCommand] {
    [
      ViewerCommand(
        name: "settings", section: .file, title: { localized("Settings") },
        keys: [KeyChord(key: .p, modifiers: [.control, .shift])],
        isPinned: true, perform: { [weak window] in window?.togglePage("settings") })
    ]
  }

  /// Does what a setting says.
  private static func apply(_ settings: ViewerSettings, _ key: String, to map: MapView, isStart: Bool = false) {
    switch key {
    case "labelLanguage": if !isStart || settings.labelLanguage != nil { map.language = settings.labelLanguage }
    case "language":
      // At the start, what the process was told is not taken back by a choice that nobody made.
      let chosen = settings.language.flatMap { InterfaceLanguage.language($0) }
      if !isStart || chosen != nil { InterfaceLanguage.current = chosen ?? .automatic }
    case "units":
      let chosen = UnitSystem(rawValue: settings.units.rawValue)
      if !isStart || chosen != nil { UnitSystem.current = chosen ?? .automatic }
    case "cacheMegabytes": if settings.hasCacheSize { MapServices.cacheByteLimit = settings.cacheMegabytes << 20 }
    default: break
    }
  }
}

/// What can be chosen, in rows.
@MainActor final class SettingsPage: SidePage {
  let name = "settings"
  var title: String { localized("Settings") }
  private unowned let window: ViewerWindow
  private var rows: [any PlacedControl] = []

  init(_ window: ViewerWindow) {
    self.window = window
  }

  var content: [any PlacedControl] { rows }

  func lay(in layout: PageLayout) {
    for row in rows {
      if let head = row as? Label {
        if layout.top > 0 { layout.space(8) }
        layout.row(head, gap: 2)
      } else {
        layout.row(row, gap: row is Paragraph ? 10 : 2)
      }
    }
  }

  func didAppear() { rows = makeRows() }

  private func makeRows() -> [any PlacedControl] {
    let settings = window.settings
    return look(settings) + places(settings) + network(settings)
  }

  private func head(_ text: String) -> Label {
    let label = Label(text, at: .at(ScreenPoint(x: 0, y: 0)))
    label.hasCard = false
    label.isDim = true
    return label
  }

  private func choice<Value: Equatable>(
    _ title: String, _ choices: [(Value, String)], _ chosen: Value, _ set: @escaping @MainActor (Value) -> Void
  ) -> ChoiceRow {
    ChoiceRow(
      title, choices.map(\.1), chosen: choices.firstIndex { $0.0 == chosen } ?? 0, in: window
    ) { set(choices[$0].0) }
  }

  private func look(_ settings: ViewerSettings) -> [any PlacedControl] {
    [
      head(localized("Appearance")),
      choice(
        localized("Colours"),
        [(.desktop, localized("As the desktop")), (.light, localized("Light")), (.dark, localized("Dark"))], settings.theme
      ) { settings.theme = $0 },
      choice(
        localized("Movements"),
        [(.desktop, localized("As the desktop")), (.full, localized("All")), (.reduced, localized("Only what is needed"))],
        settings.motion
      ) { settings.motion = $0 },
    ]
  }

  private func places(_ settings: ViewerSettings) -> [any PlacedControl] {
    [
      head(localized("Language, units and places")),
      choice(
        localized("Language"), [(nil, localized("As the desktop"))] + InterfaceLanguage.available.map { ($0.code, $0.name) },
        settings.language
      ) { [unowned self] language in
        settings.language = language
        rows = makeRows()
      },
      choice(localized("Names on the map"), Self.labelLanguages, settings.labelLanguage) { settings.labelLanguage = $0 },
      choice(
        localized("Lengths"),
        [
          (.automatic, localized("As the language")), (.metric, localized("Kilometres")), (.imperial, localized("Miles")),
          (.nautical, localized("Nautical miles")),
        ], settings.units
      ) { settings.units = $0 },
      choice(
        localized("Coordinates"), CoordinateFormat.allCases.map { ($0, PlacePart.title(of: $0)) }, settings.coordinates
      ) { settings.coordinates = $0 },
    ]
  }

  private static var labelLanguages: [(String?, String)] {
    [(nil, localized("As the map says"))]
      + [
        ("en", "English"), ("de", "Deutsch"), ("fr", "Français"), ("es", "Español"), ("fi", "Suomi"), ("ja", "日本語"),
        ("ar", "العربية"),
      ]
  }

  private func network(_ settings: ViewerSettings) -> [any PlacedControl] {
    let server = MapServer.at(settings.server)
    let note = Paragraph(
      localized("Detailed maps come from {server}: {address}", ["server": server.name, "address": server.address]), isDim: true)
    note.textSize = TypeScale.secondary
    let field = TextField(
      settings.server, prompt: localized("Address of a map server"), at: .at(ScreenPoint(x: 0, y: 0)))
    field.hasCard = false
    field.onSubmit = { [unowned self] text in
      let address = text.trimmingCharacters(in: .whitespaces)
      settings.server = address.isEmpty ? MapServer.standard.address : address
      window.say(localized("Detailed maps come from {server}", ["server": MapServer.at(settings.server).name]))
      rows = makeRows()
    }
    let terms = Paragraph(localized("Terms of {server}", ["server": server.name])) { [unowned self] in
      if let terms = server.terms { window.openLink(terms) }
    }
    return [
      head(localized("Network")),
      choice(
        localized("Detailed maps"), [(.refused, localized("Stay offline")), (.allowed, localized("From the network"))],
        settings.network ?? .refused
      ) { settings.network = $0 },
      note, field,
    ] + (server.terms == nil ? [] : [terms]) + [
      choice(
        localized("Kept on the disk"),
        [(0, localized("Nothing")), (128, "128 MB"), (512, "512 MB"), (2048, "2 GB"), (8192, "8 GB")], settings.cacheMegabytes
      ) { settings.cacheMegabytes = $0 }
    ]
  }
}
