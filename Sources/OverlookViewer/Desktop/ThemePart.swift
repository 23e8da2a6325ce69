import Foundation
import Overlook
import OverlookStreams

/// Light or dark, and how much moves: as the desktop prefers it or as the person has chosen, while the window runs.
@MainActor final class ThemePart: ViewerPart {
  private(set) var desktop = DesktopPreferences()
  private weak var window: ViewerWindow?
  private var watch: DesktopWatch?
  /// What the map is drawn with, unless somebody chose another base map.
  private var shown: (isDark: Bool, server: String?)?
  /// The server whose tiles the style of the night has that the map was given, "" for its own; nil while it was given none.
  private var nightServer: String?

  func didAttach(to window: ViewerWindow) {
    self.window = window
    let map = window.map
    let watch = DesktopWatch(wake: { [relay = map.wakeRelay] in relay.wake() })
    self.watch = watch
    watch.start(address: window.busAddress)
    window.component.steps.append { [weak self] _ in self?.step() }
    window.settings.onChange.append { [weak self] key in if key == "theme" || key == "motion" { self?.apply() } }
    apply()
  }

  private func step() {
    if let news = watch?.takeNews(), news != desktop {
      desktop = news
      apply()
    }
    guard let window else { return }
    applyNight()
    guard let isDark = isDark(window) else { return }
    // Whoever shows a style sets the colours that suit it; a choice counts more.
    let theme: InterfaceTheme = isDark ? .dark : .light
    if window.map.interfaceTheme != theme { window.map.interfaceTheme = theme }
  }

  /// What is wanted; nil for no preference.
  private func isDark(_ window: ViewerWindow) -> Bool? {
    switch window.settings.theme {
    case .desktop: desktop.isDark
    case .light: false
    case .dark: true
    }
  }

  private func apply() {
    guard let window else { return }
    let reduces =
      switch window.settings.motion {
      case .desktop: desktop.reducesMotion
      case .full: false
      case .reduced: true
      }
    if window.map.reducesMotion != reduces { window.map.reducesMotion = reduces }
    applyStyle()
  }

  /// Has the style of the night come with the Sun's light, unless somebody chose a base map.
  private func applyNight() {
    guard let window else { return }
    let map = window.map
    guard window.usesStandardStyle, map.sunLight.isSun else {
      if nightServer != nil { map.nightStyle = nil }
      return nightServer = nil
    }
    let network = window.part(NetworkPart.self)
    let server = network?.shownAddress ?? ""
    guard nightServer != server else { return }
    nightServer = server
    map.nightStyle = network?.style(named: "night") ?? (try? MapStyle(named: "night"))
  }

  /// Draws the map in the colours that are wanted, with the tiles of the server where they are there.
  func applyStyle() {
    guard let window else { return }
    guard window.usesStandardStyle else { return shown = nil }
    let isDark = isDark(window) ?? false
    let network = window.part(NetworkPart.self)
    let wanted = (isDark: isDark, server: network?.shownAddress)
    if let shown, shown == wanted { return }
    // The map begins with the embedded style for the day.
    if shown == nil, !wanted.isDark, wanted.server == nil { return }
    shown = wanted
    let name = isDark ? "night" : "day"
    window.map.mapStyle = network?.style(named: name) ?? (try? MapStyle(named: name))
    window.map.interfaceTheme = isDark ? .dark : .light
  }
}

extension SunLight {
  /// Whether it is that of an hour.
  fileprivate var isSun: Bool {
    switch self {
    case .now, .date: true
    case .off, .style: false
    }
  }
}
