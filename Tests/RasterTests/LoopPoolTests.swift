import OverlookRaster
import Synchronization
import Testing

@Suite struct LoopPoolTests {
  private final class Counter: SharedLoop {
    let runs: [Atomic<Int>.Box]
    let busy: [Atomic<Int>.Box]
    let faults = Atomic<Int>(0)

    init(parts: Int, workers: Int) {
      runs = (0..<parts).map { _ in Atomic<Int>.Box() }
      busy = (0..<workers).map { _ in Atomic<Int>.Box() }
    }

    func run(part: Int, worker: Int) {
      if busy[worker].value.exchange(1, ordering: .acquiringAndReleasing) != 0 { faults.add(1, ordering: .relaxed) }
      runs[part].value.add(1, ordering: .relaxed)
      busy[worker].value.store(0, ordering: .releasing)
    }
  }

  @Test(arguments: [1, 2, 5, 100]) func eachPartRunsOnceWhateverTheThreads(_ workers: Int) {
    let pool = LoopPool(workerCount: workers)
    for parts in [0, 1, 2, 3, 200] {
      for _ in 0..<200 {
        let loop = Counter(parts: parts, workers: pool.workerCount)
        pool.run(parts, loop)
        #expect(loop.runs.allSatisfy { $0.value.load(ordering: .relaxed) == 1 })
        #expect(loop.faults.load(ordering: .relaxed) == 0)
      }
    }
  }

  @Test func aCrewThatGoesAtOnceLeavesNothingRunning() {
    for _ in 0..<50 {
      let pool = LoopPool(workerCount: 3)
      let counter = Counter(parts: 8, workers: 3)
      pool.run(8, counter)
      #expect(counter.runs.allSatisfy { $0.value.load(ordering: .relaxed) == 1 })
    }
  }
}

extension Atomic where Value == Int {
  /// An atomic that arrays can hold.
  fileprivate final class Box: Sendable {
    let value = Atomic<Int>(0)
  }
}
