import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookRegions
import Testing

@Suite struct InstalledRegionsTests {
  /// A folder of regions that have nothing but a description.
  private static func withRegions(_ boxes: [String: [Double]], _ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "/overlook-regions-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, box) in boxes {
      let path = "\(folder)/\(name).region"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let description = RegionDescription(
        name: name, bounds: OSMData.Bounds(west: box[0], south: box[1], east: box[2], north: box[3]), date: nil, license: "ODbL",
        attribution: "hand", source: "none")
      try Data(description.json).write(to: URL(fileURLWithPath: "\(path)/region.json"))
    }
    try body(folder)
  }

  private static let country = [10.0, 50, 20, 60]
  private static let town = [13.0, 53, 14, 54]

  @Test func findsRegionsByNameInAnyCaseAndByPath() throws {
    try Self.withRegions(["Country": Self.country, "Town": Self.town]) { folder in
      let installed = InstalledRegions(folder: folder, includesEmbedded: false)
      #expect(installed.regions.map(\.name) == ["Country", "Town"])
      let town = try installed.region(named: "town")
      #expect(town.folder == "\(folder)/Town.region")
      let country = try installed.region(named: "\(folder)/Country.region/")
      #expect(country.name == "Country")
      #expect(throws: RegionError.notInstalled("Nowhere", known: ["Country", "Town"])) {
        _ = try installed.region(named: "Nowhere")
      }
    }
  }

  @Test func thePlaceIsInTheSmallestRegionFirst() throws {
    try Self.withRegions(["Country": Self.country, "Town": Self.town]) { folder in
      let installed = InstalledRegions(folder: folder, includesEmbedded: false)
      let inTown = LocationCoordinate(latitude: 53.5, longitude: 13.5)
      let outside = LocationCoordinate(latitude: 55, longitude: 13.5)
      #expect(installed.regions(containing: inTown).map(\.name) == ["Town", "Country"])
      #expect(installed.regions(containing: outside).map(\.name) == ["Country"])
      #expect(installed.regions(containing: LocationCoordinate(latitude: 0, longitude: 0)).isEmpty)
      #expect(installed.region(containing: [inTown, inTown])?.name == "Town")
      #expect(installed.region(containing: [inTown, outside])?.name == "Country")
    }
  }

  @Test func foldersThatAreNoRegionsAreSaidAndLeftOut() throws {
    try Self.withRegions(["Town": Self.town]) { folder in
      for (name, text) in [
        ("Empty", ""), ("Later", #"{"version": 99, "name": "Later"}"#),
        (
          "Up",
          #"{"version":1,"name":"../Up","bounds":[0,0,1,1],"license":"","attribution":"","source":"","counts":{},"files":{}}"#
        ),
      ] {
        let path = "\(folder)/\(name).region"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/region.json"))
      }
      let installed = InstalledRegions(folder: folder, includesEmbedded: false)
      #expect(installed.regions.map(\.name) == ["Town"])
      #expect(installed.faults.count == 3)
    }
  }

  @Test func theFolderFollowsTheDirectoryStandard() {
    #expect(InstalledRegions.folder(environment: ["XDG_DATA_HOME": "/d", "HOME": "/h"]) == "/d/overlook/regions")
    #expect(InstalledRegions.folder(environment: ["XDG_DATA_HOME": "d", "HOME": "/h"]) == "/h/.local/share/overlook/regions")
    #expect(InstalledRegions.folder(environment: [:]) == nil)
    #expect(InstalledRegions(folder: "/nowhere/at/all", includesEmbedded: false).regions.isEmpty)
  }

  @Test(arguments: [
    ("Neubrandenburg", true), ("Île-de-France", true), ("", false), (".hidden", false), ("a/b", false), ("..", false),
    ("two\nlines", false), (String(repeating: "a", count: 101), false),
  ])
  func aNameIsThatOfAFolder(name: String, isName: Bool) {
    #expect(RegionDescription.isName(name) == isName)
  }
}
