import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import Testing

@Suite struct KMLReaderTests {
  private func read(_ text: String) throws -> FileDocument {
    try FileFormats.read(FileInput(name: "a.kml", bytes: Array(text.utf8)))
  }

  private static let sample = """
    <?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
    <name>Trip</name>
    <Placemark><name>Early</name><styleUrl>#map</styleUrl><Point><coordinates>24.9, 60.2, 5</coordinates></Point></Placemark>
    <Style id="red"><LineStyle><color>7f0000ff</color><width>4</width></LineStyle><PolyStyle><fill>0</fill></PolyStyle>
    <IconStyle><scale>1.5</scale><Icon><href>pin.png</href></Icon><hotSpot x="0.5" y="0" xunits="fraction" yunits="fraction"/>
    </IconStyle></Style>
    <StyleMap id="map"><Pair><key>highlight</key><styleUrl>#none</styleUrl></Pair>
    <Pair><key>normal</key><styleUrl>#red</styleUrl></Pair></StyleMap>
    <Folder><name>Lines</name><Folder><name>Inner</name><visibility>0</visibility>
    <Placemark><name>L</name><styleUrl>#red</styleUrl><Style><LineStyle><width>9</width></LineStyle></Style>
    <ExtendedData><Data name="grade"><value>7</value></Data><SchemaData><SimpleData name="code">007</SimpleData></SchemaData>
    </ExtendedData>
    <LineString><coordinates>
      1,2,3 4,5,6
      nowhere 7,8
    </coordinates></LineString></Placemark></Folder></Folder>
    <Placemark><MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 4,0 4,4 0,0</coordinates></LinearRing>
    </outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>1,1 2,1 2,2 1,1</coordinates></LinearRing></innerBoundaryIs>
    </Polygon><Point><coordinates>9,9</coordinates></Point></MultiGeometry></Placemark>
    <Placemark><name>T</name><gx:Track><when>2024-05-01T10:00:00Z</when><when>2024-05-01T10:00:10Z</when>
    <gx:coord>1 2 3</gx:coord><gx:coord>1.1 2 4</gx:coord></gx:Track></Placemark>
    <NetworkLink><name>More</name><Link><href>http://example.com/a.kml</href></Link></NetworkLink>
    <GroundOverlay><name>G</name><color>80ffffff</color><Icon><href>g.png</href></Icon>
    <LatLonBox><north>2</north><south>1</south><east>4</east><west>3</west></LatLonBox></GroundOverlay>
    <gx:Tour><name>Fly</name><gx:Playlist><gx:FlyTo><gx:duration>5</gx:duration><LookAt><longitude>1</longitude>
    <latitude>2</latitude><range>1000</range><tilt>45</tilt><heading>30</heading></LookAt></gx:FlyTo></gx:Playlist></gx:Tour>
    </Document></kml>
    """

  @Test func readsPlacemarksWithTheirGeometries() throws {
    let document = try read(Self.sample)
    #expect(document.name == "Trip" && document.featureCount == 4)
    let kinds = (0..<4).map { document.shapes.shapes(of: $0).map { document.shapes.shapes[$0].kind } }
    #expect(kinds == [[.points], [.lines], [.polygon, .points], [.lines]])
    #expect(document.shapes.place(0) == LocationCoordinate(latitude: 60.2, longitude: 24.9))
    #expect(document.shapes.height(0) == 5)
    #expect(document.shapes.positions(ofFeature: 1).count == 3)
    #expect(document.shapes.parts(of: 2).count == 2)
    #expect(document.faults.count == 1)
  }

  @Test func placemarksHaveTheStylesThatTheyName() throws {
    let document = try read(Self.sample)
    let first = document.look(of: 0)
    #expect(first.strokeColor == Color(red: 1, green: 0, blue: 0, alpha: 127 / 255) && first.strokeWidth == 4)
    #expect(first.iconName == "pin.png" && first.iconScale == 1.5 && first.iconAnchor == SIMD2(0.5, 1) && !first.isFilled)
    // What a placemark says itself goes before.
    #expect(document.look(of: 1).strokeWidth == 9 && document.look(of: 1).strokeColor == first.strokeColor)
  }

  @Test func keepsFoldersAndProperties() throws {
    let document = try read(Self.sample)
    #expect(document.folders.map(\.name) == ["Lines", "Inner"] && document.folders[1].parent == 0)
    #expect(!document.folders[1].isVisible && document.shapes.records[1].folder == 1 && document.shapes.records[2].folder == -1)
    #expect(document.properties.value(1, named: "grade") == .integer(7))
    #expect(document.properties.value(1, named: "code") == .text("007"))
  }

  @Test func readsTracksOverlaysLinksAndTours() throws {
    let document = try read(Self.sample)
    let track = document.shapes.positions(ofFeature: 3)
    #expect(track.count == 2 && document.shapes.time(track.lowerBound + 1) == 1_714_557_610)
    #expect(document.links.map(\.name) == ["More"] && document.links.map(\.address) == ["http://example.com/a.kml"])
    let overlay = try #require(document.groundOverlays.first)
    #expect(overlay.corners.map(\.longitude) == [3, 4, 4, 3] && overlay.corners.map(\.latitude) == [1, 1, 2, 2])
    #expect(abs(overlay.opacity - 128 / 255) < 1e-6)
    let stop = try #require(document.tours.first?.stops.first)
    #expect(stop.seconds == 5 && stop.camera.rangeMeters == 1000 && stop.camera.tilt == 45 && stop.camera.bearing == 30)
  }

