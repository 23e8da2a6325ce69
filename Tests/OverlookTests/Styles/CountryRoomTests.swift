import Overlook
import OverlookPlatform
import Testing

/// Names of countries of the embedded world, where capitals and great cities are named as well.
@MainActor @Suite struct CountryRoomTests {
  private func countries(_ latitude: Double, _ longitude: Double) throws -> Set<String> {
    let map = MapView(camera: CameraPosition(latitude: latitude, longitude: longitude, zoom: 5))
    map.isStill = true
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 1100, height: 760))
    defer { loop.close() }
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    let view = ScreenRect(x: 0, y: 0, width: 1100, height: 760)
    let features = map.features(in: view, layers: ["place-country"])
    return Set(features.compactMap { ($0.attributes["name_en"] ?? $0.attributes["name"])?.text })
  }

  @Test(arguments: [
    (14.0, -87.0, ["Guatemala", "Belize", "El Salvador", "Honduras", "Nicaragua", "Costa Rica", "Panama"]),
    (43, 20, ["Croatia", "Bosnia and Herzegovina", "Montenegro", "Albania", "North Macedonia", "Greece", "Bulgaria"]),
    (8, 0, ["Ivory Coast", "Ghana", "Togo", "Benin", "Nigeria", "Burkina Faso"]),
  ])
  func smallCountriesHaveTheirNames(latitude: Double, longitude: Double, names: [String]) throws {
    let shown = try countries(latitude, longitude)
    #expect(shown.isSuperset(of: names), "\(Set(names).subtracting(shown))")
  }
}
