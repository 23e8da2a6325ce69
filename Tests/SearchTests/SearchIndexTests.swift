import Foundation
import OverlookGeometry
import OverlookSupport
import Testing

@testable import OverlookSearch

/// What people type, and the place that they mean, in a town of which everything is known.
@Suite struct SearchIndexTests {
  private static let middle = TestTown.place(1000, 1000)

  private func search(_ text: String, near: LocationCoordinate? = nil, limit: Int = 5, language: String = "de") throws
    -> [PlaceResult]
  {
    try TestTown.index.get().search(SearchRequest(text, near: near, limit: limit, language: language))
  }

  private func meters(_ result: PlaceResult?, _ north: Double, _ east: Double) -> Double {
    SphericalGeometry.distance(from: result?.coordinate ?? .invalid, to: TestTown.place(north, east))
  }

  @Test(arguments: [
    "Lange Straße 7", "7 Lange Straße", "lange str. 7, musterstadt", "7, Lange Strasse, Musterstadt",
    "Musterstadt Lange Straße 7",
    "17033 Musterstadt Lange Str 7", "langestr 7", "Lnage Straße 7", "lange strase 7", "LANGE STRASSE Nr. 7",
  ])
  func findsAHouseInEveryOrder(text: String) throws {
    let first = try search(text).first
    #expect(first?.kind == "house" && meters(first, 1010, 350) < 20, "\(String(describing: first?.summary))")
    #expect(first?.address.thoroughfare == "Lange Straße 7")
    #expect(first?.address.lines == ["Lange Straße 7", "17033 Musterstadt", "Deutschland"])
  }

  @Test(arguments: [
    ("Lange Straße 21 A", 1010.0, 1500.0), ("Lange Straße 25-29", 1010, 1600), ("Lange Straße 27", 1010, 1600),
    ("Bahnhofstraße 3", 300, 1012), ("Bahnhofstr 3", 300, 1012), ("Mullerweg 6", 410, 300), ("Muellerweg 4", 410, 200),
    ("South Main St 7", 210, 300), ("7 s main st", 210, 300), ("A 3", 610, 300), ("Am Vergessenen Hof 4", 1800, 300),
    // "Otto" is a cash machine in Finland, and a street may begin with a number.
    ("Otto-Lilie-Straße 4", 1410, 300), ("4 Otto-Lilie-Str", 1410, 300), ("1.Parkgasse 8b", 1460, 500),
    ("8b 1. Parkgasse", 1460, 500), ("1 1.Parkgasse", 1460, 100),
  ])
  func findsLettersRangesAbbreviationsAndWhatLiesBetween(text: String, north: Double, east: Double) throws {
    let first = try search(text).first
    #expect(first?.kind == "house" && meters(first, north, east) < 20, "\(String(describing: first?.summary))")
  }

  @Test func findsANumberAloneWhereTheMapIs() throws {
    let first = try search("3", near: TestTown.place(600, 310)).first
    #expect(meters(first, 610, 300) < 20)
  }

  @Test(arguments: [
    "Lange Straße & Bahnhofstraße", "Bahnhofstr / Lange Str", "lange straße und bahnhofstraße",
    "Ecke Lange Straße / Bahnhofstraße",
  ])
  func findsWhereTwoStreetsMeet(text: String) throws {
    let first = try search(text).first
    #expect(first?.kind == "intersection" && meters(first, 1000, 1000) < 10, "\(String(describing: first?.summary))")
  }

  @Test(arguments: ["Apotheke", "pharmacy", "薬局", "صيدلية", "apteekki", "аптека", "apothe"])
  func findsTheNearestOfAKindInEveryLanguage(text: String) throws {
    let near = try search(text, near: Self.middle)
    #expect(near.first?.name == "Löwen-Apotheke")
    #expect(Set(near.prefix(2).map(\.name)) == ["Löwen-Apotheke", "Nord-Apotheke"])
    #expect(try search(text, near: TestTown.place(1700, 1500)).first?.name == "Nord-Apotheke")
  }

  @Test func aNameThatBeginsLikeAKindIsAName() throws {
    #expect(try search("Burg Neuland", near: Self.middle).first?.name == "Burg Neuland")
    #expect(try search("Burg", near: Self.middle).first?.kind == "castle")
  }

  @Test func whatHasNoNameIsCalledByItsKind() throws {
    #expect(try search("Geldautomat", near: Self.middle).first?.name == "Geldautomat")
    #expect(try search("cash machine", near: Self.middle, language: "en").first?.name == "ATM")
  }

  @Test(arguments: ["Musterstadt", "muster", "Sampletown", "ムスター市", "Altstedt", "Mustersatdt", "Mustrstadt"])
  func findsTheTownByEveryNameAndWithErrors(text: String) throws {
    let found = try search(text)
    #expect(found.first?.kind == "town", "\(found.map(\.summary))")
  }

