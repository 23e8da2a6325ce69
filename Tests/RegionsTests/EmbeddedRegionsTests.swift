import Foundation
import OverlookGeometry
import OverlookRegions
import OverlookSearch
import Testing

@Suite struct EmbeddedRegionsTests {
  private static let installed = InstalledRegions(folder: nil)

  @Test(arguments: [("Neubrandenburg", 53.557, 13.261), ("Helsinki", 60.17, 24.944)])
  func aTownComesWithTheProgram(name: String, latitude: Double, longitude: Double) throws {
    let place = LocationCoordinate(latitude: latitude, longitude: longitude)
    let region = try #require(Self.installed.regions(containing: place).first)
    #expect(region.name == name && region.isEmbedded)
    #expect(region.tilesPath != nil && region.roadsPath != nil && region.searchPath != nil)
    #expect(RegionCheck.faults(of: region).isEmpty)
    #expect(throws: RegionError.embedded(name)) { try RegionInstaller(folder: NSTemporaryDirectory()).remove(region) }
  }

  /// They are made by the program as it is: what is found in them is an element of OpenStreetMap.
  @Test(arguments: [("Neubrandenburg", "Marienkirche"), ("Helsinki", "Ateneum")])
  func itsPlacesAreElements(name: String, text: String) throws {
    let path = try #require(Self.installed.regions.first { $0.name == name }?.searchPath)
    let found = try #require(try SearchIndex(path: path).search(SearchRequest(text, limit: 1)).first)
    #expect(found.placeID?.hasPrefix("osm:") == true, "\(found.name): \(found.placeID ?? "")")
  }

  @Test func anInstalledRegionHidesTheEmbeddedOneOfItsName() throws {
    let folder = NSTemporaryDirectory() + "/overlook-hidden-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let town = try #require(Self.installed.regions.first { $0.name == "Helsinki" })
    let copy = "\(folder)/own.region"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: town.folder, toPath: copy)
    let regions = InstalledRegions(folder: folder).regions
    #expect(regions.filter { $0.name == "Helsinki" }.map(\.folder) == [copy])
    #expect(regions.contains { $0.name == "Neubrandenburg" })
  }
}
