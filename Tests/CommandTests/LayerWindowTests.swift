import Foundation
import OverlookSupport
import OverlookTestSupport
import Testing

extension CommandTests {
  /// Files as layers of a real window, by mouse and keys.
  @Suite(.serialized, .enabled(if: VirtualDisplay.hasRobot, "Xvfb or xdotool is not installed"))
  struct LayerWindowTests {
    private static let track = """
      <?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Ferry</name><trkseg>
      <trkpt lat="60.167" lon="24.955"/><trkpt lat="60.148" lon="24.985"/></trkseg></trk></gpx>
      """

    /// Pixels of the colour that files without colours have, in a part of the screen.
    private func count(_ screen: Image, x: Range<Int>, y: Range<Int>) -> Int {
      y.reduce(0) { sum, row in
        sum
          + x.count { column in
            let start = 4 * (row * screen.width + column)
            let (red, green, blue) = (Int(screen.pixels[start]), Int(screen.pixels[start + 1]), Int(screen.pixels[start + 2]))
            return abs(red - 217) < 30 && abs(green - 46) < 40 && abs(blue - 82) < 40
          }
      }
    }

    @Test func aTrackOfTheCommandLineIsOnTheMapInTheListAndInTheNextSession() async throws {
      let place = try Workplace()
      let path = try place.file("ferry.gpx", Array(Self.track.utf8))
      try FileManager.default.createDirectory(atPath: place.path + "/screen", withIntermediateDirectories: false)
      let display = try VirtualDisplay(["-screen", "0", "800x600x24", "-fbdir", place.path + "/screen"])
      defer { display.stop() }
      let environment = Workplace.environment.merging(["DISPLAY": display.name, "XDG_STATE_HOME": place.statePath]) { $1 }
      func screen() throws -> Image { try VirtualDisplay.picture(inFolder: place.path + "/screen") }
      func waits(_ isDone: () async throws -> Bool) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(patienceSeconds)
        while ContinuousClock.now < end {
          if try await isDone() { return true }
          try await Task.sleep(for: .seconds(0.5))
        }
        return false
      }

      let viewer = try Tool(Workplace.program, ["--size=800x600", path], environment: environment, in: place.path)
      // The line goes through the middle of the view.
      #expect(try await waits { count(try screen(), x: 380..<420, y: 280..<320) > 40 })
      // The sign of its row, in its colour; a key that came too early is pressed again.
      #expect(
        try await waits {
          if count(try screen(), x: 88..<112, y: 300..<345) > 15 { return true }
          try await display.robot("mousemove", "600", "500", "key", "ctrl+l", "sleep", "1.5")
          return count(try screen(), x: 88..<112, y: 300..<345) > 15
        })
      try await display.robot("key", "ctrl+q")
      #expect(try await viewer.wait().status == 0)

      let again = try Tool(Workplace.program, ["--size=800x600"], environment: environment, in: place.path)
      #expect(try await waits { count(try screen(), x: 380..<420, y: 280..<320) > 40 })
      #expect(again.isRunning && again.errors.isEmpty, "\(again.errors)")
      // What a desktop ends keeps its session, too.
      try FileManager.default.removeItem(atPath: place.statePath + "/overlook/session.json")
      again.terminate()
      #expect(try await again.wait().status == 0)
      let session = try String(contentsOfFile: place.statePath + "/overlook/session.json", encoding: .utf8)
      #expect(session.contains("ferry.gpx"))
    }
  }
}
