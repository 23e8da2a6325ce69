import OverlookFormats
import OverlookGeometry
import Testing

/// Which matrix sets are levels of the Web Mercator grid, whatever they are called.
@Suite struct WMTSGridTests {
  @Test(arguments: [
    "EPSG:3857", "urn:ogc:def:crs:EPSG::3857", "urn:ogc:def:crs:EPSG:6.18.3:3857", "http://www.opengis.net/def/crs/EPSG/0/3857",
    "http://www.opengis.net/gml/srs/epsg.xml#3857", "epsg:900913", "urn:ogc:def:crs:EPSG::3785", "ESRI:102100",
    "urn:ogc:def:crs:EPSG::102113", "OSGEO:41001",
  ])
  func knowsWebMercatorByItsNames(crs: String) throws {
    var text = WMTSText()
    text.crs = crs
    let address = try text.capabilities().address()
    #expect(address.zooms == [0, 1, 2, 3])
    #expect(address.url(for: TileID(z: 3, x: 5, y: 6)) == "https://t.example.org/S/M/3/6/5.png")
  }

  /// Ellipsoidal Mercator has the same corner and scales; its tiles are elsewhere all the same.
  @Test(arguments: ["EPSG:3395", "urn:ogc:def:crs:EPSG::4326", "EPSG:25832", "urn:ogc:def:crs:OGC:1.3:CRS84", "ESRI:54004"])
  func refusesOtherProjectionsByName(crs: String) {
    var text = WMTSText()
    text.crs = crs
    #expect(message { _ = try text.capabilities().address() }.contains(crs))
  }

  @Test func knowsWebMercatorByItsNumbersWhereTheNameIsUnknown() throws {
    var text = WMTSText()
    for crs in ["", "urn:example:our-own-mercator"] {
      text.crs = crs
      #expect(try text.capabilities().address().zooms == [0, 1, 2, 3])
    }
    // Without a name it has to be the whole world.
    text.crs = "urn:example:our-own"
    for index in text.matrices.indices { text.matrices[index].width = "1" }
    #expect(try text.capabilities().matrixSets.first?.zooms == [0])
    text.scaleSet = "<WellKnownScaleSet>urn:ogc:def:wkss:OGC:1.0:GoogleMapsCompatible</WellKnownScaleSet>"
    #expect(try text.capabilities().matrixSets.first?.zooms == [0, 1, 2, 3])
  }

  /// Rounded figures that servers print; at zoom 20 a metre is a fortieth of a tile.
  @Test(arguments: [
    ("-20037508.3428 20037508.3428", "533.182"), ("-2.003750834E7 2.0037508E7", "533.182018497"),
    ("-20037508 20037508", "533.1820184981886"), ("-20037508.342787,20037508.342787", "5.33182018E2"),
    ("20037508.3427892 -20037508.3427892", "533.1820184981886"),
  ])
  func forgivesRoundedFigures(corner: String, scale: String) throws {
    var text = WMTSText()
    var matrix = WMTSText.Matrix(zoom: 20)
    matrix.corner = corner
    matrix.scale = scale
    matrix.identifier = "20"
    text.matrices = [matrix]
    let address = try text.capabilities().address()
    #expect(address.url(for: TileID(z: 20, x: 1_048_575, y: 7)) == "https://t.example.org/S/M/20/7/1048575.png")
  }

