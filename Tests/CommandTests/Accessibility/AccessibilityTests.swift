import Foundation
import OverlookTestSupport
import Testing

extension CommandTests {
  /// The viewer as somebody meets it who cannot see it: through AT-SPI, and by the keyboard alone.
  @Suite(
    .serialized,
    .enabled(
      if: ScreenReader.isPossible,
      "dbus-run-session, at-spi2-core, Python's gi with gir1.2-atspi-2.0, Xvfb or xdotool are not installed"))
  struct AccessibilityTests {
    private let place: Workplace
    private let display: VirtualDisplay
    private let reader: ScreenReader

    init() throws {
      place = try Workplace()
      display = try VirtualDisplay(["-screen", "0", "1000x700x24"])
      reader = try ScreenReader(environment: ["DISPLAY": display.name])
    }

    /// Starts the viewer in the reader's session.
    private func start(_ options: String = "", _ arguments: [String] = []) throws {
      var variables = "XDG_CONFIG_HOME=\(place.path)/config;XDG_DATA_HOME=\(place.path)/data"
      variables += ";XDG_CACHE_HOME=\(place.path)/cache;XDG_STATE_HOME=\(place.path)/state"
      for (name, value) in Workplace.environment where name.hasPrefix("OVERLOOK_") || name.hasPrefix("LIBGL") {
        if let value { variables += ";\(name)=\(value)" }
      }
      if !options.isEmpty { variables += ";" + options }
      let words = ["start", variables, Workplace.program, "--size=1000x700"] + arguments
      try requireAnswer(words)
    }

    @discardableResult private func requireAnswer(
      _ words: [String], _ location: SourceLocation = #_sourceLocation
    ) throws -> String {
      try #require(try reader.ask(words.joined(separator: "\t")), "\(words): \(reader.refusal)", sourceLocation: location)
    }

    @discardableResult private func ask(_ words: String..., location: SourceLocation = #_sourceLocation) throws -> String {
      try requireAnswer(words, location)
    }

    @Test func controlsAreFoundByRoleAndNameAndUsed() async throws {
      try ask("enable", "true")
      try start()
      try ask("application", "60")
      #expect(try ask("find", "frame", "Overlook").contains("showing"))
      #expect(try ask("find", "push button", "Menu", "20").contains("focusable"))
      #expect(try ask("find", "canvas", "Map").contains("zoom"))

      // A button is pressed: a menu opens, has the keyboard, and can be left.
      try ask("press", "push button", "Menu")
      #expect(try ask("find", "menu", "Menu").contains("modal"))
      #expect(try ask("find", "menu item", "*").contains("enabled"))
      try ask("press", "menu", "Menu")
      try ask("absent", "menu", "Menu")

      // What is typed into the field by somebody who cannot see it is found.
      let field = "Search"
      try ask("find", "entry", field)
      try ask("write", "entry", field, "Helsinki")
      // It is done with the next turn of the loop.
      #expect(try ask("read", "entry", field, "Helsinki") == "Helsinki")
      #expect(try ask("within", "list", "Results", "Helsinki", "20").contains("selectable"))
      #expect(try reader.ask("running") != nil)
    }

    @Test func whatIsSeenOnTheMapIsToldWithDistanceAndDirection() async throws {
      try ask("enable", "true")
      try start("", ["--center=60.17,24.94", "--zoom=5"])
      try ask("application", "60")
      let places = try ask("find", "list", "What is seen on the map", "30")
      #expect(places.contains("showing"))
      let stockholm = try ask("find", "list item", "Stockholm", "30")
      // 395 km to the west-south-west of Helsinki: 258 degrees, nearest of eight is west.
      let numbers = stockholm.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
      #expect(numbers.contains { abs($0 - 395) <= 10 } && stockholm.contains("west"), "\(stockholm)")
    }

    @Test func nothingIsToldWhileAccessibilityIsOffAndNoBusIsStarted() async throws {
      try start()
      try await Task.sleep(for: .seconds(3))
      #expect(try ask("running") == "")
      #expect(try !ask("buses").contains("org.a11y.Bus"), "the window has started the service")
      // Switched on while it runs: the window is there.
      try ask("enable", "true")
      try ask("application", "30")
      #expect(try ask("find", "push button", "Menu", "20").contains("enabled"))
    }

