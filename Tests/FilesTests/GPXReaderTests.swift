import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import Testing

@Suite struct GPXReaderTests {
  private func read(_ text: String) throws -> FileDocument {
    try FileFormats.read(FileInput(name: "a.gpx", bytes: Array(text.utf8)))
  }

  private static let sample = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
    <metadata><name>Day &amp; night</name><author><name>Nobody</name></author></metadata>
    <wpt lat="60.5" lon="24.25"><ele>12.5</ele><name>Hut</name><sym>Lodge</sym><desc><![CDATA[a <b>]]></desc></wpt>
    <rte><name>Plan</name><rtept lat="1" lon="2"><name>A</name></rtept><rtept lat="3" lon="4"/></rte>
    <trk><name>Walk</name>
    <extensions><gpxx:TrackExtension><gpxx:DisplayColor>DarkGreen</gpxx:DisplayColor></gpxx:TrackExtension></extensions>
    <trkseg>
    <trkpt lat="60.0" lon="24.0"><ele>10</ele><time>2024-05-01T10:00:00Z</time><speed>1.5</speed><course>90</course></trkpt>
    <trkpt lon='24.001' lat='60.0'><ele>11</ele><time>2024-05-01T12:00:30.5+02:00</time>
    <extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>121</gpxtpx:hr><gpxtpx:cad>80</gpxtpx:cad></gpxtpx:TrackPointExtension>
    </extensions></trkpt>
    </trkseg>
    <trkseg><trkpt lat="61" lon="25"/></trkseg>
    <trkseg><trkpt lat="61" lon="25"/><trkpt lat="61.1" lon="25"/></trkseg>
    </trk></gpx>
    """

  @Test func readsWaypointsRoutesAndTracks() throws {
    let document = try read(Self.sample)
    #expect(document.name == "Day & night" && document.featureCount == 3 && document.faults.count == 0)
    #expect((0..<3).map { document.title(of: $0) } == ["Hut", "Plan", "Walk"])
    #expect(document.properties.value(0, named: "description") == .text("a <b>"))
    #expect(document.look(of: 0).symbol == "Lodge" && document.shapes.height(0) == 12.5)
    #expect(document.shapes.place(0) == LocationCoordinate(latitude: 60.5, longitude: 24.25))
    #expect(document.folders.map(\.name) == ["Waypoints", "Routes", "Tracks"])
    #expect(document.look(of: 2).strokeColor == Color(red: 0, green: 100 / 255, blue: 0))
  }

  @Test func keepsTimesHeightsAndWhatWasMeasured() throws {
    let document = try read(Self.sample)
    let shapes = document.shapes
    let track = shapes.positions(ofFeature: 2)
    #expect(track.count == 4 && shapes.parts(of: 2).count == 2)
    let first = track.lowerBound
    #expect(shapes.time(first) == 1_714_557_600 && shapes.time(first + 1) == 1_714_557_630.5)
    #expect(shapes.height(first + 1) == 11 && shapes.height(first + 2) == nil)
    #expect(shapes.measure("speed", at: first) == 1.5 && shapes.measure("course", at: first) == 90)
    #expect(shapes.measure("heart rate", at: first + 1) == 121 && shapes.measure("heart rate", at: first) == nil)
    #expect(shapes.measure("cadence", at: first + 1) == 80)
  }

  @Test func pointsWithoutAPlaceAreLeftOutAndCounted() throws {
    let document = try read(
      "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/><trkpt lon=\"2\"/><trkpt lat=\"nan\" lon=\"2\"/><trkpt lat=\"95\" lon=\"2\"/>"
        + "<trkpt lat=\"1,5\" lon=\"2\"/><trkpt lat=\"1\" lon=\"3\"><ele>NaN</ele><time>yesterday</time></trkpt></trkseg></trk></gpx>"
    )
    #expect(document.shapes.positionCount == 2 && document.faults.count == 5)
    #expect(document.shapes.height(1) == nil)
  }

  @Test func keepsWhatStandsBeforeEveryCut() throws {
    let whole = Array(Self.sample.utf8)
    var counts: Set<Int> = []
    for count in 0..<whole.count {
      guard let document = try? FileFormats.read(FileInput(name: "a.gpx", bytes: Array(whole[..<count]))) else { continue }
      #expect(document.faults.count >= 1)
      counts.insert(document.shapes.positionCount)
    }
    #expect(counts.isSuperset(of: [1, 3, 5]))
  }

  @Test func readsOtherEncodings() throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><gpx><wpt lat=\"1\" lon=\"2\"><name>Zoë 😀</name></wpt></gpx>"
    let units = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let little: [UInt8] = [0xFF, 0xFE] + units
    let wide = try FileFormats.read(FileInput(name: "a.gpx", bytes: little))
    #expect(wide.title(of: 0) == "Zoë 😀")
    let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><gpx><wpt lat='1' lon='2'><name>Zo".utf8) + [0xEB]
    let document = try FileFormats.read(FileInput(name: "a.gpx", bytes: latin + Array("</name></wpt></gpx>".utf8)))
    #expect(document.title(of: 0) == "Zoë")
  }

  @Test(arguments: [
    "<!DOCTYPE gpx [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><gpx><wpt lat='1' lon='2'><name>&b;</name></wpt></gpx>",
    "<gpx>" + String(repeating: "<trk>", count: 100_000), "<gpx></trk>", "<gpx", "<rss></rss>", "",
  ]) func refusesWhatIsNoTrack(_ text: String) {
    #expect(throws: FormatError.self) { try read(text) }
  }

  @Test func noOutsideEntityIsRead() throws {
    let document = try read(
      "<!DOCTYPE gpx SYSTEM \"file:///etc/passwd\"><gpx><wpt lat='1' lon='2'><name>&x;</name></wpt></gpx>")
    #expect(document.title(of: 0) == "&x;")
  }
}