  @Test func valuesOfATrackStandBesideItsPlaces() throws {
    let document = try read(
      "<kml><Placemark><gx:Track><gx:coord>1 2</gx:coord><gx:coord>1 3 7</gx:coord><gx:coord>999 3</gx:coord><gx:coord>1 4"
        + "</gx:coord><ExtendedData><SchemaData><gx:SimpleArrayData name='heartrate'><gx:value>100</gx:value><gx:value>x</gx:value>"
        + "<gx:value>120</gx:value><gx:value>130</gx:value></gx:SimpleArrayData></SchemaData></ExtendedData></gx:Track></Placemark>"
        + "<Placemark><gx:Track></gx:Track></Placemark></kml>")
    // The third place is none: its value goes with it.
    let values = document.shapes.positions(ofFeature: 0).map { document.shapes.measure("heartrate", at: $0) }
    #expect(values == [100, nil, 130] && document.shapes.height(1) == 7)
    #expect(document.faults.first.contains { $0.fault == "a track without places" })
  }

  /// From 1000 m above the ground, 60 degrees from straight down and to the east: tan 60° km away, 1 / cos 60° km far.
  @Test func aCameraLooksAtTheGround() throws {
    let document = try read(
      "<kml><Document><Camera><longitude>0</longitude><latitude>0</latitude><altitude>1000</altitude><heading>90</heading>"
        + "<tilt>60</tilt></Camera><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark></Document></kml>")
    let camera = try #require(document.camera)
    #expect(camera.bearing == 90 && camera.tilt == 60 && camera.rangeMeters.map { abs($0 - 2000) < 1e-6 } == true)
    let away = 1000 * 3.0.squareRoot() / 6_371_000 * 180 / .pi
    #expect(abs(camera.target.longitude / away - 1) < 0.002 && abs(camera.target.latitude) < 1e-9)
    // Without a place there is no view.
    #expect(try read("<kml><Document><LookAt><range>9</range></LookAt><Placemark/></Document></kml>").camera == nil)
  }

  @Test func overlaysLieInTheirCornersOrAreTold() throws {
    let quad = "<gx:LatLonQuad><coordinates>1,2 3,2 3,4 1,4</coordinates></gx:LatLonQuad>"
    let document = try read(
      "<kml><Document><GroundOverlay><Icon><href>a.png</href></Icon>\(quad)</GroundOverlay><GroundOverlay><name>No</name>\(quad)"
        + "</GroundOverlay><ScreenOverlay><name>S</name><Icon><href>s.png</href></Icon></ScreenOverlay></Document></kml>")
    #expect(document.groundOverlays.map(\.picture) == ["a.png"] && document.groundOverlays[0].opacity == 1)
    #expect(document.groundOverlays[0].corners.map(\.longitude) == [1, 3, 3, 1])
    #expect(document.groundOverlays[0].corners.map(\.latitude) == [2, 2, 4, 4])
    let faults = document.faults.first.map(\.fault)
    #expect(faults == ["a ground overlay without a place on Earth or a picture", "ScreenOverlay, which is not shown"])
  }

  @Test func charactersByTheirNumbersAndRingsAloneAreRead() throws {
    let document = try read(
      "<!-- a comment --><kml><!-- one > more --><Placemark><name>&#233;&#xE9;&#0;&#x;&none;</name><LinearRing><coordinates>"
        + "0,0 1,0 1,1 0,0</coordinates></LinearRing></Placemark></kml>")
    #expect(document.title(of: 0) == "éé\u{FFFD}&#x;&none;")
    #expect(document.shapes.shapes[0].kind == .lines && document.shapes.positionCount == 4)
  }

  @Test func aStyleThatLeadsBackToItselfEnds() throws {
    let document = try read(
      "<kml><Document><StyleMap id='a'><Pair><key>normal</key><styleUrl>#b</styleUrl></Pair></StyleMap><StyleMap id='b'><Pair>"
        + "<key>normal</key><styleUrl>#a</styleUrl></Pair></StyleMap><Placemark><styleUrl>#a</styleUrl><Point><coordinates>1,2"
        + "</coordinates></Point></Placemark></Document></kml>")
    #expect(document.featureCount == 1 && document.look(of: 0) == FeatureLook())
  }

  @Test func neverBreaksDownWhereTheFileIsCut() {
    let whole = Array(Self.sample.utf8)
    for count in 0..<whole.count {
      _ = try? FileFormats.read(FileInput(name: "a.kml", bytes: Array(whole[..<count])))
    }
  }

  @Test(arguments: ["NaN,NaN", "1", "1,2,3,4,5", "181,91", ",,,", "1e999,2", "1,2;3,4"])
  func positionsThatAreNoneAreCounted(_ text: String) throws {
    let document = try read(
      "<kml><Placemark><name>a</name><LineString><coordinates>\(text) 1,1 2,2</coordinates></LineString></Placemark></kml>")
    #expect(document.featureCount == 1)
    #expect(document.shapes.coordinates.allSatisfy { $0.isFinite })
    #expect(document.shapes.positionCount == 2 + (text == "1,2,3,4,5" ? 1 : 0))
  }
}
