import OverlookGeometry
import OverlookSupport
import Testing

@testable import OverlookScene

/// Places sorted by where they lie.
@Suite struct PlaceNeighbourhoodsTests {
  /// Places at random in a square of so many steps.
  private static func places(_ count: Int, side: UInt32, seed: UInt64 = 3) -> ContiguousArray<FixedPlace> {
    var generator = SeededGenerator(seed: seed)
    return ContiguousArray(
      (0..<count).map { _ in
        FixedPlace(x: 77 + .random(in: 0..<side, using: &generator), y: 99 + .random(in: 0..<side, using: &generator))
      })
  }

  /// Places of the runs whose boxes meet a square.
  private static func candidates(_ sorted: PlaceNeighbourhoods, x: UInt32, y: UInt32, side: UInt32) -> Int {
    let meeting = sorted.boxes.filter { $0.minX <= x + side && $0.maxX >= x && $0.minY <= y + side && $0.maxY >= y }
    return meeting.count * PlaceNeighbourhoods.runSize
  }

  @Test func eachValidPlaceIsInOneRunAndInItsBox() {
    // One cell of the grid holds far more places than a run.
    var places = Self.places(5000, side: 1 << 30) + Self.places(3000, side: 50, seed: 4)
    for index in stride(from: 7, to: places.count, by: 100) { places[index] = .none }
    let sorted = PlaceNeighbourhoods(places)
    #expect(sorted.numbers.map(Int.init).sorted() == places.indices.filter { places[$0].isValid })
    for (index, number) in sorted.numbers.enumerated() {
      let (place, box) = (places[Int(number)], sorted.boxes[index / PlaceNeighbourhoods.runSize])
      #expect(box.minX <= place.x && place.x <= box.maxX && box.minY <= place.y && place.y <= box.maxY)
    }
  }

  @Test func fewRunsMeetASmallPartOfTheGround() {
    let sorted = PlaceNeighbourhoods(Self.places(200_000, side: 1 << 30))
    // A hundredth of the ground.
    let found = Self.candidates(sorted, x: 3 << 27, y: 5 << 26, side: (1 << 30) / 10)
    #expect(found >= 2000 && found < 6000, "\(found)")
  }

  @Test func aTownInAnEmptyWorldIsSortedWithin() {
    let places = Self.places(100_000, side: 1 << 20) + [FixedPlace(x: .max, y: 1 << 30)]
    let sorted = PlaceNeighbourhoods(places)
    let found = Self.candidates(sorted, x: 77, y: 99, side: 1 << 17)
    #expect(found >= 1500 && found < 10_000, "\(found)")
  }

  @Test func nothingIsFoundOfNoPlaces() {
    #expect(PlaceNeighbourhoods([]).numbers.isEmpty)
    let invalid = PlaceNeighbourhoods([.none, .none])
    #expect(invalid.numbers.isEmpty && invalid.boxes.isEmpty)
  }

  @Test func equalPlacesKeepTheirOrder() {
    let sorted = PlaceNeighbourhoods(ContiguousArray(repeating: FixedPlace(x: 5, y: 6), count: 1000))
    #expect(sorted.numbers == ContiguousArray(0..<1000))
  }

  // MARK: Columns

  /// What the columns know after being asked for as long as it takes.
  @MainActor private static func waited(for columns: PlaceColumns) async throws -> PlaceNeighbourhoods? {
    for _ in 0..<6000 {
      if let found = columns.neighbourhoods { return found }
      try await Task.sleep(for: .milliseconds(10))
    }
    return nil
  }

  @MainActor @Test func placesInNoOrderAreSortedWhenTheyStandStill() async throws {
    let columns = PlaceColumns()
    columns.replaceAll(with: Self.places(PlaceColumns.fewestSorted, side: 1 << 30))
    #expect(columns.neighbourhoods == nil)
    let found = try #require(try await Self.waited(for: columns))
    #expect(found.numbers.count == columns.count)
    columns.replace(at: [4], with: [FixedPlace(x: 1, y: 1)])
    #expect(columns.neighbourhoods == nil)
    let again = try #require(try await Self.waited(for: columns))
    #expect(again.boxes.contains { $0.minX == 1 && $0.minY == 1 })
  }

  @MainActor @Test func placesThatMoveInEachFrameAreNeverSorted() {
    let columns = PlaceColumns()
    for frame in 0..<4 {
      columns.replaceAll(with: Self.places(PlaceColumns.fewestSorted, side: 1 << 30, seed: UInt64(frame)))
      #expect(columns.neighbourhoods == nil)
      #expect(!columns.isSorting)
    }
  }

  /// As when the layer changes in every third frame.
  @MainActor @Test func oneSortingRunsAtATime() throws {
    let begun = Mailbox<@Sendable () -> Void> {}
    let columns = PlaceColumns()
    columns.startSorting = { begun.post($0) }
    for change in 0..<5 {
      columns.replaceAll(with: Self.places(PlaceColumns.fewestSorted, side: 1 << 30, seed: UInt64(change)))
      for _ in 0..<3 { #expect(columns.neighbourhoods == nil) }
    }
    let first = begun.drain()
    #expect(first.count == 1)
    first.forEach { $0() }
    // What it has found is of places that are gone; those of now are sorted next.
    #expect(columns.neighbourhoods == nil)
    let next = begun.drain()
    #expect(next.count == 1)
    next.forEach { $0() }
    let found = try #require(columns.neighbourhoods)
    #expect(found.numbers == PlaceNeighbourhoods(columns.places.elements).numbers)
  }

  @MainActor @Test func whereNoThreadWasToBeHadTheNextPlacesAreTriedAgain() {
    var attempts = 0
    let columns = PlaceColumns()
    columns.startSorting = { _ in
      attempts += 1
      throw ThreadError(status: 11)
    }
    for change in 0..<3 {
      columns.replaceAll(with: Self.places(PlaceColumns.fewestSorted, side: 1 << 30, seed: UInt64(change)))
      for _ in 0..<3 { #expect(columns.neighbourhoods == nil) }
    }
    #expect(attempts == 3)
  }

  @MainActor @Test func neitherFewPlacesNorThoseInOrderAreSorted() {
    let few = PlaceColumns()
    few.replaceAll(with: Self.places(PlaceColumns.fewestSorted - 1, side: 1 << 30))
    let ordered = PlaceColumns()
    ordered.replaceAll(with: ContiguousArray((0..<200_000).map { FixedPlace(x: $0 * 5000, y: $0 * 5000) }))
    for columns in [few, ordered] {
      for _ in 0..<3 { #expect(columns.neighbourhoods == nil) }
      #expect(!columns.isSorting)
    }
  }
}