  @Test func refusesGridsThatDoNotFallTogetherWithOurs() {
    func zooms(_ change: (inout WMTSText.Matrix) -> Void) -> [Int]? {
      var text = WMTSText()
      var matrix = WMTSText.Matrix(zoom: 10)
      change(&matrix)
      text.matrices = [matrix]
      return try? text.capabilities().matrixSets.first?.zooms
    }
    #expect(zooms { _ in } == [10])
    // Half a tile to the east; a scale 3 % off; a scale a little off over many columns; tiles that are not square.
    #expect(zooms { $0.corner = "\(-Standard.half + Standard.half / 1024) \(Standard.half)" } == [])
    #expect(zooms { $0.scale = "\(Standard.scale0 / 1024 * 1.03)" } == [])
    #expect(
      zooms {
        $0.scale = "500000"; $0.width = "100"; $0.height = "100"
      } == [])
    #expect(
      zooms {
        $0.scale = "\(Standard.scale0 / 1024 * 1.0009)"
        $0.width = "900"
      } == [])
    // Three tiles from the west, two from the north: a part of our grid.
    let tile = 2 * Standard.half / 1024
    #expect(
      zooms {
        $0.corner = "\(-Standard.half + 3 * tile) \(Standard.half - 2 * tile)"
        $0.width = "5"
      } == [10])
  }

  @Test func takesSetsThatSkipLevelsOrComeInAnyOrder() throws {
    var text = WMTSText()
    text.matrices = [WMTSText.Matrix(zoom: 7), WMTSText.Matrix(zoom: 2), WMTSText.Matrix(zoom: 4), WMTSText.Matrix(zoom: 4)]
    text.matrices[3].identifier = "again"
    let address = try text.capabilities().address()
    #expect(address.zooms == [2, 4, 7])
    #expect(address.url(for: TileID(z: 3, x: 0, y: 0)) == nil)
    #expect(address.url(for: TileID(z: 4, x: 0, y: 0))?.contains("/4/0/0.png") == true)
  }

  /// A level whose tiles would be larger than the world cannot be one of ours; the others stay.
  @Test func leavesOutLevelsAboveTheWorld() throws {
    var text = WMTSText()
    text.matrices = (0...2).map { WMTSText.Matrix(zoom: $0) }
    text.matrices[0].pixels = "512"
    #expect(try text.capabilities().address().zooms == [1, 2])
  }

  @Test(arguments: [
    "0", "-1", "NaN", "inf", "1e308", "1e-308", "", "0x10", "559082264.0287178 1", "٥",
    "99999999999999999999999999999999999999999",
  ])
  func leavesOutScalesThatMakeNoSense(scale: String) throws {
    var text = WMTSText()
    text.matrices[1].scale = scale
    #expect(try text.capabilities().address().zooms == [0, 2, 3])
  }

  @Test(arguments: ["0", "-5", "NaN", "", "1.5"])
  func leavesOutSizesThatMakeNoSense(width: String) throws {
    var text = WMTSText()
    text.matrices[1].width = width
    text.matrices[2].pixels = width
    #expect(try text.capabilities().address().zooms == [0, 3])
  }

  @Test func survivesMatricesOfAnySize() throws {
    var text = WMTSText()
    for index in text.matrices.indices {
      text.matrices[index].width = "4611686018427387904"
      text.matrices[index].height = "9223372036854775807"
    }
    let address = try text.capabilities().address()
    #expect(address.url(for: TileID(z: 3, x: 7, y: 7)) != nil)
    text.matrices[0].width = "9223372036854775808"
    #expect(try text.capabilities().address().zooms == [1, 2, 3])
  }

  @Test func survivesLimitsOfAnySize() throws {
    func address(_ values: [String]) throws -> WMTSAddress {
      var text = WMTSText()
      text.link += """
        <TileMatrixSetLimits><TileMatrixLimits><TileMatrix>2</TileMatrix><MinTileRow>\(values[0])</MinTileRow>
        <MaxTileRow>\(values[1])</MaxTileRow><MinTileCol>\(values[2])</MinTileCol><MaxTileCol>\(values[3])</MaxTileCol>
        </TileMatrixLimits></TileMatrixSetLimits>
        """
      return try text.capabilities().address()
    }
    let wide = try address(["-9223372036854775808", "9223372036854775807", "0", "99"])
    #expect(wide.zooms == [2] && wide.url(for: TileID(z: 2, x: 3, y: 3)) != nil)
    // Inverted ones are not used, those beside the matrix fit nothing: all tiles are asked for rather than none.
    #expect(try address(["3", "1", "0", "3"]).zooms == [0, 1, 2, 3])
    #expect(try address(["70", "80", "70", "80"]).zooms == [0, 1, 2, 3])
    #expect(try address(["70", "80", "70", "80"]).warnings.count == 1)
  }
}
