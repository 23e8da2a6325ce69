import OverlookFiles
import OverlookGeometry
import Testing

/// What features cost beside their coordinates.
@Suite struct MemoryShareTests {
  /// Two whole numbers beside each place: 16 bytes of coordinates, 8 of order, 8 of the numbers.
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

  /// What a table says of its places it says once more as properties.
  @Test func tablesOfAnySizeTakeTwoAndAHalfTimesTheirCoordinatesAtMost() throws {
    for count in [70_001, 131_072] {
      var text = "id,lat,lon,price,value\n"
      for number in 0..<count {
        text +=
          "\(number),\(Double(number % 17_000) / 1e4 + 1.0625),\(Double(number % 70_000) / 2e4 - 175),\(number % 100).25,\(number % 1000)\n"
      }
      let document = try FileFormats.read(FileInput(name: "a.csv", bytes: Array(text.utf8)))
      #expect(document.featureCount == count)
      #expect(Double(document.byteCount) / Double(16 * count) <= 2.5)
      #expect(document.properties.value(count - 1, named: "price") == .number(Double((count - 1) % 100) + 0.25))
    }
  }

  /// Numbers are the ones that were read, to the last bit, however they are held.
  @Test func decimalsAreKeptExactly() throws {
    let columns = [
      ["1.1", "0.3", "-0.1", "214.7483647"], ["1e-7", "3", "0.0000003", "1.5"], ["-0.0", "1.5", "2.5", "3.5"],
      ["0.1", "214748364.7", "0.01", "7"], ["1e300", "0.5", "0.25", "0.125"], ["3.141592653589793", "1.5", "0.5", "2"],
    ]
    for values in columns {
      let rows = values.map { "\($0),1,2" }.joined(separator: "\n")
      let document = try FileFormats.read(FileInput(name: "a.csv", bytes: Array("v,lat,lon\n\(rows)\n".utf8)))
      let read = (0..<values.count).map { document.properties.value($0, named: "v")?.number?.bitPattern }
      #expect(read == values.map { Double($0)?.bitPattern }, "\(values)")
    }
  }

  /// Features with several shapes, none, looks and folders among those with one.
  @Test func shapesOfMixedFeaturesAreTheirOwn() throws {
    let text =
      #"{"type":"FeatureCollection","features":["#
      + #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}},"#
      + ##"{"type":"Feature","properties":{"stroke":"#ff0000"},"geometry":null},"##
      + #"{"type":"Feature","properties":{},"geometry":{"type":"GeometryCollection","geometries":["#
      + #"{"type":"Point","coordinates":[3,4]},{"type":"LineString","coordinates":[[5,6],[7,8]]}]}},"#
      + #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[9,10]}}]}"#
    let document = try FileFormats.read(FileInput(name: "a.geojson", bytes: Array(text.utf8)))
    let kinds = (0..<document.featureCount).map { feature in
      document.shapes.shapes(of: feature).map { document.shapes.shapes[$0].kind }
    }
    #expect(kinds == [[.points], [], [.points, .lines], [.points]])
    #expect(document.look(of: 1).strokeColor != nil && document.look(of: 3).strokeColor == nil)
    let last = document.shapes.positions(ofFeature: 3)
    #expect(document.shapes.place(last.lowerBound).longitude == 9)
  }
}
