import OverlookFormats
import Testing

@testable import OverlookStyle

/// What layout asks of expressions that follow the zoom.
@Suite struct ExpressionZoomTests {
  private func program(_ text: String) throws -> ExpressionProgram {
    try ExpressionProgram.compile(try JSONParser.parse(Array(text.utf8)), for: nil)
  }

  private static let ramp = #"["interpolate", ["linear"], ["zoom"], 5, 1, 10, 2, 15, 3]"#

  /// The last stop at the zoom or before, and the first at the next whole zoom or behind.
  @Test(arguments: [(7.0, 5.0, 10.0), (9.5, 5, 15), (3, 5, 5), (20, 15, 15), (10, 10, 15), (9, 5, 10)])
  func aZoomLiesBetweenStops(_ zoom: Double, _ lower: Double, _ upper: Double) throws {
    #expect(try program(Self.ramp).zoomStops(around: zoom) == lower...upper)
  }

  @Test func stepsBeginAtTheBeginning() throws {
    let steps = try program(#"["step", ["zoom"], 1, 5, 2, 10, 3]"#)
    #expect(steps.zoomStops(around: 7) == 5...10 && steps.zoomStops(around: 3) == -Double.infinity...5)
    #expect(steps.isStepped && steps.rampStops.isEmpty)
    #expect(try program(#"["get", "x"]"#).zoomStops(around: 7) == nil)
  }

  /// A share of the way: 2 of 5 zooms; by powers of two, (2^2 - 1) / (2^5 - 1).
  @Test func theShareOfTheWayFollowsTheCurve() throws {
    let ramp = try program(Self.ramp)
    #expect(ramp.zoomFraction(7, from: 5, to: 10) == 0.4 && ramp.zoomFraction(20, from: 5, to: 10) == 1)
    #expect(ramp.zoomFraction(1, from: 5, to: 10) == 0 && ramp.zoomFraction(5, from: 5, to: 5) == 0)
    let curve = try program(#"["interpolate", ["exponential", 2], ["zoom"], 5, 1, 10, 2]"#)
    #expect(abs(curve.zoomFraction(7, from: 5, to: 10) - 3.0 / 31) < 1e-12)
    #expect(try program(#"["get", "x"]"#).zoomFraction(7, from: 5, to: 10) == 0)
    #expect(ramp.rampStops == [5, 10, 15] && !ramp.isStepped)
  }

  @Test func programsAreTheSameByAllThatTheyDo() throws {
    #expect(try program(Self.ramp).isSame(as: program(Self.ramp)))
    for other in [
      #"["interpolate", ["linear"], ["zoom"], 5, 1, 10, 2, 15, 4]"#, #"["interpolate", ["linear"], ["zoom"], 5, 1, 10, 2]"#,
      #"["interpolate", ["exponential", 2], ["zoom"], 5, 1, 10, 2, 15, 3]"#, "3",
    ] { #expect(try !program(Self.ramp).isSame(as: program(other)), "\(other)") }
  }
}
