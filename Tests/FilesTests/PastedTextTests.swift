import Foundation
import OverlookFiles
import OverlookFormats
import OverlookGeometry
import Testing

@Suite struct PastedTextTests {
  private func place(_ text: String) throws -> MapPlace? {
    guard case .place(let place) = try PastedText.read(text) else { return nil }
    return place
  }

  private func document(_ text: String) throws -> FileDocument {
    guard case .document(let document) = try PastedText.read(text) else {
      throw FormatError.unrecognized(text, found: "no document")
    }
    return document
  }

  /// Addresses in the forms that the services document, all of the cathedral of Helsinki.
  @Test(arguments: [
    "60.1704, 24.9522", "60°10'13.44\"N 24°57'7.92\"E", "geo:60.1704,24.9522", "geo:60.1704,24.9522,12;u=5?z=15",
    "geo:0,0?q=60.1704,24.9522(Church)", "https://www.openstreetmap.org/#map=15/60.1704/24.9522",
    "https://www.openstreetmap.org/?mlat=60.1704&mlon=24.9522#map=15/60.0/24.0",
    "https://www.google.com/maps/@60.1704,24.9522,15z",
    "https://www.google.com/maps/place/Cathedral/@60.2,25,17z/data=!3m1!4b1!4m6!3m5!1s0x0:0x0!8m2!3d60.1704!4d24.9522!16s",
    "https://www.google.fi/maps?q=60.1704,24.9522", "https://maps.google.com/?ll=60.1704,24.9522&z=12",
    "https://www.google.com/maps/search/?api=1&query=60.1704%2C24.9522",
    "https://maps.apple.com/?ll=60.1704,24.9522&q=Church&z=16", "https://maps.apple.com/place?coordinate=60.1704,24.9522&name=C",
    "https://www.bing.com/maps?cp=60.1704~24.9522&lvl=15", "https://bing.com/maps/?sp=point.60.1704_24.9522_Church&cp=1~2",
    "https://osmand.net/map?pin=60.1704,24.9522#15/60.0/24.0", "https://osmand.net/go?lat=60.1704&lon=24.9522&z=15",
    "om://map?v=1&ll=60.1704,24.9522&n=Church", "https://omaps.app/map?ll=60.1704,24.9522",
    "https://wego.here.com/?map=60.1704,24.9522,15,normal", "https://share.here.com/l/60.1704,24.9522,Church",
    "  https://www.openstreetmap.org/#map=15/60.1704/24.9522\n",
  ]) func placesInLinksAreFound(_ text: String) throws {
    let place = try #require(try place(text))
    #expect(abs(place.coordinate.latitude - 60.1704) < 1e-6 && abs(place.coordinate.longitude - 24.9522) < 1e-6)
  }

  @Test func linksToMapsAreToldFromPathsOfFiles() {
    for text in ["geo:1,2", "https://www.openstreetmap.org/about", "https://maps.apple.com/?q=Church", "om://map?ll=1,2"] {
      #expect(MapLink.isLink(text), "\(text)")
    }
    for text in ["a.kml", "/tmp/geo.json", "https://example.com/a.kml", "", "file:///a.gpx"] {
      #expect(!MapLink.isLink(text), "\(text)")
    }
  }

  @Test func theEndOfARouteIsItsPlace() throws {
    let place = try #require(try place("https://www.google.com/maps/dir/My+home/60.1704,24.9522"))
    #expect(place.coordinate == LocationCoordinate(latitude: 60.1704, longitude: 24.9522) && place.zoom == nil)
    // A window of a thousand points, 1500 m of ground high, on a world of 256 points at zoom 0.
    let view = try #require(try self.place("https://www.google.com/maps/@0,24.9522,1500m/data=!3m1"))
    #expect(view.zoom.map { abs($0 - log2(40_075_017 / 256 / 1.5)) < 1e-9 } == true)
  }

