import OverlookGeometry
import OverlookSupport
import Testing

// Numbers of the published tests of GeographicLib (test_geodesic.py of geographiclib-python, "testcases", GeodSolve and Planimeter).
@Suite struct GeodesicTests {
  private static let cases: [[Double]] = [
    [35.60777, -139.44815, 111.098748429560326, -11.17491, -69.95921, 129.289270889708762, 8935244.5604818305],
    [55.52454, 106.05087, 22.020059880982801, 77.03196, 197.18234, 109.112041110671519, 4105086.1713924406],
    [-21.97856, 142.59065, -32.44456876433189, 41.84138, 98.56635, -41.84359951440466, 8394328.894657671],
    [-66.99028, 112.2363, 173.73491240878403, -12.70631, 285.90344, 2.512956620913668, 11150344.2312080241],
    [-17.42761, 173.34268, -159.033557661192928, -15.84784, 5.93557, -20.787484651536988, 16076603.1631180673],
    [32.84994, 48.28919, 150.492927788121982, -56.28556, 202.29132, 48.113449399816759, 16727068.9438164461],
    [6.96833, 52.74123, 92.581585386317712, -7.39675, 206.17291, 90.721692165923907, 17102477.2496958388],
    [-50.56724, -16.30485, -105.439679907590164, -33.56571, -94.97412, -47.348547835650331, 6455670.5118668696],
    [-87.85331, 85.66836, -65.120313040242748, 66.48646, 16.09921, -4.888658719272296, 17286615.3147144645],
    [1.74708, 128.32011, -101.584843631173858, -11.16617, 11.87109, -86.325793296437476, 12942901.1241347408],
    [-25.72959, -144.90758, -153.647468693117198, -57.70581, -269.17879, -48.343983158876487, 9413446.7452453107],
    [-19.79938, -174.47484, 71.167275780171533, -11.99349, -154.35109, 65.589099775199228, 2319004.8601169389],
  ]

  private func place(_ latitude: Double, _ longitude: Double) -> LocationCoordinate {
    LocationCoordinate(latitude: latitude, longitude: longitude)
  }

  private func meters(_ a: LocationCoordinate, _ b: LocationCoordinate) throws -> Double {
    try #require(Geodesic(from: a, to: b)).meters
  }

  @Test(arguments: cases) func lengthsAndBearingsAreThoseThatWerePublished(line: [Double]) throws {
    let way = try #require(Geodesic(from: place(line[0], line[1]), to: place(line[3], line[4])))
    #expect(abs(way.meters - line[6]) < 1e-6)
    #expect(abs((way.startBearing - line[2]).remainder(dividingBy: 360)) < 1e-11)
    #expect(abs((way.endBearing - line[5]).remainder(dividingBy: 360)) < 1e-11)
  }

  @Test(arguments: cases) func aWayLeadsWhereItWasPublished(line: [Double]) throws {
    let end = Geodesic.place(from: place(line[0], line[1]), bearing: line[2], meters: line[6])
    #expect(abs(end.latitude - line[3]) < 1e-11)
    #expect(abs((end.longitude - line[4]).remainder(dividingBy: 360)) < 1e-11)
    // And back.
    let start = Geodesic.place(from: place(line[3], line[4]), bearing: line[5] + 180, meters: line[6])
    #expect(abs(start.latitude - line[0]) < 1e-11)
  }

  // GeodSolve4, 6, 9, 33 and 73: short ways, places nearly opposite to each other, along the equator, from pole to pole.
  @Test func waysThatAreHardToFindHaveTheirLengths() throws {
    #expect(abs(try meters(place(36.493349428792, 0), place(36.49334942879201, 0.0000008)) - 0.072) < 0.5e-3)
    #expect(abs(try meters(place(88.202499451857, 0), place(-88.202499451857, 179.981022032992859592)) - 20_003_898.214) < 0.5e-3)
    #expect(abs(try meters(place(56.320923501171, 0), place(-56.320923501171, 179.664747671772880215)) - 19_993_558.287) < 0.5e-3)
    #expect(abs(try meters(place(0, 0), place(0, 179)) - 19_926_189) < 0.5)
    let bent = try #require(Geodesic(from: place(0, 0), to: place(0, 179.5)))
    #expect(abs(bent.meters - 19_980_862) < 0.5)
    // North or south of the equator alike.
    let turn = abs(bent.startBearing - 90)
    #expect(abs(turn - (90 - 55.96650)) < 0.5e-5)
    #expect(abs(try meters(place(0, 0), place(0, 180)) - 20_003_931) < 0.5)
    #expect(abs(try meters(place(90, 10), place(-90, -70)) - 20_003_931) < 0.5)
    #expect(try meters(place(90, 10), place(90, 70)) < 1e-6)
    #expect(try meters(place(10, 180), place(10, -180)) == 0)
  }