  @Test func namesAreInTheLanguageAskedFor() throws {
    #expect(try search("Musterstadt", language: "en").first?.name == "Sampletown")
    #expect(try search("Musterstadt", language: "ja-JP").first?.name == "ムスター市")
    #expect(try search("Musterstadt", language: "fi").first?.name == "Musterstadt")
  }

  @Test func findsPostcodesAndAPlaceOfTwoWordsByItsBeginning() throws {
    #expect(try search("17034").first?.kind == "postcode")
    #expect(try search("zum gold").first?.name == "Zum Goldenen Stern")
    #expect(try search("stern golden").first?.name == "Zum Goldenen Stern")
    #expect(try search("obriens").first?.name == "O'Briens Brot & Kuchen")
  }

  /// Of places that are as well known, the one comes first whose name says by itself what was mistyped: letters left out or swapped
  /// before letters that are others; and a place's own name before one that a better known place has besides.
  @Test(arguments: [
    ("Farmso", ["Farmos", "Farmsa"]), ("Bramly", ["Bramley", "Braxly"]), ("Brmley", ["Bramley"]),
    ("Zolanu", ["Zoland", "Talheim"]),
  ]) func mistypedNamesAreFoundByTheLikelierError(text: String, expected: [String]) throws {
    let names = ["Farmos", "Farmsa", "Bramley", "Braxly", "Zoland", "Talheim"]
    var entries = names.enumerated().map { number, name in
      PlaceEntry(
        kind: "village", importance: 0.3, coordinate: TestTown.place(Double(number) * 5000, 0), names: [PlaceName(name)])
    }
    entries[5].hiddenNames = ["Zolano"]
    entries[5].importance = 0.5
    let path = NSTemporaryDirectory() + "/overlook-typos-\(UUID().uuidString).sqlite"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try SearchIndexWriter(entries, SearchIndexDescription(name: "typos")).write(to: path)
    let found = try SearchIndex(path: path).search(SearchRequest(text, limit: 5)).map(\.name)
    #expect(Array(found.prefix(expected.count)) == expected)
  }

  @Test func everyBeginningOfAStreetFindsIt() throws {
    let name = "Lange Straße"
    for count in 3...name.count {
      #expect(try search(String(name.prefix(count))).contains { $0.name == name }, "\(name.prefix(count))")
    }
  }

  @Test(arguments: [
    "", " ", "\0", "'; DROP TABLE places; --", "\"", "%_%", "😀", "a", "&", "/", "& /", String(repeating: "x", count: 10_000),
    String(repeating: "1 ", count: 5000), "\u{202E}abc", "NULL", "-1", "99999999999999999999",
  ])
  func anythingMayBeTyped(text: String) throws {
    #expect(try search(text, near: Self.middle).count <= 5)
  }

  /// Two words of a name without the space between them.
  @Test(arguments: [("goldenenstern", "Zum Goldenen Stern"), ("nordapotheke", "Nord-Apotheke"), ("burgneuland", "Burg Neuland")])
  func findsWordsThatAreTypedAsOne(_ text: String, _ name: String) throws {
    #expect(try search(text).first?.name == name)
  }

  @Test func aCancelledSearchFindsNothing() throws {
    let ticket = WorkTicket()
    ticket.cancel()
    #expect(try TestTown.index.get().search(SearchRequest("Lange", ticket: ticket)).isEmpty)
  }

  @Test func saysWhatIsAtAPlace() throws {
    let found = try TestTown.index.get().reverse(TestTown.place(1012, 352), language: "de")
    #expect(found.first?.name == "Lange Straße 7")
    #expect(found.first?.address.locality == "Musterstadt" && found.first?.address.postalCode == "17033")
    #expect(found.contains { $0.kind == "street" && $0.name == "Lange Straße" })
    #expect(found.contains { $0.kind == "town" })
    let street = try TestTown.index.get().reverse(TestTown.place(1900, 1030), language: "de")
    #expect(street.first?.kind == "street" && street.first?.name == "Bahnhofstr.")
    #expect(try TestTown.index.get().reverse(LocationCoordinate(latitude: -40, longitude: 100)).isEmpty)
  }

  @Test func boundsHoldWhatTheyAreOf() throws {
    let street = try #require(try search("Lange Straße").first { $0.kind == "street" })
    #expect(street.bounds.southWest.longitude <= TestTown.place(1000, 5).longitude)
    #expect(street.bounds.northEast.longitude >= TestTown.place(1000, 1995).longitude)
    let house = try #require(try search("Lange Straße 7").first)
    #expect(house.bounds.contains(house.coordinate))
  }
}
