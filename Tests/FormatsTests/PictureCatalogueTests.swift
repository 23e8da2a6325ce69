import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import Testing

/// Documents that list pictures over time. Forms: the Met Office's DataPoint user documentation (map layers), RainViewer's API
/// documentation (weather-maps.json), OGC 06-042 annex D for the times of a WMS.
@Suite struct PictureCatalogueTests {
  private func catalogue(_ text: String, from base: String? = "http://weather.example.org/caps.json") throws -> PictureCatalogue {
    try PictureCatalogue(Array(text.utf8), baseURL: base)
  }

  private func addresses(_ series: PictureSeries) -> [String] {
    series.steps.map { step in
      switch step.place {
      case .address(let text), .file(let text), .tiles(let text): text
      }
    }
  }

  private func failure(_ text: String, from base: String? = nil) -> String? {
    do {
      _ = try catalogue(text, from: base).series(named: nil, limit: 10, area: nil)
      return nil
    } catch {
      return "\(error)"
    }
  }

  // MARK: A weather office

  private let observations = """
    {"Layers": {"@type": "observations", "BaseUrl": {"@forServiceTimeFormat": "yyyy-MM-dd'T'HH:mm:ss",
      "$": "http://weather.example.org/wxobs/{LayerName}/{ImageFormat}?TIME={Time}Z&key={key}"},
     "Layer": [
      {"@displayName": "Rainfall", "Service": {"@name": "obs", "LayerName": "RADAR_UK", "ImageFormat": "png",
        "Times": {"Time": ["2024-02-09T00:30:00", "2024-02-09T00:00:00", "soon", "2024-02-09T00:15:00", "2024-02-09T00:15:00"]}}},
      {"@displayName": "Lightning", "Service": {"LayerName": "LIGHTNING", "ImageFormat": "png", "Times": {"Time": "2024-02-09T00:00:00"}}}
     ]}}
    """

