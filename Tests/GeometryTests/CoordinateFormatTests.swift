import OverlookGeometry
import OverlookSupport
import Testing

@Suite struct CoordinateFormatTests {
  private func place(_ latitude: Double, _ longitude: Double) -> LocationCoordinate {
    LocationCoordinate(latitude: latitude, longitude: longitude)
  }

  // The Eiffel Tower: of `gdaltransform -t_srs EPSG:32631`, the tables of DMA TM 8358.1, and the sites of the codes.
  @Test func aPlaceIsWrittenInEveryFormat() {
    let tower = place(48.8582, 2.2945)
    #expect(CoordinateFormat.decimal.text(tower) == "48.85820, 2.29450")
    #expect(CoordinateFormat.sexagesimal.text(tower) == "48°51'29.5\"N 2°17'40.2\"E")
    #expect(CoordinateFormat.utm.text(tower) == "31U 448252 5411933")
    #expect(CoordinateFormat.mgrs.text(tower) == "31U DQ 48251 11932")
    #expect(CoordinateFormat.geoURI.text(tower) == "geo:48.85820,2.29450")
    // The examples of the specification of Open Location Code and of geohash by its inventor.
    #expect(CoordinateFormat.plusCode.text(place(47.365590, 8.524997)) == "8FVC9G8F+6X")
    #expect(CoordinateFormat.geohash.text(place(57.64911, 10.40744)) == "u4pruydqqv")
  }

  @Test func secondsAreCarriedOver() {
    #expect(CoordinateFormat.sexagesimal.text(place(-0.999_999_9, -59.999_999_9)) == "1°00'00.0\"S 60°00'00.0\"W")
  }

  // DMA TM 8358.1: 32V takes the west of Norway, 31X to 37X Svalbard.
  @Test func norwayAndSvalbardHaveWideZones() {
    #expect(CoordinateFormat.utm.text(place(60.39, 5.32))?.hasPrefix("32V ") == true)
    #expect(CoordinateFormat.utm.text(place(78.22, 15.65))?.hasPrefix("33X ") == true)
    #expect(CoordinateFormat.mgrs.text(place(78, 8.9))?.hasPrefix("31X ") == true)
    #expect(CoordinateFormat.utm.text(place(60.39, 2.9))?.hasPrefix("31V ") == true)
  }

  @Test func gridsEndBeforeThePoles() {
    #expect(CoordinateFormat.utm.text(place(84.1, 0)) == nil)
    #expect(CoordinateFormat.mgrs.text(place(-80.1, 0)) == nil)
    #expect(CoordinateFormat.utm.text(place(84, 0)) != nil)
    #expect(CoordinateFormat.plusCode.text(place(90, 180)) != nil)
  }

  @Test func whatIsNoPlaceIsNotWritten() {
    for format in CoordinateFormat.allCases {
      #expect(format.text(.invalid) == nil)
      #expect(format.text(place(91, 0)) == nil)
      #expect(format.text(place(1, 1e300)) != nil)
    }
  }

  /// Degrees that a format may lie beside the place.
  private func tolerance(_ format: CoordinateFormat) -> Double {
    format == .plusCode ? 7e-5 : format == .sexagesimal ? 1.5e-5 : 1e-5
  }

  @Test(arguments: CoordinateFormat.allCases) func whatIsWrittenIsReadAgain(format: CoordinateFormat) throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let written = place(Double.random(in: -79.99...83.99, using: &generator), Double.random(in: -180..<180, using: &generator))
      let text = try #require(format.text(written))
      // Ten letters without a digit are a word to whoever reads them.
      if format == .geohash, !text.contains(where: \.isNumber) { continue }
      let read = try #require(CoordinateText.place(format == .geohash ? "geohash:\(text)" : text), "\(text)")
      #expect(abs(read.latitude - written.latitude) <= tolerance(format), "\(text)")
      // Metres grow longer in degrees of longitude towards the poles.
      let stretch = format == .utm || format == .mgrs ? 10.0 : 1
      #expect(
        abs((read.longitude - written.longitude).remainder(dividingBy: 360)) <= tolerance(format) * stretch, "\(text)")
    }
  }
}
