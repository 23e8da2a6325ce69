import OverlookFiles
import Testing

/// What features cost beside their coordinates.
@Suite struct MemoryShareTests {
  /// Two whole numbers beside each place: 16 bytes of coordinates, 24 of order, 8 of the numbers.
  @Test func pointsOfATableTakeThreeTimesTheirCoordinatesAtMost() throws {
    var text = "id,lat,lon,value\n"
    for number in 0..<20_000 {
      text += "\(number),\(Double(number % 170) / 2 - 42),\(Double(number % 700) / 2 - 175),\(number % 1000)\n"
    }
    let document = try FileFormats.read(FileInput(name: "a.csv", bytes: Array(text.utf8)))
    #expect(document.featureCount == 20_000)
    #expect(Double(document.byteCount) / Double(16 * document.shapes.positionCount) <= 3)
    #expect(document.properties.value(19_999, named: "id") == .integer(19_999))
  }

  /// Numbers that need more room than most, at the end, in the middle, and of other kinds.
  @Test func valuesOfEverySizeAreKept() throws {
    let values = ["1", "-2147483648", "2147483647", "4294967296", "-7", "999999999999999999", "2.5", "word", "3"]
    for count in 1...values.count {
      let rows = values.prefix(count).map { "\($0),1,2" }.joined(separator: "\n")
      let document = try FileFormats.read(FileInput(name: "a.csv", bytes: Array("v,lat,lon\n\(rows)\n".utf8)))
      let read = (0..<count).map { document.properties.value($0, named: "v")?.text ?? "" }
      #expect(read == Array(values.prefix(count)))
    }
  }
}
