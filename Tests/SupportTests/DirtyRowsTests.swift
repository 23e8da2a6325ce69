import OverlookSupport
import Testing

@Suite struct DirtyRowsTests {
  private func rows(_ numbers: [Int]) -> DirtyRows {
    var rows = DirtyRows()
    for number in numbers { rows.insert(number) }
    return rows
  }

  private func runs(_ rows: DirtyRows, maximumGap: Int = 0) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var next = 0
    while let run = rows.nextRun(atLeast: next, maximumGap: maximumGap) {
      runs.append(run)
      next = run.upperBound
    }
    return runs
  }

  @Test func neighboursBecomeOneRun() {
    #expect(runs(rows([5, 3, 4, 63, 64, 65, 200])) == [3..<6, 63..<66, 200..<201])
  }

  @Test func smallGapsJoinRuns() {
    #expect(runs(rows([1, 4, 9]), maximumGap: 2) == [1..<5, 9..<10])
  }

  @Test func countsEachRowOnce() {
    var set = rows([7])
    let isNewAgain = set.insert(7)
    #expect(!isNewAgain)
    #expect(set.count == 1)
    let removals = [set.remove(7), set.remove(7)]
    #expect(removals == [true, false])
    #expect(set.isEmpty)
    #expect(set.next(atLeast: 0) == nil)
  }

  @Test func isEmptyAfterRemoveAllAndCanBeFilledAgain() {
    var set = rows([1, 1000, 64])
    set.removeAll()
    #expect(set.isEmpty)
    #expect(runs(set).isEmpty)
    set.insert(64)
    #expect(runs(set) == [64..<65])
  }

  @Test func asksBelowAndAboveAllRows() {
    let set = rows([130])
    #expect(set.next(atLeast: 0) == 130)
    #expect(set.next(atLeast: 131) == nil)
    #expect(set.next(atLeast: 1_000_000) == nil)
    #expect(!set.contains(-1))
    #expect(!set.contains(1_000_000))
  }

  @Test func readsBackInAscendingOrderWhatASetHolds() {
    var generator = SeededGenerator(seed: 3)
    var set = DirtyRows()
    var model = Set<Int>()
    for _ in 0..<2000 {
      let row = Int(generator.next() % 3000)
      set.insert(row)
      model.insert(row)
    }
    #expect(runs(set).flatMap { Array($0) } == model.sorted())
  }
}
