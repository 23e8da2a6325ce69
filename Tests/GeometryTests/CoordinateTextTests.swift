import OverlookGeometry
import Testing

@Suite struct CoordinateTextTests {
  private func isNear(_ text: String, _ latitude: Double, _ longitude: Double, within degrees: Double = 1e-5) -> Bool {
    guard let place = CoordinateText.place(text) else { return false }
    return abs(place.latitude - latitude) <= degrees && abs(place.longitude - longitude) <= degrees
  }

  @Test(arguments: [
    "53.5575, 13.261", "53.5575,13.261", " 53.5575 13.261 ", "53,5575; 13,261", "53,5575 , 13,261", "N53.5575 E13.261",
    "53.5575N 13.261E", "53.5575° N, 13.261° E", "geo:53.5575,13.261", "geo:53.5575,13.261?z=12", "E13.261 N53.5575",
    "53°33'27\"N 13°15'39.6\"E", "53° 33′ 27″ N 13° 15′ 39.6″ E", "53 33 27 N 13 15 39.6 E", "N 53°33.45' E 13°15.66'",
    "(53.5575, 13.261)", "+53.5575, +13.261",
  ])
  func readsDegreesInEveryForm(text: String) {
    #expect(isNear(text, 53.5575, 13.261))
  }

  @Test func southAndWestAreNegative() {
    #expect(isNear("33.8568 S 151.2153 E", -33.8568, 151.2153))
    #expect(isNear("-33.8568, -70.5", -33.8568, -70.5))
    #expect(isNear("33°51'24.5\"S 70°30'W", -33.85681, -70.5))
  }

  // From the tool `cs2cs +proj=longlat +to +proj=utm +zone=33` and the tables of DMA TM 8358.1.
  @Test func readsGrids() {
    // Zone 31, the central meridian at the equator, and the Eiffel Tower.
    #expect(isNear("31N 500000 0", 0, 3))
    #expect(isNear("31U 448251.9 5411943.8", 48.8582, 2.2945, within: 1e-3))
    #expect(isNear("31UDQ4825111943", 48.8582, 2.2945, within: 1e-3))
    #expect(isNear("31U DQ 48251 11943", 48.8582, 2.2945, within: 1e-3))
    // Sydney, in the southern half.
    #expect(isNear("56HLH3490052200", -33.857, 151.215, within: 2e-3))
  }

  // The example of the specification of Open Location Code, and of geohash by its inventor.
  @Test func readsCodes() {
    #expect(isNear("8FVC9G8F+6X", 47.36559, 8.524997, within: 1.25e-4))
    #expect(isNear("u4pruydqqvj", 57.64911, 10.40744))
    #expect(isNear("geohash:ezs42", 42.605, -5.603, within: 1e-2))
  }

  @Test(arguments: [
    "", "12", "Berlin", "10 Downing Street", "91, 0", "0, 181", "5 Main St, 7", "12-14", "17033", "17033 Neubrandenburg", "A 20",
    "53.5", "Lange Straße 7", "1 2 3 4 5 6 7", "53°61' N 13° E", "N53 N13", "99U 448251 5411943", "31UDQ482511194", "zzzzzzz+zz",
    "33U",
    "\0", "53.5,", "1e5,2",
  ])
  func otherTextsAreNoPlaces(text: String) {
    #expect(CoordinateText.place(text) == nil)
  }

  @Test func writesFiveDigits() {
    #expect(CoordinateText.decimal(LocationCoordinate(latitude: -0.5, longitude: 200)) == "-0.50000, -160.00000")
    #expect(CoordinateText.decimal(LocationCoordinate(latitude: 53.55753, longitude: 13.000004)) == "53.55753, 13.00000")
  }
}
