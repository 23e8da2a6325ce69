import Overlook
import OverlookSupport
import Testing

@testable import OverlookViewer

/// What a choice on the page of settings does.
@MainActor @Suite(.serialized) struct SettingsPartTests {
  @Test func languageAndUnitsAreThoseOfTheSettingsAtOnceAndAsTheDesktopAgain() {
    let (language, units) = (InterfaceLanguage.current, UnitSystem.current)
    defer { (InterfaceLanguage.current, UnitSystem.current) = (language, units) }
    let fixture = WindowFixture()
    let settings = fixture.window.settings
    settings.language = "fi"
    settings.units = .nautical
    #expect(InterfaceLanguage.current.code == "fi" && UnitSystem.current == .nautical)
    #expect(localized("Settings") != "Settings")
    settings.units = .imperial
    #expect(UnitSystem.current == .imperial)
    settings.language = nil
    settings.units = .automatic
    #expect(InterfaceLanguage.current == .automatic && UnitSystem.current == .automatic)
  }

  @Test func thePageHasARowForEachOfThem() throws {
    let fixture = WindowFixture()
    let page = try #require(fixture.window.pages.first { $0.name == "settings" })
    fixture.window.show(page)
    let titles = page.content.compactMap { ($0 as? ChoiceRow)?.title }
    for title in ["Language", "Names on the map", "Lengths", "Coordinates"] {
      #expect(titles.contains(title), "\(titles)")
    }
  }
}
