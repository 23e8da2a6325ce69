import OverlookFiles
import OverlookFormats
import OverlookGeometry
import Testing

@Suite struct TableReaderTests {
  private func read(_ text: String, _ name: String = "a.csv") throws -> FileDocument {
    try FileFormats.read(FileInput(name: name, bytes: Array(text.utf8)))
  }

  @Test func recognisesLatitudeAndLongitude() throws {
    let document = try read("name,Lat,Lon,count\nHelsinki,60.17,24.94,3\n\"Tampere, \"\"Manse\"\"\",61.5,23.76,4\n\n")
    #expect(document.format == "CSV" && document.featureCount == 2 && document.faults.count == 0)
    #expect(document.shapes.place(0) == LocationCoordinate(latitude: 60.17, longitude: 24.94))
    #expect(document.title(of: 1) == "Tampere, \"Manse\"")
    #expect(document.properties.value(1, named: "count") == .integer(4))
  }

  /// What follows a mark that nothing closes belongs to the last cell, with its doubled marks as one.
  @Test func aQuotationMarkThatIsNeverClosedTakesTheRest() throws {
    let document = try read("lat,lon,name\n60,24,plain\n61,25,\"open \"\"mark\"\", and\nthe rest\n")
    #expect(document.featureCount == 2)
    #expect(document.properties.value(1, named: "name") == .text("open \"mark\", and\nthe rest"))
    for text in ["\"", "\"\"\"", "a,b\n\"", "lat,lon\n1,2\n\"never", "\"\"b\"\"x5;#\nc395;2;\n"] {
      // No table, or one without places.
      #expect(throws: FormatError.self) { _ = try read("\(text)") }
    }
  }

  @Test func recognisesSemicolonsAndDecimalCommas() throws {
    let document = try read("sep=;\r\nOrt;Breitengrad;Längengrad;Wert\r\nBerlin;52,52;13,405;1,5\r\nUlm;48,4;9,99;2\r\n")
    #expect(document.featureCount == 2)
    #expect(document.shapes.place(0) == LocationCoordinate(latitude: 52.52, longitude: 13.405))
    #expect(document.properties.value(0, named: "Wert") == .number(1.5))
  }

  @Test func recognisesGeometriesAsText() throws {
    let document = try read(
      "id;geom\n1;POINT Z (1 2 3)\n2;\"MULTIPOLYGON (((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5),(5.1 5.1,5.2 5.1,5.2 5.2,5.1 5.1)))\"\n"
        + "3;SRID=4326;LINESTRING(1 2,3 4)\n4;LINESTRING (1 2\n5;MULTIPOINT ((1 2),(3 4))\n")
    // The third row has its text in two cells.
    #expect(document.featureCount == 3 && document.faults.count == 2)
    #expect(document.shapes.height(0) == 3)
    #expect(document.shapes.shapes(of: 1).count == 2 && document.shapes.parts(of: 2).count == 2)
    #expect(document.shapes.positions(ofFeature: 2).count == 2)
  }

  @Test func recognisesGeohashesAndPairs() throws {
    let hashes = try read("geohash,n\nu4pruydqqvj,1\nezs42,2\n")
    #expect(abs(hashes.shapes.place(0).latitude - 57.64911) < 1e-5 && abs(hashes.shapes.place(0).longitude - 10.40744) < 1e-5)
    let pairs = try read("location\tn\n\"60.1, 24.9\"\t1\n(61.5;23.7)\t2\n", "a.tsv")
    #expect(pairs.format == "TSV" && pairs.shapes.place(1) == LocationCoordinate(latitude: 61.5, longitude: 23.7))
  }

  @Test func keepsWhatWasMeasured() throws {
    let document = try read(
      "timestamp,latitude,longitude,speed_kmh,heading,altitude\n2024-05-01T10:00:00Z,60,24,36,90,12\n1714557610000,60,24.1,72,91,13\n"
    )
    #expect(document.shapes.time(0) == 1_714_557_600 && document.shapes.time(1) == 1_714_557_610)
    #expect(document.shapes.measure("speed", at: 0) == 10 && document.shapes.measure("course", at: 1) == 91)
    #expect(document.shapes.height(1) == 13)
  }

  @Test func offersColumnsWhereNamesSayNothing() throws {
    let input = FileInput(name: "a.csv", bytes: Array("p,q,r\n60.1,24.9,x\n61.2,25.9,y\n".utf8))
    let layout = try #require(CSVReader.layout(of: input))
    #expect(layout.isUnsure && layout.place == nil)
    #expect(layout.candidates.contains(.coordinates(latitude: 0, longitude: 1)))
    #expect(throws: FormatError.self) { try FileFormats.read(input) }
    var chosen = layout
    chosen.place = .coordinates(latitude: 0, longitude: 1)
    let document = try CSVReader.read(input, layout: chosen)
    #expect(document.featureCount == 2)
  }

  @Test func rowsWithoutAPlaceAreCounted() throws {
    let document = try read("lat,lon\n1,2\n91,2\nNaN,2\n,\n3\n4,5\n")
    #expect(document.featureCount == 2 && document.faults.count == 3)
    #expect(document.faults.first.first?.fault.contains("row 3") == true)
  }

  @Test func readsWhatWindowsWrites() throws {
    let bytes = "name;lat;lon\nMünchen;48,1;11,6\nKöln;50,9;6,9\n".unicodeScalars.map { UInt8(clamping: $0.value) }
    let document = try FileFormats.read(FileInput(name: "a.csv", bytes: bytes))
    #expect(document.title(of: 0) == "München" && document.title(of: 1) == "Köln")
  }

  @Test func readsALogOfAReceiver() throws {
    let document = try read(
      "$GPGGA,123518,4807.000,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*40\r\n"
        + "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r\n"
        + "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"
        + "$GPRMC,123520,A,4807.138,N,01131.100,E,022.4,084.4,230394,003.1,W*00\r\n", "a.log")
    #expect(document.format == "NMEA log" && document.shapes.positionCount == 1)
    #expect(abs(document.shapes.coordinates[1] - 48.1173) < 1e-9 && abs(document.shapes.coordinates[0] - 11.516_666_666_7) < 1e-9)
    // 1994-03-23, 22.4 knots.
    #expect(document.shapes.time(0) == 764_426_119 && document.shapes.height(0).map { abs($0 - 545.4) < 0.001 } == true)
    #expect(document.shapes.measure("speed", at: 0).map { abs($0 - 11.5236) < 0.001 } == true)
    #expect(document.faults.count == 2)
  }
}