    @Test func hostileCallsAreRefusedAndManyAtOnceHoldNothingUp() async throws {
      try ask("enable", "true")
      try start()
      try ask("application", "60")
      try ask("find", "canvas", "Map", "30")
      let parts = try ask("hostile", "5000").split(separator: " ").map(String.init)
      #expect(parts.first == "5000")
      let refusals = Set((parts.last ?? "").split(separator: ",").map { $0.split(separator: ".").last.map(String.init) ?? "" })
      #expect(
        refusals == ["InvalidArgs", "PropertyReadOnly", "UnknownInterface", "UnknownMethod", "UnknownObject", "UnknownProperty"])
      #expect(try ask("running") == "")
      #expect(try ask("find", "push button", "Menu").contains("enabled"))
    }

    /// Everything that is asked of the window, without a pointer; what it does is heard, not seen.
    @Test func aPlaceIsFoundAFileOpenedAndMeasuredAndAPageSavedByKeysAlone() async throws {
      let track = """
        <gpx version="1.1" creator="t"><wpt lat="48.86" lon="2.35"><name>Start here</name></wpt>
        <trk><name>Morning</name><trkseg><trkpt lat="48.86" lon="2.35"/><trkpt lat="48.87" lon="2.36"/></trkseg></trk></gpx>
        """
      let path = try place.file("walk.gpx", Array(track.utf8))
      try ask("enable", "true")
      try start("HOME=\(place.path)")
      try ask("application", "60")
      // The question of the first start is answered, too.
      if try reader.ask("find", "push button", "Stay offline", "20") != nil { try ask("press", "push button", "Stay offline") }

      try await keys("ctrl+f")
      try ask("find", "entry", "Search", "20")
      try await display.robot("type", "Paris")
      try ask("within", "list", "Results", "Paris", "30")
      try await keys("Return")
      // 48.85, 2.35.
      try ask("described", "canvas", "Map", "48.8", "30")

      try await keys("Escape", "Escape", "ctrl+o")
      try ask("find", "entry", "Path of a file", "20")
      try await display.robot("type", path)
      try await keys("Return")
      #expect(try ask("find", "list item", "Start here", "30").contains("walk.gpx"))

      // Measured from the middle of the view to where that is after a move.
      try await keys("Escape", "Escape", "ctrl+m")
      try ask("find", "panel", "Measure: 0", "20")
      try await keys("space")
      let before = try ask("find", "canvas", "Map")
      try await keys("Right", "Right", "Right")
      #expect(await eventually { (try? self.ask("find", "canvas", "Map")) != before })
      try await keys("space")
      // "Measure: 1.23 km, Last section 1.23 km, bearing 90°".
      let measured = /Measure: (?:[1-9]|0[.][0-9]*[1-9])[0-9.,]* (?:m|km), Last section/
      #expect(await eventually { (try? self.ask("find", "panel", "Measure: "))?.firstMatch(of: measured) != nil })
      try await keys("Return", "Escape")
      try ask("absent", "panel", "Measure: ")

      try await keys("Escape", "ctrl+p")
      try ask("find", "dialog", "Save or print", "20")
      try ask("grab", "push button", "Save")
      #expect(try ask("focused").hasPrefix("push button|Save|"))
      try await keys("space")
      try ask("find", "label", "Saved as", "40")
      let page = place.path + "/map.pdf"
      #expect(try Data(contentsOf: URL(fileURLWithPath: page)).starts(with: Array("%PDF-".utf8)))
      #expect(try ask("running") == "")
    }

    private func keys(_ names: String...) async throws {
      for name in names {
        try await display.robot("key", name)
        try await Task.sleep(for: .seconds(0.4))
      }
    }

    @Test func everyControlIsReachedByTabAndIsCalledSomething() async throws {
      try ask("enable", "true")
      try start()
      try ask("application", "60")
      try ask("find", "canvas", "Map", "30")
      var seen: [String] = []
      for _ in 0..<40 {
        let before = try seen.last ?? ask("focused")
        try await display.robot("key", "Tab")
        let line = try ask("focused", before)
        if seen.first?.split(separator: "|").prefix(2) == line.split(separator: "|").prefix(2) { break }
        seen.append(line)
      }
      let names = seen.map { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)[1] }
      #expect(names.count >= 4 && names.allSatisfy { !$0.isEmpty }, "\(seen)")
      let all = try ask("tree").split(separator: "\t").map { $0.split(separator: "|", omittingEmptySubsequences: false) }
      for parts in all where parts.count == 5 && parts[4].split(separator: ",").contains("focusable") {
        let isMap = parts[1] == "canvas"
        #expect(isMap || names.contains(String(parts[2])), "\(parts[1]) \(parts[2]) is not reached by Tab: \(names)")
      }
    }
  }
}
