import OverlookGeometry
import Testing

/// Against figures that others have published.
@Suite struct MapProjectionTests {
  /// IOGP 373-7-2 (EPSG guidance note 7-2), section 3.5.3.1: the example of OSGB 1936 / British National Grid.
  @Test func projectsTheExampleOfTheGuidanceNote() throws {
    let grid = TransverseMercator(
      semiMajorAxis: 6_377_563.396, inverseFlattening: 299.32496, centralMeridian: -2, latitudeOfOrigin: 49,
      scaleFactor: 0.999_601_271_7, falseEasting: 400_000, falseNorthing: -100_000)
    let place = LocationCoordinate(latitude: 50.5, longitude: 0.5)
    let point = try #require(grid.project(place))
    #expect(abs(point.easting - 577_274.99) < 0.01 && abs(point.northing - 69_740.50) < 0.01, "\(point)")
    let back = try #require(grid.place(easting: 577_274.99, northing: 69_740.50))
    // A hundredth of a metre.
    #expect(abs(back.latitude - 50.5) < 1e-7 && abs(back.longitude - 0.5) < 1.5e-7, "\(back)")
  }

  /// Snyder, Map Projections: A Working Manual (1987), page 269: Clarke's ellipsoid of 1866, central meridian 75 degrees west.
  @Test func projectsSnydersExample() throws {
    let eccentricitySquared = 0.006_768_66
    let projection = TransverseMercator(
      semiMajorAxis: 6_378_206.4, inverseFlattening: 1 / (1 - (1 - eccentricitySquared).squareRoot()), centralMeridian: -75,
      scaleFactor: 0.9996, falseEasting: 0, falseNorthing: 0)
    let point = try #require(projection.project(LocationCoordinate(latitude: 40.5, longitude: -73.5)))
    #expect(abs(point.easting - 127_106.5) < 0.1 && abs(point.northing - 4_484_124.4) < 0.1, "\(point)")
  }

  @Test(arguments: [32_635, 32_735, 25_832, 26_917, 3067]) func comesBackToItsPlace(code: Int) throws {
    let projection = try #require(MapProjection(epsg: code))
    let (meridian, south) = (try #require([32_635: 27.0, 32_735: 27, 25_832: 9, 26_917: -81, 3067: 27][code]), code == 32_735)
    for latitude in stride(from: 0.5, to: 84, by: 7.3) {
      for offset in stride(from: -12.0, through: 12, by: 3.7) {
        let place = LocationCoordinate(latitude: south ? -latitude : latitude, longitude: meridian + offset)
        let point = try #require(projection.project(WorldPoint(place)))
        #expect(offset == 0 || (point.x > 500_000) == (offset > 0))
        let back = try #require(projection.place(x: point.x, y: point.y))
        #expect(abs(back.latitude - place.latitude) < 1e-9 && abs(back.longitude - place.longitude) < 1e-8, "\(place): \(back)")
      }
    }
  }

  /// On the central meridian, EPSG:3067 begins at 500 km east.
  @Test func webMercatorAndDegreesAreWhatTheySay() throws {
    let mercator = try #require(MapProjection(epsg: 900_913))
    let corner = try #require(mercator.project(WorldPoint(x: 0, y: 0)))
    #expect(abs(corner.x + 20_037_508.342789) < 1e-5 && abs(corner.y - 20_037_508.342789) < 1e-5)
    let degrees = try #require(MapProjection(epsg: 4326)?.project(WorldPoint(LocationCoordinate(latitude: 60, longitude: 25))))
    #expect(abs(degrees.x - 25) < 1e-9 && abs(degrees.y - 60) < 1e-9)
    #expect(MapProjection(epsg: 3035) == nil && MapProjection(epsg: 32_661) == nil && MapProjection(epsg: -1) == nil)
  }

  @Test func numbersThatAreNoneHaveNoPlace() {
    for code in [3857, 4326, 32_635] {
      let projection = MapProjection(epsg: code)
      for number in [Double.nan, .infinity, -.infinity, 1e300] {
        #expect(projection?.place(x: number, y: number).map { $0.latitude.isNaN } ?? false == false)
        _ = projection?.project(WorldPoint(x: number, y: number))
      }
    }
  }
}
