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
    guard let window, let isDark = isDark(window) else { return }
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
