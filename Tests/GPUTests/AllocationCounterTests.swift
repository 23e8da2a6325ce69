import Foundation
import OverlookMeasurement
import Testing

@Suite struct AllocationCounterTests {
  @Test func isAvailableInTheTestProcess() {
    #expect(AllocationCounter.isAvailable)
  }

  @Test func countsAnArrayAndNothingForArithmetic() {
    var arrays: [[Int]] = []
    arrays.reserveCapacity(4)
    let one = AllocationCounter.count { arrays.append([Int](repeating: 1, count: 1000)) }
    #expect(one.blocks == 1)
    #expect(one.bytes >= 8000 && one.bytes < 9000)
    #expect(one.callers.count == 1)
    var sum = 0
    let none = AllocationCounter.count { for value in arrays[0] { sum &+= value } }
    #expect(none.blocks == 0)
    #expect(sum == 1000)
  }

  @Test func countsObjectsAlignedBlocksAndGrowth() {
    final class Thing { var value = 1 }
    var thing: Thing?
    #expect(AllocationCounter.count { thing = Thing() }.blocks == 1)
    #expect(thing?.value == 1)
    let aligned = AllocationCounter.count {
      let block = UnsafeMutableRawPointer.allocate(byteCount: 100, alignment: 256)
      block.storeBytes(of: 1, as: UInt8.self)
      block.deallocate()
    }
    #expect(aligned.blocks == 1)
    var numbers: [Int] = []
    let growth = AllocationCounter.count { for value in 0..<1000 { numbers.append(value) } }
    #expect(growth.blocks > 3)
  }

  @Test func otherThreadsCountOnlyWhenAsked() {
    func allocateElsewhere() {
      let done = DispatchSemaphore(value: 0)
      let thread = Thread {
        var kept: [[Int]] = []
        for size in 1...100 { kept.append([Int](repeating: size, count: size)) }
        withExtendedLifetime(kept) { _ = done.signal() }
      }
      thread.start()
      done.wait()
    }
    #expect(AllocationCounter.count(.callingThread) { allocateElsewhere() }.blocks < 50)
    #expect(AllocationCounter.count(.allThreads) { allocateElsewhere() }.blocks >= 100)
  }

  @Test func anErrorEndsTheCount() {
    struct Failure: Error {}
    #expect(throws: Failure.self) { _ = try AllocationCounter.count { throw Failure() } }
    #expect(AllocationCounter.count {}.blocks == 0)
  }
}
