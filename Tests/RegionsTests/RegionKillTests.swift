import Foundation
import OverlookRegions
import OverlookTestSupport
import Testing

/// A program that builds a region and is ended in the middle of it, again and again.
@Suite struct RegionKillTests {
  private static let probe = Tool.built("RegionProbe")

  /// A street of some thousand houses: long enough to be ended at any stage.
  private static func extract(houses: Int) -> String {
    var text = "<osm version='0.6'><bounds minlat='53' minlon='13' maxlat='54' maxlon='14'/>"
    for house in 0..<houses {
      let (latitude, longitude) = (53.5 + Double(house / 60) / 2000, 13.5 + Double(house % 60) / 1500)
      for (corner, offset) in [(0.0, 0.0), (0.0001, 0.0), (0.0001, 0.0002), (0.0, 0.0002)].enumerated() {
        text += "<node id='\(house * 4 + corner + 1)' lat='\(latitude + offset.0)' lon='\(longitude + offset.1)'/>"
      }
    }
    for house in 0..<houses {
      let refs = [1, 2, 3, 4, 1].map { "<nd ref='\(house * 4 + $0)'/>" }.joined()
      text += "<way id='\(house + 1)'>\(refs)<tag k='building' v='house'/><tag k='addr:housenumber' v='\(house)'/></way>"
    }
    return text + "</osm>"
  }

  @Test func nothingHalfMadeIsEverSeen() throws {
    let folder = NSTemporaryDirectory() + "/overlook-kill-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(Self.extract(houses: 1500).utf8).write(to: URL(fileURLWithPath: "\(folder)/town.osm"))
    let kills = ProcessInfo.processInfo.environment["OVERLOOK_KILLS"].flatMap(Int.init) ?? 12
    var whole = 0
    for kill in 0..<kills {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Self.probe)
      process.arguments = ["\(folder)/town.osm", "\(folder)/Town.region"]
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      usleep(useconds_t(40_000 + kill * 2_000_000 / kills))
      Tool.kill(process)
      process.waitUntilExit()
      let installed = InstalledRegions(folder: folder, includesEmbedded: false)
      #expect(installed.faults.isEmpty)
      for region in installed.regions {
        whole += 1
        #expect(RegionCheck.faults(of: region).isEmpty)
      }
    }
    // And what they left is in nobody's way.
    let region = try RegionBuilder(input: "\(folder)/town.osm", output: "\(folder)/Town.region").build()
    #expect(RegionCheck.faults(of: region).isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["Town.region", "town.osm"])
  }
}
