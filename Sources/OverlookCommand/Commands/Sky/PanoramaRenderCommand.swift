import ArgumentParser
import Foundation
import Overlook
import OverlookFormats
import OverlookStreetScene
import OverlookSupport

/// `overlook panorama render`: a panorama made from the map.
struct PanoramaRenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Makes a panorama from a map: houses, roads, trees and 3D models as they are seen from the street.",
    discussion: """
      The scene comes from the region that the place lies in, or from the archive of vector tiles that --tiles names; the light from \
      where the sun stands at the time. A JPEG says in its metadata that it is a panorama with north in the \
      middle, as viewers expect, and where it is.
      """)

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The place. Values may begin with a minus.", valueName: "lat,lon"),
    transform: CoordinateArgument.parse)
  var at: CoordinateArgument

  @Option(
    help: ArgumentHelp("Metres of the eye above the ground, 0.3 to 500; 1.7 when left out.", valueName: "m"),
    transform: FiniteArgument.parse)
  var height = FiniteArgument(1.7)

  @Option(help: ArgumentHelp("A time in the form of ISO 8601, for the sun; now when left out.", valueName: "time"))
  var time: String?

  @Option(help: "Pixels along the horizon, 256 to 16384; the picture is half as high.")
  var width = 4_096

  @Option(
    help: ArgumentHelp("Metres around the place that are drawn, 50 to 2000; 700 when left out.", valueName: "m"),
    transform: FiniteArgument.parse)
  var radius = FiniteArgument(700)

  @Option(help: "The name or the folder of the region; the one that the place lies in when left out.")
  var region: String?

  @Option(help: ArgumentHelp("An archive of vector tiles instead of a region.", valueName: "file"))
  var tiles: String?

  @OptionGroup var models: ModelOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("The picture to write (.jpg, .png, .webp).", valueName: "file"))
  var output: String

  func validate() throws {
    guard StreetPicture.heightLimit.contains(height.value) else { throw ValidationError("--height must lie in 0.3 to 500") }
    guard StreetPicture.widthLimit.contains(width) else { throw ValidationError("--width must lie in 256 to 16384") }
    guard StreetSceneReader.radiusLimit.contains(radius.value) else { throw ValidationError("--radius must lie in 50 to 2000") }
    guard region == nil || tiles == nil else { throw ValidationError("--region and --tiles exclude each other") }
    try TimeArgument.check(time)
  }

  /// What is to be said where the eye is within a building; nil where it is under the open sky.
  private func buildingWarning(_ scene: StreetScene) -> String? {
    let isInside = scene.buildings.contains { building in
      building.bottom < height.value && building.top > height.value && StreetSurroundings.contains(building.rings, SIMD2())
    }
    guard isInside else { return nil }
    let text = "the place lies within a building: its walls are all that is seen"
    guard let street = StreetWays(scene).nearest(to: SIMD2(), radius: radius.value) else { return text }
    let place = scene.frame.coordinate(street.place)
    let meters = SphericalGeometry.distance(from: at.coordinate, to: place)
    return text + String(format: "; the nearest street is %.0f m away: --at %.6f,%.6f", meters, place.latitude, place.longitude)
  }

  func run() throws {
    try PictureFile.check(output)
    do {
      let archive = try ArchiveOpener.open(path: try StreetTiles.path(at: at.coordinate, tiles: tiles, region: region))
      var scene = try StreetSceneReader.scene(around: at.coordinate, radius: radius.value, in: archive)
      scene.models = try MainActor.assumeIsolated { InstalledStreets.streetModels(of: try models.overlays()) }
      let sun = try Ephemeris.position(
        of: .sun, at: TimeArgument.date(time) ?? Date(),
        observer: SkyObserver(at.coordinate))
      if time == nil, sun.altitude < 0 {
        Report.warning("the Sun is below the horizon there now; --time chooses another hour, such as 2026-06-21T12:00:00Z")
      }
      if let place = buildingWarning(scene) { Report.warning(place) }
      guard
        let picture = StreetPicture(
          scene, height: height.value, light: StreetLight(azimuth: sun.azimuth, altitude: sun.altitude), width: width)
      else { return }
      if PictureFile.Format(path: output) == .jpeg {
        try PictureFile.write(try picture.jpeg(at: at.coordinate), to: output)
      } else {
        try PictureFile.write(picture.image, to: output)
      }
    } catch let fault as CommandFailure {
      throw fault
    } catch {
      throw CommandFailure(description: "\(error)")
    }
  }
}
