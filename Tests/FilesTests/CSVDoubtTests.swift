import Foundation
import OverlookFiles
import OverlookFormats
import OverlookGeometry
import Testing

@Suite struct CSVDoubtTests {
  private func input(_ text: String) -> FileInput { FileInput(name: "a.csv", bytes: Array(text.utf8)) }

  @Test func whatIsSureAsksNothing() throws {
    let layout = try #require(CSVReader.layout(of: input("name,lat,lon\nA,60.1,24.9\nB,61.2,25.1\n")))
    #expect(!layout.isUnsure && layout.doubts.isEmpty)
  }

  @Test func swappedNamesAreNoticedAndSaid() throws {
    let swapped = input("name,lat,lon\nA,124.9,60.1\nB,125.1,61.2\n")
    let layout = try #require(CSVReader.layout(of: swapped))
    #expect(layout.doubts == [.swapped] && layout.place == .coordinates(latitude: 2, longitude: 1))
    let document = try FileFormats.read(swapped)
    #expect(document.shapes.place(0) == LocationCoordinate(latitude: 60.1, longitude: 124.9))
    #expect(document.notes.contains { $0.contains("other way round") })
  }

  /// The corner stone of zone 35: 500 km east is the meridian of 27 degrees, and the equator is at 0 m of UTM north.
  @Test func metresOfAProjectionAreNoticedAndReadOnceItIsNamed() throws {
    let metres = input("name,easting,northing\nA,500000,6655000\nB,500100,6655100\n")
    let layout = try #require(CSVReader.layout(of: metres))
    #expect(layout.doubts.contains(.projected) && layout.place == nil)
    #expect(layout.candidates.first == .coordinates(latitude: 2, longitude: 1))
    #expect(throws: FormatError.self) { try FileFormats.read(metres) }
    let document = try CSVReader.read(metres, layout: layout.chosen(.coordinates(latitude: 2, longitude: 1), crs: "EPSG:32635"))
    #expect(document.featureCount == 2 && abs(document.shapes.coordinates[0] - 27) < 1e-9)
    #expect((59.9...60.1).contains(document.shapes.coordinates[1]))
  }

  @Test func severalColumnsAreOffered() throws {
    let layout = try #require(CSVReader.layout(of: input("lat,latitude,lon\n1,2,3\n4,5,6\n")))
    #expect(layout.doubts.contains(.severalPlaces) && layout.candidates.count == 2)
  }

  @Test func numbersWithFractionsAreOfferedBeforeCounts() throws {
    let layout = try #require(CSVReader.layout(of: input("a,b,c\n0,60.15,24.9\n1,60.16,24.91\n2,60,24.92\n")))
    #expect(layout.doubts == [.place] && layout.candidates.first == .coordinates(latitude: 1, longitude: 2))
    #expect(layout.candidates.contains(.coordinates(latitude: 0, longitude: 1)))
  }

  @Test func thousandsAndDecimalCommasAreToldApartOrAsked() throws {
    let fractions = try #require(CSVReader.layout(of: input("name,lat,lon\nA,\"60,17\",\"24,94\"\nB,\"61,5\",\"23,7\"\n")))
    #expect(fractions.decimalPoint == 0x2C && fractions.place == .coordinates(latitude: 1, longitude: 2))
    let thousands = try #require(CSVReader.layout(of: input("name;value;lat;lon\nA;1,234;60;24\nB;5,678;61;25\n")))
    #expect(thousands.doubts.contains(.decimalPoint))
  }

  @Test func aChoiceIsKeptAsTextAndFitsTheSameColumnsOnly() throws {
    let layout = try #require(CSVReader.layout(of: input("p,q,r\n60.1,24.9,x\n61.2,25.9,y\n")))
    #expect(layout.doubts.contains(.place))
    let chosen = layout.chosen(.coordinates(latitude: 0, longitude: 1))
    let again = try JSONDecoder().decode(CSVLayout.self, from: JSONEncoder().encode(chosen))
    #expect(again == chosen && !again.isUnsure && again.fits(layout))
    let other = try #require(CSVReader.layout(of: input("p,q,s\n60.1,24.9,x\n61.2,25.9,y\n")))
    #expect(!again.fits(other))
  }

  @Test func rowsAreShownAsTheyWouldBeCut() throws {
    let table = input("a;b\n1,5;2\n3;4\n")
    #expect(CSVReader.sample(of: table, delimiter: 0x3B, count: 2) == [["a", "b"], ["1,5", "2"]])
    #expect(CSVReader.layout(of: table, delimiter: 0x09) == nil)
  }
}
