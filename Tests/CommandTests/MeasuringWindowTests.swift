import Foundation
import OverlookTestSupport
import Testing

extension CommandTests {
  /// Measuring in a real window, by mouse and keys.
  @Suite(
    .serialized, .enabled(if: VirtualDisplay.hasRobot, "Xvfb or xdotool is not installed"),
    .enabled(if: Tool.path("xclip") != nil, "xclip is not installed"))
  struct MeasuringWindowTests {
    @Test func theLengthBetweenTwoClicksIsInTheClipboard() async throws {
      let place = try Workplace()
      let display = try VirtualDisplay(["-screen", "0", "800x600x24"])
      defer { display.stop() }
      let environment = Workplace.environment.merging(["DISPLAY": display.name]) { $1 }
      let viewer = try Tool(
        Workplace.program, ["--size=800x600", "--center=0,0", "--zoom=8"], environment: environment, in: place.path)
      // 200 points of a world of 65,536 are 1.0986328 degrees of the equator, 122.30 km on the ellipsoid.
      let wanted = "122.3 km"
      var copied = ""
      let end = ContinuousClock.now + .seconds(patienceSeconds)
      while !copied.contains(wanted), ContinuousClock.now < end {
        try await Task.sleep(for: .seconds(0.5))
        guard viewer.isRunning else { break }
        // Until the window is there nothing takes the keys; a try that came too early is begun anew.
        try await display.robot("mousemove", "400", "350", "key", "Escape", "key", "Escape", "key", "ctrl+m")
        try await display.robot("mousemove", "300", "300", "sleep", "0.3", "click", "1", "sleep", "0.6")
        try await display.robot(
          "mousemove", "500", "300", "sleep", "0.3", "click", "1", "sleep", "0.6", "key", "Return", "key", "ctrl+c")
        try await Task.sleep(for: .seconds(0.3))
        copied =
          (try? await Tool.run("xclip", ["-selection", "clipboard", "-o"], environment: ["DISPLAY": display.name]).output) ?? ""
      }
      #expect(copied.hasPrefix("Length: \(wanted)\n1\t"), "\(copied)")
      #expect(copied.contains("090.0°"))
      #expect(viewer.isRunning)
    }
  }
}
