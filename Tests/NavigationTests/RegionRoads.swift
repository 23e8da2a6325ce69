import Foundation
import OverlookRoads

@testable import OverlookNavigation

/// The roads of the regions that come with the program.
enum RegionRoads {
  static let names = ["Neubrandenburg", "Helsinki"]

  static func sample(_ name: String, seed: UInt64) throws -> RouteSample {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let path = root.appendingPathComponent("Assets/Regions/\(name).region/roads").path
    return RouteSample(try RoadGraphFile.read(path: path), name: name, seed: seed)
  }
}
