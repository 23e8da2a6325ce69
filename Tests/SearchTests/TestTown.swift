import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSearch

/// A small town in OpenStreetMap's XML, written by hand: what people look for, one of each.
struct TestTown {
  private var lines: [String] = []
  private var nextNode = 1
  private var nextWay = 1
  /// Of the places of nodes.
  static let south = 53.55
  static let west = 13.25

  /// A place so many metres north and east of the south-west corner.
  static func place(_ north: Double, _ east: Double) -> LocationCoordinate {
    LocationCoordinate(latitude: south + north / 111_195, longitude: west + east / (111_195 * 0.5941))
  }

  @discardableResult mutating func node(_ north: Double, _ east: Double, _ tags: [String: String] = [:]) -> Int {
    let place = Self.place(north, east)
    lines.append("<node id=\"\(nextNode)\" lat=\"\(place.latitude)\" lon=\"\(place.longitude)\">\(Self.text(tags))</node>")
    nextNode += 1
    return nextNode - 1
  }

  mutating func way(_ nodes: [Int], _ tags: [String: String]) {
    ways.append("<way id=\"\(nextWay)\">" + nodes.map { "<nd ref=\"\($0)\"/>" }.joined() + Self.text(tags) + "</way>")
    nextWay += 1
  }

  private var ways: [String] = []

  private static func text(_ tags: [String: String]) -> String {
    tags.sorted { $0.key < $1.key }.map { "<tag k=\"\($0.key)\" v=\"\($0.value.replacing("&", with: "&amp;"))\"/>" }.joined()
  }

  mutating func house(_ north: Double, _ east: Double, _ number: String, _ street: String, postcode: String = "17033") {
    node(north, east, ["addr:housenumber": number, "addr:street": street, "addr:postcode": postcode, "addr:city": "Musterstadt"])
  }

  /// The whole town.
  init() {
    node(
      1000, 1000,
      [
        "place": "town", "name": "Musterstadt", "name:en": "Sampletown", "name:ja": "ムスター市", "population": "12000",
        "old_name": "Altstedt",
        "name:de": "Musterstadt",
      ])
    node(1600, 1000, ["place": "suburb", "name": "Nordend"])
    let crossing = node(1000, 1000)
    way([node(1000, 0), crossing, node(1000, 2000)], ["highway": "primary", "name": "Lange Straße", "addr:country": "DE"])
    way([node(0, 1000), crossing], ["highway": "residential", "name": "Bahnhofstr."])
    way([crossing, node(2000, 1000)], ["highway": "residential", "name": "Bahnhofstr."])
    way([node(200, 0), node(200, 900)], ["highway": "residential", "name": "S Main Street"])
    way([node(400, 0), node(400, 900)], ["highway": "residential", "name": "Müllerweg"])
    way([node(600, 0), node(600, 900)], ["highway": "residential", "name": "A"])
    way([node(1400, 0), node(1400, 900)], ["highway": "residential", "name": "Otto-Lilie-Straße"])
    way([node(1450, 0), node(1450, 900)], ["highway": "residential", "name": "1.Parkgasse"])
    for number in stride(from: 1, through: 19, by: 2) { house(1010, Double(number) * 50, "\(number)", "Lange Straße") }
    house(1010, 1500, "21a", "Lange Straße")
    house(1010, 1600, "25-29", "Lange Straße")
    for number in 1...5 { house(Double(number) * 100, 1012, "\(number)", "Bahnhofstraße", postcode: "17034") }
    house(210, 300, "7", "S Main Street")
    house(610, 300, "3", "A")
    house(1410, 300, "4", "Otto-Lilie-Straße")
    house(1460, 500, "8b", "1.Parkgasse")
    house(1460, 100, "1", "1.Parkgasse")
    house(1460, 200, "11", "1.Parkgasse")
    // An address of a street that is not drawn.
    house(1800, 300, "4", "Am Vergessenen Hof")
    let first = node(410, 100, ["addr:housenumber": "2", "addr:street": "Müllerweg"])
    let last = node(410, 500, ["addr:housenumber": "10", "addr:street": "Müllerweg"])
    way([first, last], ["addr:interpolation": "even"])
    node(1020, 800, ["amenity": "pharmacy", "name": "Löwen-Apotheke", "addr:street": "Lange Straße", "addr:housenumber": "15"])
    node(1700, 1500, ["amenity": "pharmacy", "name": "Nord-Apotheke"])
    node(1900, 1900, ["place": "village", "name": "Burg Neuland"])
    node(1850, 1850, ["historic": "castle", "name": "Alte Feste"])
    node(900, 900, ["amenity": "restaurant", "name": "Zum Goldenen Stern"])
    node(950, 1100, ["amenity": "atm"])
    node(1100, 1100, ["railway": "station", "name": "Musterstadt Hbf"])
    node(300, 300, ["shop": "bakery", "name": "O'Briens Brot & Kuchen"])
  }

  func write(to path: String) throws {
    let text = "<?xml version=\"1.0\"?><osm version=\"0.6\">" + lines.joined() + ways.joined() + "</osm>"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// The index of the town, made once.
  static let index: Result<SearchIndex, any Error> = Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-search-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    atexitFolders.append(folder)
    try TestTown().write(to: "\(folder)/town.osm")
    let data = try OSMFile.read(path: "\(folder)/town.osm")
    try SearchIndexBuilder.write(data, to: "\(folder)/search.sqlite", SearchIndexDescription(name: "Musterstadt"))
    return try SearchIndex(path: "\(folder)/search.sqlite")
  }
}

/// Folders that are of no use after the tests.
final class TemporaryFolders: @unchecked Sendable {
  private var folders: [String] = []

  func append(_ folder: String) { folders.append(folder) }

  deinit {
    for folder in folders { try? FileManager.default.removeItem(atPath: folder) }
  }
}

let atexitFolders = TemporaryFolders()
