import OverlookSupport
import Testing

@testable import OverlookRaster

@Suite struct DepthOrderTests {
  @Test(arguments: [0, 1, 2, 5000])
  func whatIsNearestComesFirst(count: Int) {
    var generator = SeededGenerator(seed: 4)
    let depths = (0..<count).map { _ in Float.random(in: 0.9..<0.95, using: &generator) }
    var order = DepthOrder()
    // The memory of an earlier call does not matter.
    order.sort(7) { Float($0) }
    order.sort(count) { depths[$0] }
    #expect(order.numbers.sorted() == (0..<count).map(Int32.init))
    let sorted = order.numbers.map { depths[Int($0)] }
    // A step is a five hundredth of the depths that there are.
    #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0 <= $1 + 0.05 / 500 })
  }

  @Test func equalDepthsStayInTheirOrder() {
    var order = DepthOrder()
    order.sort(300) { $0 % 2 == 0 ? 1 : 0 }
    #expect(order.numbers.map(Int.init) == Array(stride(from: 1, to: 300, by: 2)) + Array(stride(from: 0, to: 300, by: 2)))
  }

  @Test func depthsThatAreNoNumbersLoseNothing() {
    let depths: [Float] = [.nan, 0.5, .infinity, -.infinity, 0.1, .nan]
    var order = DepthOrder()
    order.sort(depths.count) { depths[$0] }
    #expect(order.numbers.sorted() == [0, 1, 2, 3, 4, 5])
  }
}