  @Test func zoomsAndNamesComeAlong() throws {
    #expect(try place("geo:1,2?z=15")?.zoom == 15)
    #expect(try place("geo:0,0?q=1,2(A%20b)")?.title == "A b")
    #expect(try place("https://www.openstreetmap.org/#map=7.5/1/2")?.zoom == 7.5)
    #expect(
      try place("https://maps.apple.com/?ll=1,2&q=Church&z=16") == MapPlace(latitude: 1, longitude: 2, zoom: 16, title: "Church"))
    #expect(try place("https://bing.com/maps?sp=point.1_2_My%20place")?.title == "My place")
    #expect(try place("https://www.google.com/maps/place/My+place/@1,2,17z")?.title == "My place")
    #expect(try place("https://www.openstreetmap.org/#map=99/1/2")?.zoom == nil)
  }

  /// OpenStreetMap's own example codes, and Organic Maps' of the middle of the map at its two ends of zoom.
  @Test func shortCodesAreDecodedWithoutAServer() throws {
    let far = try #require(try place("https://osm.org/go/0EEQjE--"))
    let near = try #require(try place("https://openstreetmap.org/go/0EEQjEEb?m="))
    #expect(far.zoom == 9 && near.zoom == 16)
    #expect(abs(near.coordinate.latitude - 51.511) < 1e-3 && abs(near.coordinate.longitude - 0.055) < 1e-3)
    #expect(abs(far.coordinate.latitude - 51.511) < 0.01 && abs(far.coordinate.longitude - 0.055) < 0.01)
    let middle = try #require(try place("ge0://8wAAAAAAAA/Null_Island"))
    // Within a square of 8 units, of which the world has 2^30.
    #expect(abs(middle.coordinate.latitude) < 2e-6 && abs(middle.coordinate.longitude) < 2e-6)
    #expect(middle.zoom == 19 && middle.title == "Null Island")
    #expect(try place("https://omaps.app/AwAAAAAAAA")?.zoom == 4)
  }

  @Test(arguments: [
    "geo:91,2", "geo:1,2;crs=EPSG3067", "geo:", "https://maps.app.goo.gl/abcdef", "https://www.openstreetmap.org/about",
    "https://www.google.com/maps/@nan,inf,3z", "ge0://!!!!", "https://example.com/?lat=1&lon=2", "hello world", "Berlin", "",
    "\0\0\0", "{\"type\":\"FeatureCollection\",\"features\":[", "POINT (1", "BERLINISTEINESTADT",
    // Names that can be decoded, and whose letters are all that lines are made of.
    "RouteGeoJSON", "StyleDEMDraw?", "__STDC_FORMAT_MACROS", "ifd[COLORMAP]", "NOTE|ERROR|WARNING", "[`RegExp`][]",
    "HORIZONTAL}\\N{RIGHTWARDS", "VectorTileJSON",
  ]) func whatMeansNothingIsRefusedInWords(_ text: String) {
    #expect(throws: FormatError.self) { try PastedText.read(text) }
  }

  @Test func aShortenedLinkSaysThatOnlyItsServerKnows() {
    do {
      _ = try PastedText.read("https://maps.app.goo.gl/abcdef")
    } catch {
      #expect("\(error)".contains("only its server"))
    }
  }

  @Test func geometriesAsTextBecomeFeatures() throws {
    let document = try document("POINT (24.9 60.1)\nSRID=4326;LINESTRING (1 2,\n 3 4)\nPOLYGON ((0 0,1 0,1 1,0 0))\nPOINT (x)")
    #expect(document.format == "WKT" && document.featureCount == 3 && document.faults.count == 1)
    #expect(document.shapes.place(0) == LocationCoordinate(latitude: 60.1, longitude: 24.9))
  }

  /// The example of Google's description of the format.
  @Test func encodedLinesAreRead() throws {
    let document = try document("_p~iF~ps|U_ulLnnqC_mqNvxq`@")
    #expect(document.shapes.coordinates == [-120.2, 38.5, -120.95, 40.7, -126.453, 43.252])
    // Over an ocean: far steps are taken where the signs are no word's.
    let flight = try self.document("o}fnJ_bfwC~kzs@nn_xC~j|`A~t|aM")
    #expect(flight.shapes.positionCount == 3 && abs(flight.shapes.place(0).latitude - 60.17) < 0.01)
    #expect(throws: FormatError.self) { try self.document("thisisnothingatallbutwords") }
    let six = try self.document("polyline6:_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI")
    #expect(six.shapes.coordinates == [-120.2, 38.5, -120.95, 40.7, -126.453, 43.252])
  }

  @Test func filesAndSeveralPlacesAreRecognised() throws {
    guard case .files(let files) = try PastedText.read("file:///tmp/a%20b.gpx\r\nfile:///tmp/c.kml\r\n") else {
      Issue.record("no files")
      return
    }
    #expect(files == ["/tmp/a b.gpx", "/tmp/c.kml"])
    let places = try document("geo:1,2?q=1,2(A)\n60.5, 24.5\n")
    #expect(places.featureCount == 2 && places.title(of: 0) == "A")
    #expect(places.shapes.place(1) == LocationCoordinate(latitude: 60.5, longitude: 24.5))
    #expect(try document("name,lat,lon\nA,1,2\n").format == "CSV")
    #expect(try document("<gpx><wpt lat='1' lon='2'/></gpx>").format == "GPX")
  }
}
