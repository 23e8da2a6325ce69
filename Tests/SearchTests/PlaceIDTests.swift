import Foundation
import GRDB
import OverlookFormats
import OverlookGeometry
import Testing

@testable import OverlookSearch

/// What programs call places, and the way back from there.
@Suite struct PlaceIDTests {
  @Test func namesOfElementsAreReadAsTheyAreWritten() throws {
    for (kind, word) in [(OSMData.Kind.node, "node"), (.way, "way"), (.relation, "relation")] {
      let id = try #require(PlaceID(kind, 123_456_789_012))
      #expect(id.text == "osm:\(word)/123456789012" && PlaceID(id.text) == id && PlaceID(code: id.code) == id)
    }
    let house = try #require(PlaceID("osm:way/5#12a"))
    #expect(house.house == "12a" && house.text == "osm:way/5#12a")
    for text in [
      "", "osm:", "osm:node", "osm:node/", "osm:node/-1", "osm:node/0", "osm:node/1.5", "osm:node/99999999999999999999",
      "osm:area/1",
      "node/1", "osm:node/1/2", "osm:way/5#", "osm:node/٣", "osm:way/5#" + String(repeating: "1", count: 500),
    ] { #expect(PlaceID(text) == nil, "\(text)") }
    #expect(PlaceID(code: 0) == nil && PlaceID(code: -5) == nil && PlaceID(code: 7) == nil && PlaceID(.node, .max) == nil)
  }

  @Test(arguments: [
    "Löwen-Apotheke", "Musterstadt", "Nordend", "Lange Straße", "Lange Straße 7", "Lange Straße 21a", "O'Briens", "17034",
  ])
  func whatIsFoundIsFoundAgainByItsIdentifier(text: String) throws {
    let index = try TestTown.index.get()
    let found = try #require(try index.search(SearchRequest(text, limit: 1, language: "de")).first)
    let id = try #require(found.placeID)
    let again = try #require(try PlaceIndexes([index]).place(id: id, language: "de"))
    #expect(again.coordinate == found.coordinate && again.name == found.name && again.kind == found.kind && again.placeID == id)
    #expect(id.hasPrefix("osm:") == (found.kind != "postcode"), "\(id)")
  }

  @Test func anElementIsThatOfTheData() throws {
    let index = try TestTown.index.get()
    // The first node of the town, and the first of its ways.
    #expect(try index.search(SearchRequest("Musterstadt", limit: 1)).first?.placeID == "osm:node/1")
    #expect(try index.place(id: "osm:way/1")?.name == "Lange Straße")
    #expect(try index.search(SearchRequest("Lange Straße 7", limit: 1)).first?.placeID == "osm:way/1#7")
    // As a text, too.
    let typed = try PlaceIndexes([index]).search(SearchRequest("osm:node/1", language: "de"))
    #expect(typed.map(\.name) == ["Musterstadt"])
    #expect(try index.search(SearchRequest("Lange Straße & Bahnhofstraße", limit: 1)).first?.placeID == nil)
    for id in ["osm:node/77777", "osm:way/1#777", "osm:relation/1", "index:Elsewhere@/0", "index:Musterstadt@/99999", "x", ""] {
      #expect(try index.place(id: id) == nil, "\(id)")
    }
  }

  /// Their numbers are no house numbers, and the letters of the directions begin no names.
  @Test func degreesAreAPlaceAndNothingElse() throws {
    let indexes = PlaceIndexes([try TestTown.index.get()])
    for text in ["53°33'7\"N 13°15'11\"E", "53.56 N, 13.26 E", "53.56, 13.26"] {
      let found = try indexes.search(SearchRequest(text, language: "de"))
      #expect(found.map(\.kind) == ["coordinate"], "\(text): \(found.map(\.name))")
    }
    #expect(try indexes.search(SearchRequest("Lange Straße 7", language: "de")).first?.name == "Lange Straße 7")
  }

  /// As they were made before elements were kept.
  @Test func anIndexWithoutElementsNamesItsRows() throws {
    let source = try TestTown.index.get().path
    let path = NSTemporaryDirectory() + "/overlook-old-index-" + UUID().uuidString + ".sqlite"
    try FileManager.default.copyItem(atPath: source, toPath: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try DatabaseQueue(path: path).write { try $0.execute(sql: "DROP TABLE elements") }
    let index = try SearchIndex(path: path)
    #expect(try index.place(id: "osm:node/1") == nil)
    let postcode = try #require(try index.search(SearchRequest("17034", limit: 1)).first)
    let id = try #require(postcode.placeID)
    #expect(try index.place(id: id)?.coordinate == postcode.coordinate)
  }

  @Test func aDamagedRowIsAFaultAndNoTrap() throws {
    let source = try TestTown.index.get().path
    let path = NSTemporaryDirectory() + "/overlook-damaged-index-" + UUID().uuidString + ".sqlite"
    try FileManager.default.copyItem(atPath: source, toPath: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    for value in ["'x'", "1e300", "x'00'", "-5", "9223372036854775807"] {
      try DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE elements SET place = \(value) WHERE code = 4") }
      let found = Result { () throws(FormatError) in try SearchIndex(path: path).place(id: "osm:node/1") }
      if case .success(let place?) = found { Issue.record("\(value) is \(place.name)") }
    }
  }
}