  /// The box is that of the row.
  @Test func readsObservationsOfAWeatherOffice() throws {
    let catalogue = try catalogue(observations)
    #expect(catalogue.layers.map(\.name) == ["RADAR_UK", "LIGHTNING"])
    let series = try catalogue.series(named: nil, limit: 100, area: nil)
    #expect(series.title == "Rainfall")
    #expect(
      addresses(series) == [
        "http://weather.example.org/wxobs/RADAR_UK/png?TIME=2024-02-09T00:00:00Z&key={key}",
        "http://weather.example.org/wxobs/RADAR_UK/png?TIME=2024-02-09T00:15:00Z&key={key}",
        "http://weather.example.org/wxobs/RADAR_UK/png?TIME=2024-02-09T00:30:00Z&key={key}",
      ])
    #expect(series.steps.first?.timeSeconds == 1_707_436_800)
    #expect(series.bounds.southWest == LocationCoordinate(latitude: 48, longitude: -12))
    #expect(series.bounds.northEast == LocationCoordinate(latitude: 61, longitude: 5))
    #expect(series.warnings.count == 2)
  }

  /// The run and hours after it; the layer is chosen by its name, and the newest steps are taken.
  @Test func readsForecastsOfAWeatherOffice() throws {
    let text = """
      {"Layers": {"BaseUrl": {"$": "/wxfcs/{LayerName}/{ImageFormat}?RUN={DefaultTime}Z&FORECAST={Timestep}&key={key}"},
       "Layer": [{"Service": {"LayerName": "Other", "Timesteps": {"@defaultTime": "x", "Timestep": [0]}}},
        {"@displayName": "Precipitation", "Service": {"LayerName": "Precipitation_Rate", "ImageFormat": "png",
         "Timesteps": {"@defaultTime": "2024-02-09T06:00:00", "Timestep": [0, "3", 6, 1e300, null]}}}]}}
      """
    let catalogue = try catalogue(text)
    #expect(catalogue.layers.map(\.name) == ["Precipitation_Rate"])
    let series = try catalogue.series(named: "Precipitation_Rate", limit: 2, area: nil)
    #expect(
      addresses(series)
        == [3, 6].map {
          "http://weather.example.org/wxfcs/Precipitation_Rate/png?RUN=2024-02-09T06:00:00Z&FORECAST=\($0)&key={key}"
        })
    // 09:00 and 12:00.
    #expect(series.steps.map(\.timeSeconds) == [1_707_469_200, 1_707_480_000])
    #expect(throws: FormatError.self) { try catalogue.series(named: "Snow", limit: 2, area: nil) }
  }

  @Test func aDocumentOfAPublicServerNamesNoPicturesOfTheLocalNetwork() throws {
    let text = observations.replacingOccurrences(of: "http://weather.example.org/", with: "http://127.0.0.1/")
    #expect(failure(text, from: "http://weather.example.org/caps.json") != nil)
    #expect(failure(text, from: "http://127.0.0.1:8080/caps.json") == nil)
    #expect(failure(observations.replacingOccurrences(of: "http://weather.example.org/", with: "file:///etc/")) != nil)
  }

  // MARK: A manifest of tiles

  private let manifest = """
    {"version": "2.0", "generated": 1707440000, "host": "https://tiles.example.org",
     "radar": {"past": [{"time": 1707436800, "path": "/v2/radar/1707436800"}, {"time": 1707436200, "path": "/v2/radar/1707436200"}],
               "nowcast": [{"time": 1707437400, "path": "/v2/radar/nowcast_1"}, {"time": "x", "path": "/p"}, {"time": 5, "path": "p"}]},
     "satellite": {"infrared": []}}
    """

  @Test func readsAManifestOfTiles() throws {
    let catalogue = try catalogue(manifest)
    #expect(catalogue.layers.map(\.name) == ["radar"])
    let series = try catalogue.series(named: "radar", limit: 100, area: nil)
    #expect(series.steps.map(\.timeSeconds) == [1_707_436_200, 1_707_436_800, 1_707_437_400])
    let block = try #require(series.block)
    #expect(block.columnCount == 4 && block.rowCount == 4 && block.zoom == 2)
    let first = block.addresses(addresses(series)[0])
    #expect(first.count == 16 && first[5] == "https://tiles.example.org/v2/radar/1707436200/256/2/1/1/2/1_1.png")
    #expect(abs(series.bounds.longitudeSpan - 360) < 1e-9)
  }

  /// The British Isles in at most 16 tiles, the deepest zoom at which that is enough: at zoom 5 a tile is 11.25 degrees wide.
  @Test func anAreaIsCoveredByTheDeepestTilesThatAreFewEnough() throws {
    let isles = CoordinateBounds(
      southWest: LocationCoordinate(latitude: 48, longitude: -12), northEast: LocationCoordinate(latitude: 61, longitude: 5))
    let block = try #require(TileBlock(around: isles, limit: 16))
    #expect(block.columnCount * block.rowCount <= 16 && block.zoom >= 5)
    #expect(block.bounds.southWest.latitude <= 48 && block.bounds.northEast.latitude >= 61)
    #expect(block.bounds.southWest.longitude <= -12 && block.bounds.northEast.longitude >= 5)
    let fiji = try #require(
      TileBlock(
        around: CoordinateBounds(
          southWest: LocationCoordinate(latitude: -20, longitude: 170),
          northEast: LocationCoordinate(latitude: -10, longitude: -170)
        ), limit: 16))
    let columns = 1 << fiji.zoom
    #expect(fiji.firstColumn + fiji.columnCount > columns, "it goes on beyond the antimeridian")
    #expect(fiji.addresses("{x}").allSatisfy { Int($0).map { (0..<columns).contains($0) } ?? false })
    #expect(TileBlock(around: .empty, limit: 16) == nil)
  }

  // MARK: A folder

  private func folder(_ frames: String, _ more: String = "") -> String {
    """
    {"bounds": {"west": -104, "south": 27, "east": -80, "north": 46}, \(more) "frames": [\(frames)]}
    """
  }

  @Test func readsAListOfFiles() throws {
    let text = folder(
      """
      {"time": "2019-06-10T00:02:00Z", "image": "b.png"}, {"time": "2019-06-10T00:00:00Z", "image": "a b.png"}
      """,
      """
      "projection": "EPSG:4326", "source": "NOAA", "legend_mm_per_h": [[0.1, [130, 205, 255, 110]], ["x", []], [5, [0, 200, 90]]],
      """)
    let series = try catalogue(text, from: nil).series(named: nil, limit: 10, area: nil)
    #expect(addresses(series) == ["a b.png", "b.png"])
    #expect(series.rows == .latitude && series.attribution == "NOAA")
    #expect(series.scale?.stops.map(\.value) == [0.1, 5] && series.scale?.unit == "mm/h")
    #expect(series.bounds.southWest == LocationCoordinate(latitude: 27, longitude: -104))
  }

  @Test func aListOnAServerNamesAddresses() throws {
    let text = folder("{\"time\": \"2019-06-10T00:00:00Z\", \"image\": \"radar/a.png\"}")
    let series = try catalogue(text, from: "http://weather.example.org/mrms/frames.json").series(named: nil, limit: 10, area: nil)
    #expect(addresses(series) == ["http://weather.example.org/mrms/radar/a.png"])
  }

  @Test(arguments: ["../secret.png", "/etc/passwd", "a/b.png", "..", ".", "", "a\\\\b.png", "a\\u0000b.png"])
  func aListOfFilesLeadsNowhereElse(name: String) {
    #expect(failure(folder("{\"time\": \"2019-06-10T00:00:00Z\", \"image\": \"\(name)\"}")) != nil)
  }

  @Test func whatWouldLieElsewhereIsNamed() throws {
    let outside = ["../secret.png", "/etc/passwd"].map { "{\"time\": \"2019-06-10T00:00:00Z\", \"image\": \"\($0)\"}" }
    let list = outside + ["{\"time\": \"2019-06-10T01:00:00Z\", \"image\": \"a.png\"}"]
    let series = try catalogue(folder(list.joined(separator: ",")), from: nil).series(named: nil, limit: 10, area: nil)
    #expect(addresses(series) == ["a.png"])
    #expect(
      series.warnings == ["2 of its pictures would lie elsewhere than beside it, and are not read: ../secret.png and others"])
    let fault = try #require(failure(folder(outside[0])))
    #expect(fault.contains("lists no pictures that can be used") && fault.contains("../secret.png"), "\(fault)")
  }

  @Test(arguments: [
    #""bounds": {"west": 5, "south": 48, "east": 5, "north": 61}"#,
    #""bounds": {"west": 0, "south": 61, "east": 5, "north": 48}"#,
    #""bounds": {"west": -1e300, "south": 0, "east": 1, "north": 1}"#, #""bounds": [0, 0, 1]"#, #""bounds": "UK""#,
    #""bounds": {"west": 0, "south": -95, "east": 1, "north": 1}"#,
    #""projection": "EPSG:27700", "bounds": [0, 0, 1, 1]"#,
  ])
  func anAreaThatIsNoneIsRefused(part: String) {
    #expect(failure("{\(part), \"frames\": [{\"time\": \"2019-06-10T00:00:00Z\", \"image\": \"a.png\"}]}") != nil)
  }

  @Test func picturesMayLieBetweenCorners() throws {
    let square = "[[25.00, 60.20], [25.10, 60.21], [25.11, 60.15], [24.99, 60.14]]"
    let frames = [1747, 1805, 1840, 1866].map { "{\"time\": \"\($0)-01-01T00:00:00Z\", \"image\": \"\($0).png\"" }
    let text = """
      {"corners": \(square), "frames": [\(frames[0])}, \(frames[1]), "corners": [[25, 60.3], [25.2, 60.3], [25.2, 60.1], [25, 60.1]]},
       \(frames[2]), "corners": [[25, 60.3], [25.2, 60.3], [25.2, 60.1]]}, \(frames[3]), "corners": null}]}
      """
    let series = try catalogue(text, from: nil).series(named: nil, limit: 10, area: nil)
    #expect(addresses(series) == ["1747.png", "1805.png", "1866.png"])
    #expect(series.corners?.first == LocationCoordinate(latitude: 60.2, longitude: 25) && series.corners?.count == 4)
    #expect(series.steps.map { $0.corners?[1].longitude } == [nil, 25.2, nil])
    #expect(series.warnings == ["1 of its pictures have no \"corners\" that can be used"])
    // What all of them cover.
    #expect(series.bounds.southWest == LocationCoordinate(latitude: 60.1, longitude: 24.99))
    #expect(series.bounds.northEast == LocationCoordinate(latitude: 60.3, longitude: 25.2))
    let own = "{\"frames\": [\(frames[0]), \"corners\": \(square)}]}"
    #expect(try catalogue(own, from: nil).series(named: nil, limit: 10, area: nil).bounds.northEast.latitude == 60.21)
  }

  @Test(arguments: [
    #""corners": 7,"#, #""corners": [],"#, #""corners": [[25, 60], [26, 60], [26, 59], [25, 95]],"#,
    #""corners": [[25, 60], [26, 60], [26, 59], [1e300, 59]],"#,
    #""corners": [[25, 60], [26, 60], [26, 59], [25, 59], [25, 58]],"#,
    #""corners": [25, 60, 26, 60],"#, "",
  ])
  func cornersThatAreNoneAreRefused(part: String) {
    #expect(failure("{\(part) \"frames\": [{\"time\": \"1747-01-01T00:00:00Z\", \"image\": \"a.png\"}]}") != nil)
  }

  // MARK: A WMS

  private func service(times: String) -> String {
    """
    <WMS_Capabilities version="1.3.0"><Service><Name>WMS</Name><Title>Radar</Title></Service><Capability><Request><GetMap>
    <Format>image/png</Format><DCPType><HTTP><Get><OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink"
    xlink:href="http://weather.example.org/wms?map=radar"/></Get></HTTP></DCPType></GetMap></Request><Layer><Title>All</Title>
    <CRS>EPSG:3857</CRS><Layer><Name>rain</Name><Title>Rain</Title><EX_GeographicBoundingBox>
    <westBoundLongitude>-12</westBoundLongitude><eastBoundLongitude>5</eastBoundLongitude>
    <southBoundLatitude>48</southBoundLatitude><northBoundLatitude>61</northBoundLatitude></EX_GeographicBoundingBox>
    <Dimension name="time" units="ISO8601" default="current">\(times)</Dimension></Layer></Layer></Capability></WMS_Capabilities>
    """
  }

  @Test func expandsTheTimesOfAWMSToPicturesOfItsArea() throws {
    let text = service(times: "2024-02-09T00:00:00Z/2024-02-09T01:00:00Z/PT15M,2024-02-09T03:00:00Z")
    let catalogue = try catalogue(text)
    #expect(catalogue.layers.map(\.name) == ["rain"])
    let series = try catalogue.series(named: "rain", limit: 4, area: nil)
    let minutes = series.steps.map { ($0.timeSeconds - 1_707_436_800) / 60 }
    #expect(minutes == [30, 45, 60, 180])
    let address = try #require(addresses(series).first)
    #expect(address.contains("TIME=2024-02-09T00:30:00Z") && address.contains("REQUEST=GetMap") && address.contains("map=radar"))
    let box = address.components(separatedBy: "BBOX=").last?.split(separator: ",").compactMap { Double($0) } ?? []
    // EPSG:3857 of 12 W, 48 N and of 5 E, 61 N: 6 378 137 m times the radians, and times asinh(tan(latitude)).
    let expected = [-1_335_833.889519, 6_106_854.834885, 556_597.453966, 8_625_823.200204]
    #expect(zip(box, expected).allSatisfy { abs($0 - $1) < 0.01 } && box.count == 4, "\(box)")
    // Square pixels: 17 degrees are 1 892 431 m, the height is 2 518 968 m.
    #expect(address.contains("HEIGHT=1024") && address.contains("WIDTH=769"))
  }

  /// A billion steps cost no more than the ones that are taken.
  @Test(arguments: [
    "1990-01-01T00:00:00Z/2024-01-01T00:00:00Z/PT1S", "0000-01-01/9999-12-31/P1D",
    "2024-01-01T00:00:00Z/2024-01-01T01:00:00Z/PT0.000001S",
  ])
  func aBillionTimesAreBounded(times: String) throws {
    let series = try catalogue(service(times: times)).series(named: nil, limit: .max, area: nil)
    #expect(!series.steps.isEmpty && series.steps.count <= PictureSeries.stepLimit)
    #expect(zip(series.steps, series.steps.dropFirst()).allSatisfy { $0.timeSeconds < $1.timeSeconds })
  }

  @Test func theLatestTimesOfAMonthlyIntervalEndAtItsEnd() throws {
    let series = try catalogue(service(times: "1990-01-31/2024-05-31/P1M")).series(named: nil, limit: 3, area: nil)
    #expect(series.steps.map(\.name) == ["2024-03-31", "2024-04-30", "2024-05-31"])
  }

  // MARK: Anything else

  @Test(arguments: [
    "", "{", "[]", "{}", "{\"frames\": 5}", "{\"frames\": []}", "{\"Layers\": {}}", "{\"Layers\": {\"BaseUrl\": \"http://a/\"}}",
    "{\"radar\": {\"past\": []}}", "{\"host\": \"x\", \"radar\": 7}", "<html></html>", "<WMS_Capabilities/>", "{\"Layers\": [[[[",
  ])
  func brokenDocumentsAreErrors(text: String) {
    #expect(failure(text) != nil)
  }

  @Test func ofLongListsTheNewestStay() throws {
    let frames = (0..<5000).map { number in
      let time =
        "\(2000 + number / 360)-\(String(format: "%02d", number / 30 % 12 + 1))-\(String(format: "%02d", number % 30 % 28 + 1))"
      return "{\"time\": \"\(time)\", \"image\": \"\(number).png\"}"
    }.joined(separator: ",")
    let series = try catalogue(folder(frames), from: nil).series(named: nil, limit: .max, area: nil)
    #expect(series.steps.count <= PictureSeries.stepLimit && series.steps.last?.name.hasPrefix("2013") == true)
  }

  /// Documents with some bytes changed are errors or series in order, and nothing ends the process.
  @Test func changedBytesNeverBreakTheReader() {
    var generator = SeededGenerator(seed: 11)
    let documents = [observations, manifest, service(times: "2024-02-09T00:00:00Z/2024-02-09T01:00:00Z/PT15M")].map {
      Array($0.utf8)
    }
    let spice = Array("0123456789\"{}[],:-eTZ/P<>&".utf8)
    for round in 0..<1500 {
      var bytes = documents[round % documents.count]
      for _ in 0...Int.random(in: 0..<6, using: &generator) {
        let place = Int.random(in: bytes.indices, using: &generator)
        bytes[place] = spice.randomElement(using: &generator) ?? 0
      }
      guard let catalogue = try? PictureCatalogue(bytes, baseURL: "http://weather.example.org/a?key=1") else { continue }
      for layer in catalogue.layers {
        guard let series = try? catalogue.series(named: layer.name, limit: 50, area: nil) else { continue }
        #expect(series.bounds.isValid && (1...50).contains(series.steps.count))
        #expect(zip(series.steps, series.steps.dropFirst()).allSatisfy { $0.timeSeconds < $1.timeSeconds })
      }
    }
  }
}
