import OverlookCamera
import OverlookGeometry
import Testing

@Suite struct GlidingPlaceTests {
  private static let meters = Mercator.metersPerWorldUnit(atLatitude: 53.55)
  private static let origin = WorldPoint(LocationCoordinate(latitude: 53.55, longitude: 13.26))

  private static func place(east: Double, south: Double = 0) -> WorldPoint {
    WorldPoint(x: origin.x + east / meters, y: origin.y + south / meters)
  }

  private static func distance(_ a: WorldPoint, _ b: WorldPoint) -> Double {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot() * meters
  }

  @Test func anEvenDriveIsSeenAsOneWithOneFixASecond() {
    var glide = GlidingPlace(.init(place: Self.place(east: 0), course: 90, metersPerSecond: 15), now: 0)
    for frame in 1...600 {
      let now = Double(frame) / 60
      if frame % 60 == 0 {
        glide.take(.init(place: Self.place(east: 15 * now), course: 90, metersPerSecond: 15), now: now)
      }
      #expect(Self.distance(glide.state(at: now).place, Self.place(east: 15 * now)) < 0.01)
    }
  }

  @Test func fixesThatAreWrongMakeNoJumpOfPlaceOrSpeed() {
    var glide = GlidingPlace(.init(place: Self.place(east: 0), course: 90, metersPerSecond: 12), now: 0)
    var places: [WorldPoint] = []
    for frame in 1...1200 {
      let now = Double(frame) / 60
      if frame % 60 == 0 {
        // Up to 8 m beside the road and before or behind.
        let wrong = Double((frame / 60 * 7919) % 17 - 8)
        glide.take(
          .init(place: Self.place(east: 12 * now + wrong, south: -wrong), course: 90, metersPerSecond: 12 + wrong / 4), now: now)
      }
      places.append(glide.state(at: now).place)
    }
    let steps = zip(places, places.dropFirst()).map { Self.distance($0, $1) }
    #expect((steps.max() ?? 99) < 1.2, "at most some 70 m/s at any moment")
    let changes = zip(steps, steps.dropFirst()).map { abs($0 - $1) }
    #expect((changes.max() ?? 99) < 0.08)
  }

  @Test func whoStandsIsAtRestAfterAMomentAndWhoIsSilentComesToRest() {
    var glide = GlidingPlace(.init(place: Self.place(east: 0), course: 0, metersPerSecond: 0), now: 0)
    #expect(glide.rests(at: 0))
    glide.take(.init(place: Self.place(east: 3), course: 0, metersPerSecond: 0.1), now: 1)
    #expect(!glide.rests(at: 1.1) && glide.rests(at: 5))
    glide.take(.init(place: Self.place(east: 3), course: 90, metersPerSecond: 20), now: 10)
    #expect(!glide.rests(at: 12))
    let last = glide.state(at: 100).place
    #expect(glide.rests(at: 100) && Self.distance(last, Self.place(east: 3)) < 40)
  }

  @Test func aFarFixIsGoneToAtOnce() {
    var glide = GlidingPlace(.init(place: Self.place(east: 0)), now: 0)
    glide.take(.init(place: Self.place(east: 100_000)), now: 1)
    #expect(Self.distance(glide.state(at: 1).place, Self.place(east: 100_000)) < 0.01)
  }

  @Test func onAWayItTurnsAtTheCorners() throws {
    // 100 m east, then north.
    let corner = Self.place(east: 100)
    let path = TravelPath([
      Self.origin.coordinate, corner.coordinate, Self.place(east: 100, south: -100).coordinate,
    ])
    #expect(abs(path.length - 200) < 0.5)
    var glide = GlidingPlace(
      .init(place: Self.place(east: 92), course: 90, metersPerSecond: 10, path: path, pathMeters: 92), now: 0)
    var courses: [Double] = []
    for frame in 0...96 {
      let now = Double(frame) / 60
      if frame == 60 {
        glide.take(.init(place: corner, course: 0, metersPerSecond: 10, path: path, pathMeters: 102), now: now)
      }
      let state = glide.state(at: now)
      let (x, y) = ((state.place.x - Self.origin.x) * Self.meters, (state.place.y - Self.origin.y) * Self.meters)
      #expect(abs(y) < 0.1 || abs(x - 100) < 0.1, "it stays on the way: \(x) \(y)")
      courses.append(try #require(state.course))
    }
    #expect((80...95).contains(courses[0]) && (courses[96] < 20 || courses[96] > 340))
    for (before, after) in zip(courses, courses.dropFirst()) {
      #expect(abs(after - before) < 7 || abs(after - before) > 350, "it turns, and does not jump")
    }
  }

  @Test func aWayOfOddPlacesIsNone() {
    #expect(TravelPath([]).point(at: 3) == nil)
    #expect(TravelPath([.invalid, Self.origin.coordinate]).points.isEmpty)
    let standing = TravelPath([Self.origin.coordinate, Self.origin.coordinate])
    #expect(standing.length == 0 && standing.point(at: .infinity) != nil && standing.point(at: .nan) == nil)
    #expect(standing.course(at: 0) == nil)
  }
}