  @Test func aWayAcrossTheAntimeridianIsTheShortOne() throws {
    #expect(abs(try meters(place(0, 539), place(0, 181)) - 222_639) < 0.5)
  }

  // Planimeter0, 5, 6 and 12, and the documentation's figure of Antarctica.
  @Test func areasAreThoseThatWerePublished() {
    #expect(abs(Geodesic.area(of: [place(89, 0), place(89, 90), place(89, 180), place(89, 270)]) - 24_952_305_678) < 1)
    #expect(abs(Geodesic.area(of: [place(-89, 0), place(-89, 90), place(-89, 180), place(-89, 270)]) - 24_952_305_678) < 1)
    #expect(abs(Geodesic.area(of: [place(0, -1), place(-1, 0), place(0, 1), place(1, 0)]) - 24_619_419_146) < 1)
    #expect(abs(Geodesic.area(of: [place(90, 0), place(0, 0), place(0, 90)]) - 63_758_202_715_511) < 1)
    #expect(abs(Geodesic.area(of: [place(89, 0.1), place(89, 90.1), place(89, -179.9)]) - 12_476_152_838.5) < 1)
    #expect(abs(Geodesic.area(of: [place(9, -0.00000000000001), place(9, 180), place(9, 0)])) < 1)
    let antarctica: [(Double, Double)] = [
      (-63.1, -58), (-72.9, -74), (-71.9, -102), (-74.9, -102), (-74.3, -131), (-77.5, -163), (-77.4, 163), (-71.7, 172),
      (-65.9, 140), (-65.7, 113), (-66.6, 88), (-66.9, 59), (-69.8, 25), (-70.0, -4), (-71.0, -14), (-77.3, -33),
      (-77.9, -46), (-74.7, -61),
    ]
    #expect(abs(Geodesic.area(of: antarctica.map { place($0.0, $0.1) }) - 13_662_703_680_020.1) < 1)
  }

  // A hectare: sides of 100 metres, and the two diagonals' angle does the rest. The plane differs by less than a square metre.
  @Test func aSmallFieldHasTheAreaOfThePlane() {
    for latitude in [0.0, 60, -60, 85] {
      let corner = place(latitude, 179.9999)
      let east = Geodesic.place(from: corner, bearing: 90, meters: 100)
      let ring = [
        corner, east, Geodesic.place(from: east, bearing: 0, meters: 100), Geodesic.place(from: corner, bearing: 0, meters: 100),
      ]
      #expect(abs(Geodesic.area(of: ring) - 10_000) < 2)
      #expect(abs(Geodesic.area(of: ring.reversed()) - Geodesic.area(of: ring)) < 1e-3)
    }
  }

  @Test func whatIsNoPlaceHasNoWay() {
    #expect(Geodesic(from: .invalid, to: place(1, 2)) == nil)
    #expect(Geodesic(from: place(1, 2), to: place(91, 0)) == nil)
    #expect(!Geodesic.place(from: place(1, 2), bearing: .nan, meters: 1).isValid)
    #expect(!Geodesic.place(from: place(1, 2), bearing: 0, meters: .infinity).isValid)
    #expect(Geodesic.area(of: [.invalid, place(0, 0), place(1, 1)]) == 0)
    #expect(Geodesic(from: place(1, 1e300), to: place(2, -1e300))?.meters.isFinite == true)
  }

  @Test func wildPlacesHaveLengthsWithinHalfTheEarth() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      func wild() -> LocationCoordinate {
        place(
          Double.random(in: -90...90, using: &generator).rounded(), Double.random(in: -180...180, using: &generator).rounded())
      }
      let (a, b) = (wild(), wild())
      let (there, back) = (try #require(Geodesic(from: a, to: b)), try #require(Geodesic(from: b, to: a)))
      #expect(there.meters >= 0 && there.meters < 20_003_931.5)
      #expect(abs(there.meters - back.meters) < 1e-5)
      #expect((0..<360).contains(there.startBearing) && (0..<360).contains(there.endBearing))
    }
  }
}
