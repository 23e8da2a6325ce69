import Overlook
import OverlookPasses
import OverlookRender
import OverlookSupport
import OverlookTestSupport
import Testing

/// The driver and the rasterizers draw the same map.
@MainActor @Suite(.serialized) struct RendererChoiceTests {
  /// Share of the pixels that may differ to the eye between the two: edges of lines and areas, whose pixels are weighed by what
  /// of them is covered where the driver weighs by distance.
  private static let tolerance = 0.01

  private func picture(_ choice: RendererChoice, tilt: Double, bearing: Double) throws -> Image {
    let before = MapServices.renderer
    defer { MapServices.renderer = before }
    MapServices.renderer = choice
    let scene = try WholeMapScene(tilt: tilt, bearing: bearing)
    let picture = try scene.picture()
    #expect(scene.map.renderer?.raster.drawnBy == choice.rawValue)
    return picture
  }

  @Test(arguments: [("flat", 0.0, 0.0), ("tilted", 50.0, 25.0)])
  func aWholeMapLooksTheSameWhoeverDraws(name: String, tilt: Double, bearing: Double) throws {
    let driver = try picture(.driver, tilt: tilt, bearing: bearing)
    let software = try picture(.software, tilt: tilt, bearing: bearing)
    #expect(try GoldenPicture("whole/\(name)-driver").mismatch(with: driver) == nil)
    #expect(try GoldenPicture("whole/\(name)-software").mismatch(with: software) == nil)
    let comparison = try #require(PictureComparison(driver, software))
    #expect(comparison.share < Self.tolerance, "\(comparison.differingPixels) pixels differ")
    let difference = try #require(PictureComparison.rootMeanSquare(driver, software))
    #expect(difference <= 0.01, "\(difference)")
    // Not the same bytes: somebody else drew.
    #expect(driver.pixels != software.pixels)
  }

  @Test func namesThatAreNoneAreToldWithWhereTheyStand() throws {
    #expect(try RendererChoice(environment: [:]) == .automatic)
    #expect(try RendererChoice(environment: ["OVERLOOK_RENDERER": ""]) == .automatic)
    for choice in RendererChoice.allCases {
      #expect(try RendererChoice(environment: ["OVERLOOK_RENDERER": choice.rawValue]) == choice)
    }
    #expect(throws: RendererChoiceFault(origin: "OVERLOOK_RENDERER", value: "gpu")) {
      try RendererChoice(environment: ["OVERLOOK_RENDERER": "gpu"])
    }
    let long = RendererChoiceFault(origin: "--renderer", value: String(repeating: "x\n", count: 1000)).description
    #expect(long.count < 160 && !long.contains("\n"))
  }
}
