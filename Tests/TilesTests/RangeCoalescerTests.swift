@testable import OverlookTiles
import OverlookSupport
import Testing

@Suite struct RangeCoalescerTests {
  private func groups(_ ranges: [Range<UInt64>]) -> [(range: Range<UInt64>, members: [Int])] {
    RangeCoalescer.groups(ranges, maximumGap: 10, maximumBytes: 100)
  }

  @Test func joinsNeighboursAcrossSmallGaps() {
    let found = groups([20..<30, 0..<10, 41..<50, 70..<71])
    #expect(found.map(\.range) == [0..<30, 41..<50, 70..<71])
    #expect(found.map(\.members) == [[1, 0], [2], [3]])
  }

  @Test func endsARequestBeforeItGrowsTooLargeAndLeavesALargePartWhole() {
    #expect(groups([0..<60, 60..<90, 90..<120]).map(\.range) == [0..<90, 90..<120])
    #expect(groups([0..<500, 500..<510]).map(\.range) == [0..<500, 500..<510])
  }

  @Test func asksOnceForPartsThatOverlapOrAreEqual() {
    let found = groups([0..<500, 5..<7, 0..<500, 499..<500])
    #expect(found.map(\.range) == [0..<500])
    #expect(found.map(\.members) == [[0, 2, 1, 3]])
    #expect(groups([]).isEmpty)
  }

  /// Every range lies in its group's, and each is in one group (random ranges).
  @Test func coversEveryRangeOnce() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let ranges = (0..<Int.random(in: 1...30, using: &generator)).map { _ -> Range<UInt64> in
        let start = UInt64.random(in: 0...500, using: &generator)
        return start..<start + UInt64.random(in: 1...60, using: &generator)
      }
      let found = groups(ranges)
      #expect(found.flatMap(\.members).sorted() == Array(ranges.indices))
      for group in found {
        #expect(
          group.members.allSatisfy {
            group.range.contains(ranges[$0].lowerBound) && ranges[$0].upperBound <= group.range.upperBound
          })
      }
    }
  }
}
