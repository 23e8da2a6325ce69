import OverlookGeometry
import Testing

@testable import OverlookSearch

@Suite struct QueryTextTests {
  private func words(_ text: String) -> [String] { QueryText(text).tokens.map { NameFolding.string($0.word) } }

  @Test func takesATextApart() {
    #expect(words("Müllerweg 12a, 17033 Neubrandenburg") == ["mullerweg", "12a", "17033", "neubrandenburg"])
    #expect(words("12 a Lange Straße") == ["12a", "lange", "strasse"])
    #expect(words("Haus Nr. 5") == ["haus", "5"])
    #expect(words("St. John's Rd") == ["st", "johns", "rd"])
  }

  @Test func theLastWordGoesOnUntilASpace() {
    #expect(QueryText("lange str").isOpen)
    #expect(!QueryText("lange str ").isOpen)
    #expect(QueryText("a b").tokens.map(\.isOpen) == [false, true])
  }

  @Test func readsHouseNumbers() {
    #expect(QueryText("10-14 Weg").tokens.first?.number?.rangeEnd == 14)
    #expect(QueryText("Weg 12 B").tokens.last?.number?.suffix == "b")
    #expect(QueryText("1st street").tokens.first.map { NameFolding.string($0.word) } == "1st")
    // A street that begins with a number, and the house on it.
    #expect(words("1.Parkgasse 7a") == ["1", "parkgasse", "7a"])
    #expect(QueryText("1.Parkgasse 7a").tokens.map { $0.number?.value } == [nil, nil, 7])
    #expect(words("44 4.Parkgasse") == ["44", "4", "parkgasse"])
    #expect(QueryText("12quater").tokens.first?.number?.suffix == "quater")
  }

  @Test func readsCrossings() {
    #expect(QueryText("A-Straße & B-Straße").crossing.map { $0.tokens.count } == [2, 2])
    #expect(QueryText("Lange Straße / Kurze Straße").crossing.count == 2)
    #expect(QueryText("Main St and 5th Ave").crossing.count == 2)
    #expect(QueryText("Weg 12/3").crossing.isEmpty)
    #expect(QueryText("Lange Straße").crossing.isEmpty)
  }

  @Test func foldsLettersOfEveryScript() {
    #expect(NameFolding.folded("ÄÖÜß Éøłđ") == "aouss eold")
    #expect(NameFolding.folded("Žižkov") == "zizkov")
    #expect(NameFolding.folded("ガ") == NameFolding.folded("か"))
    #expect(NameFolding.folded("ＡＢＣ１２") == "abc12")
    #expect(NameFolding.folded("القاهِرة") == NameFolding.folded("القاهره"))
    #expect(NameFolding.folded("Ёлки") == NameFolding.folded("елки"))
    #expect(NameFolding.folded("İstanbul") == "istanbul")
  }

  @Test func longAndManyWordsAreCut() {
    #expect(QueryText(String(repeating: "wort ", count: 5000)).tokens.count <= 10)
    #expect(QueryText(String(repeating: "x", count: 10_000)).tokens.allSatisfy { $0.word.count <= NameFolding.longestWord })
  }
}

@Suite struct HouseNumberTests {
  @Test func rangesCoverTheirSide() throws {
    let range = try #require(HouseNumber("10-14"))
    #expect(range.covers(12) && range.covers(14) && !range.covers(11) && !range.covers(16) && !range.covers(10))
    let all = try #require(HouseNumber("1 - 4"))
    #expect(all.covers(2) && all.covers(3))
    #expect(HouseNumber("12/3")?.rangeEnd == nil && HouseNumber("14-10")?.rangeEnd == nil)
    #expect(HouseNumber("a") == nil && HouseNumber("999999") == nil && HouseNumber("") == nil)
  }

  @Test func rowsOfHousesAreFilledEvenly() {
    let path = [TestTown.place(0, 0), TestTown.place(0, 100), TestTown.place(0, 400)]
    let houses = HouseRows.between(2, 10, kind: "even", path: path)
    #expect(houses.map(\.number) == ["4", "6", "8"])
    #expect(houses.allSatisfy { $0.isInterpolated })
    #expect(abs(houses[1].coordinate.longitude - TestTown.place(0, 200).longitude) < 1e-6)
    #expect(HouseRows.between(9, 1, kind: "odd", path: path).map(\.number) == ["7", "5", "3"])
    #expect(HouseRows.between(1, 100_000, kind: "all", path: path).isEmpty)
    #expect(HouseRows.between(1, 5, kind: "zigzag", path: path).isEmpty)
  }

  @Test func aListComesBackAsItWasWritten() throws {
    let street = PlaceEntry(kind: "street", importance: 0.2, coordinate: TestTown.place(0, 0), names: [PlaceName("x")])
    let houses = ["12a", "3", "10-14", "A", "3", "120"].enumerated().map { index, number in
      House(number: number, coordinate: TestTown.place(Double(index) * 10, 5), postcode: index % 2 == 0 ? "17033" : "")
    }
    let writer = PlaceRecord.write(street, kind: 0, parent: nil, keys: [], ownKeyCount: 0, base: SIMD2(0, 0))
    var reader = PackedReader(writer.bytes)
    let record = try PlaceRecord(&reader, base: SIMD2(0, 0))
    let read = try HouseList(HouseList(houses).written(street: street.coordinate), street: record).houses
    #expect(Set(read.map(\.number)) == Set(houses.map(\.number)) && read.count == houses.count)
    for house in read {
      #expect(
        houses.contains {
          $0.number == house.number && $0.postcode == house.postcode
            && abs($0.coordinate.latitude - house.coordinate.latitude) < 1e-6
        })
    }
  }
}

@Suite struct AddressTests {
  @Test(arguments: [
    ("DE", ["Ziegelbergstraße 12", "17033 Neubrandenburg", "Land"]),
    ("US", ["12 Ziegelbergstraße", "Neubrandenburg, MV 17033", "Land"]),
    ("GB", ["12 Ziegelbergstraße", "Neubrandenburg", "17033", "Land"]),
    ("FR", ["12 Ziegelbergstraße", "17033 Neubrandenburg", "Land"]),
    ("JP", ["Ziegelbergstraße 12", "〒17033 MV Neubrandenburg", "Land"]),
    ("AU", ["12 Ziegelbergstraße", "Neubrandenburg MV 17033", "Land"]),
    ("FI", ["Ziegelbergstraße 12", "17033 Neubrandenburg", "Land"]),
    ("", ["Ziegelbergstraße 12", "17033 Neubrandenburg", "Land"]),
  ])
  func linesAreThoseOfTheCountry(country: String, lines: [String]) {
    let street = AddressFormat(countryCode: country).thoroughfare(street: "Ziegelbergstraße", number: "12")
    let address = Address(
      thoroughfare: street, locality: "Neubrandenburg", administrativeArea: "MV", postalCode: "17033", country: "Land",
      countryCode: country)
    #expect(address.lines == lines)
    #expect(address.addressLine1() == lines[0] && address.addressLine2() == lines[1])
  }

  @Test func whatIsNotKnownIsNil() {
    let address = Address(thoroughfare: "", locality: nil)
    #expect(
      address.thoroughfare == nil && address.lines.isEmpty && address.addressLine1() == nil && address.addressLine2() == nil)
    #expect(!address.coordinate.isValid)
  }
}
