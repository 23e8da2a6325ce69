import Foundation
import Overlook
import OverlookAssets
import OverlookPlatform
import OverlookTestSupport
import Testing

/// What the styles that the library ships draw of streets, in the embedded town.
@MainActor @Suite struct EmbeddedStreetTests {
  private func features(_ style: String, _ layer: String, latitude: Double, longitude: Double, zoom: Double) throws
    -> [RenderedFeature]
  {
    let map = MapView(camera: CameraPosition(latitude: latitude, longitude: longitude, zoom: zoom))
    map.isStill = true
    map.mapStyle = try MapStyle(named: style)
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 500, height: 400))
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    #expect(map.styleMessages.isEmpty, "\(map.styleMessages)")
    return map.features(in: ScreenRect(x: 0, y: 0, width: 500, height: 400), layers: [layer])
  }

  @Test(arguments: MapStyle.embeddedNames) func houseNumbersStandAtTheirHousesFromZoom17On(style: String) throws {
    let (latitude, longitude) = (53.5575, 13.261)
    let numbers = try features(style, "housenumber", latitude: latitude, longitude: longitude, zoom: 17.5)
      .compactMap { $0.attributes["housenumber"]?.text }
    #expect(numbers.count >= 8, "\(numbers)")
    #expect(numbers.allSatisfy { $0.first?.isNumber == true }, "\(numbers)")
    // One number can stand at several houses, but not at most of them.
    #expect(Set(numbers).count > numbers.count / 3, "\(numbers)")
    #expect(try features(style, "housenumber", latitude: latitude, longitude: longitude, zoom: 16.9).isEmpty)
  }

  @Test(arguments: MapStyle.embeddedNames) func federalRoadsHaveTheirNumbersOnTheirOwnSigns(style: String) throws {
    let signs = try features(style, "road-shield", latitude: 53.5575, longitude: 13.261, zoom: 14.5)
    let federal = signs.filter { $0.attributes["network"]?.text == "de-federal" }.compactMap { $0.attributes["ref"]?.text }
    #expect(!federal.isEmpty && federal.allSatisfy { $0.hasPrefix("B ") }, "\(signs.map(\.attributes))")
  }

  /// The world names large towns alone.
  @Test(arguments: MapStyle.embeddedNames) func villagesAreNamedByTheRegion(style: String) throws {
    let names = try features(style, "city-town", latitude: 53.495, longitude: 13.3, zoom: 12.6).compactMap { $0.name }
    #expect(Set(names).isSuperset(of: ["Burg Stargard", "Bargensdorf"]) && !names.contains("Neubrandenburg"), "\(names)")
    #expect(try features(style, "city-town", latitude: 53.495, longitude: 13.3, zoom: 16).isEmpty)
  }

  /// For each network that regions tell, in both sheets.
  @Test(arguments: ["sprite", "sprite-night"]) func everySignHasAPicture(sheet: String) throws {
    let networks = [
      "de-motorway", "de-federal", "fi-main", "fi-trunk", "fi-regional", "fr-motorway", "fr-national", "fr-department",
      "ch-motorway", "ch-main", "us-interstate", "us-highway", "us-state", "gb-motorway", "gb-trunk", "gb-primary", "e-road",
    ]
    for density in ["", "@2x"] {
      let data = try Data(contentsOf: URL(fileURLWithPath: EmbeddedAssets.path("\(sheet)\(density).json")))
      let pictures = try #require(try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]])
      for network in networks {
        let picture = try #require(pictures["shield-\(network)"], "\(network)")
        // They stretch with their texts.
        #expect(picture["content"] != nil && picture["stretchX"] != nil, "\(network)")
      }
    }
  }
}
