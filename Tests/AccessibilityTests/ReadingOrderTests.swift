import OverlookGeometry
import Testing

@testable import OverlookAccessibility

@Suite struct ReadingOrderTests {
  private typealias Item = (name: String, frame: ScreenRect)

  private func item(_ name: String, _ x: Double, _ y: Double, _ width: Double = 40, _ height: Double = 30) -> Item {
    (name, ScreenRect(x: x, y: y, width: width, height: height))
  }

  private func order(_ items: [Item], isRightToLeft: Bool = false) -> [String] {
    ReadingOrder.sorted(items, isRightToLeft: isRightToLeft) { $0.frame }.map(\.name)
  }

  @Test func rowsAreReadFromAboveAndEachFromTheLeft() {
    let items = [item("d", 100, 60), item("b", 100, 12), item("a", 0, 10), item("c", 0, 58)]
    #expect(order(items) == ["a", "b", "c", "d"])
    #expect(order(items, isRightToLeft: true) == ["b", "a", "d", "c"])
  }

  /// A sheet at the left does not swallow the buttons beside its whole height into one row.
  @Test func whatBeginsFarDownBesideATallOneComesAfterIt() {
    let items = [item("zoom out", 400, 240), item("zoom in", 402, 200), item("sheet", 12, 56, 340, 500), item("menu", 12, 12)]
    #expect(order(items) == ["menu", "sheet", "zoom in", "zoom out"])
  }

  @Test func whatLiesNowhereIsLeftOutAndNothingIsLost() {
    let wild = [item("nan", .nan, 0), item("inf", 0, .infinity), item("a", -1e9, -1e9), item("b", 1e9, 1e9, 0, 0)]
    #expect(order(wild) == ["a", "b"])
    #expect(order([]) == [])
    var generator = SystemRandomNumberGenerator()
    let many = (0..<200).map { item("\($0)", .random(in: 0...800, using: &generator), .random(in: 0...600, using: &generator)) }
    #expect(Set(order(many)) == Set(many.map(\.name)))
    #expect(order(many).count == many.count)
  }
}
