import Foundation
import OverlookGeometry
import OverlookStreetScene
import OverlookSupport
import Testing

@Suite struct StreetSurroundingsTests {
  /// Whether the way from the eye to a place runs through a house: walls are crossed where the way is lower than they are.
  private func isHidden(_ place: SIMD3<Double>, in scene: StreetScene, height: Double) -> Bool {
    scene.buildings.contains { building in
      guard let ring = building.rings.first else { return false }
      return zip(ring, ring.dropFirst() + [ring[0]]).contains { start, end in
        let wall = end - start
        let area = place.x * wall.y - place.y * wall.x
        guard area != 0 else { return false }
        let share = (start.x * wall.y - start.y * wall.x) / area
        let along = (start.x * place.y - start.y * place.x) / area
        guard share > 0, share < 0.999, along >= 0, along <= 1 else { return false }
        return height + place.z * share < building.top
      }
    }
  }

  @Test func whatHousesHideIsHiddenInNineteenOfTwentyCases() {
    let (scene, height) = (TestTown.scene(), 1.7)
    let around = StreetSurroundings(scene, height: height)
    var (right, hidden, count) = (0, 0, 0)
    // A low discrepancy row of places (the golden ratio), on the ground and up to 20 m above it.
    for number in 0..<4_000 {
      let share = Double(number) * 0.618_033_988_75
      let place = SIMD3(
        (share - share.rounded(.down)) * 160 - 80, Double(number % 63) / 63 * 200 - 100,
        Double(number % 7) * 3 - height)
      let isInHouse = scene.buildings.contains { building in
        building.top > place.z + height && StreetSurroundingsTests.contains(building.rings[0], SIMD2(place.x, place.y))
      }
      if isInHouse { continue }
      let truth = isHidden(place, in: scene, height: height)
      count += 1
      if truth { hidden += 1 }
      if around.isSeen(place) != truth { right += 1 }
    }
    #expect(hidden > count / 4 && hidden < count * 9 / 10, "\(hidden) of \(count)")
    #expect(Double(right) >= 0.95 * Double(count), "\(right) of \(count)")
  }

  private static func contains(_ ring: [SIMD2<Double>], _ place: SIMD2<Double>) -> Bool {
    let (west, east) = (ring.map(\.x).min() ?? 0, ring.map(\.x).max() ?? 0)
    let (south, north) = (ring.map(\.y).min() ?? 0, ring.map(\.y).max() ?? 0)
    return place.x > west && place.x < east && place.y > south && place.y < north
  }

  @Test func aShopIsSeenAtTheWallOfItsHouseAndABackyardIsNot() throws {
    let around = StreetSurroundings(TestTown.scene(), height: 1.7)
    let shop = try #require(around.front(of: SIMD2(10, -20), above: 3))
    // The wall to the street runs 7 m east.
    #expect(abs(shop.x - 7) < 1e-3 && abs(shop.y + 14) < 1e-3 && abs(shop.z - 1.3) < 1e-9)
    #expect(around.isSeen(shop))
    let yard = try #require(around.front(of: SIMD2(36, -20), above: 3))
    #expect(abs(yard.x - 30) < 1e-3 && abs(yard.y + 16.667) < 2e-3)
    #expect(!around.isSeen(yard))
    #expect(StreetSurroundings(TestTown.scene()).front(of: SIMD2(-5, 40), above: 3) == SIMD3(-5, 40, 0.5))
  }

  @Test func anEyeThatMovesSeesWhatItSawThere() {
    let bodies = StreetSurroundings(TestTown.scene(), height: 1.7).bodies
    let there = StreetDepth(TestTown.scene(north: 10), height: 1.7, side: 192)
    let moved = bodies.depth(from: SIMD3(0, 10, 0), side: 192)
    for heading in stride(from: 0.0, to: 6.28, by: 0.37) {
      let ray = SIMD3(sin(heading), cos(heading), 0.08)
      let (a, b) = (there.distance(toward: ray) ?? 1e4, moved.distance(toward: ray) ?? 1e4)
      #expect(abs(a - b) < 0.02 * a + 0.1, "\(heading): \(a) \(b)")
    }
  }

  @Test func streetsLeadAStepAheadAndBackAndAroundTheCorner() throws {
    let ways = StreetWays(TestTown.scene(north: 15))
    let neighbours = ways.neighbours(of: SIMD2())
    #expect(neighbours.count == 3)
    #expect(neighbours.map { Int($0.heading.rounded()) } == [0, 78, 180])
    #expect(neighbours.allSatisfy { abs(($0.place * $0.place).sum() - 100) < 1e-6 })
    #expect(ways.name(at: neighbours[1].place) == "Side Street")
    let nearest = try #require(ways.nearest(to: SIMD2(3, -40), radius: 5))
    #expect(abs(nearest.place.x) < 1e-6 && abs(nearest.place.y + 40) < 1e-6)
    #expect(ways.nearest(to: SIMD2(30, -40), radius: 5) == nil)
    // A passage through a house is no place to look around from.
    var scene = TestTown.scene(north: 15)
    scene.roads.append(StreetRoad(line: [SIMD2(0, -30), SIMD2(21, -30)], width: 2, material: .paving))
    let house = try #require(scene.buildings.first { StreetSurroundings.contains($0.rings, SIMD2(14, -30)) })
    #expect(house.bottom == 0)
    let outside = try #require(StreetWays(scene).nearest(to: SIMD2(12, -30), radius: 20))
    #expect(abs(outside.place.x) < 1e-6, "\(outside)")
  }

  @Test func housesKeepTheirColoursWhereverTheEyeIs() throws {
    let light = StreetLight(azimuth: 200, altitude: 40)
    func wall(_ north: Double) throws -> SIMD3<Int> {
      let picture = try #require(StreetPicture(TestTown.scene(north: north), light: light, width: 512))
      // Looks at the same place of the first house in the east, high above the street, 3 m beside its corner.
      let (east, up) = (7.0, 5.0 - 1.7)
      let heading = atan2(east, 3 - north)
      let pitch = atan2(up, (east * east + (3 - north) * (3 - north)).squareRoot())
      let column = Int((heading + .pi) / (2 * .pi) * 512)
      let row = Int((.pi / 2 - pitch) / .pi * 256)
      let at = 4 * (row * 512 + column)
      return SIMD3(Int(picture.image.pixels[at]), Int(picture.image.pixels[at + 1]), Int(picture.image.pixels[at + 2]))
    }
    let (here, there) = (try wall(0), try wall(6))
    #expect(abs(here.x - there.x) < 40 && abs(here.y - there.y) < 40 && abs(here.z - there.z) < 40, "\(here) \(there)")
  }
}
