import OverlookGeometry
import OverlookScene
import OverlookSupport
import Testing

@Suite struct OverlayIndexTests {
  private func found(_ index: OverlayIndex, _ rect: WorldRect) -> [Int32] {
    var slots = ContiguousArray<Int32>()
    index.query(rect, into: &slots)
    return slots.sorted()
  }

  private func rect(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) -> WorldRect {
    WorldRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }

  /// Whether any copies of two rectangles meet, by trying them.
  private func meetsInAnyCopy(_ a: WorldRect, _ b: WorldRect) -> Bool {
    (-4...4).contains { k in
      rect(a.minX + Double(k), a.minY, a.maxX + Double(k), a.maxY).intersects(b)
    }
  }

  @Test func findsWhatTryingEveryRectangleFinds() {
    var generator = SeededGenerator(seed: 11)
    var index = OverlayIndex()
    var model: [Int: WorldRect] = [:]
    for step in 0..<6000 {
      let slot = Int.random(in: 0..<800, using: &generator)
      if step % 5 == 4 {
        index.remove(slot)
        model[slot] = nil
      } else {
        let size = Double.random(in: 0...1, using: &generator)
        let width = size * size * size * size * 0.9
        let x = Double.random(in: -1...2, using: &generator)
        let y = Double.random(in: 0...0.95, using: &generator)
        let new = rect(x, y, x + width, y + min(width / 2, 1 - y))
        index.set(slot, to: new)
        model[slot] = new
      }
      guard step % 40 == 0 else { continue }
      let x = Double.random(in: -2...2, using: &generator)
      let y = Double.random(in: 0...1, using: &generator)
      let side = Double.random(in: 0...0.4, using: &generator)
      let query = rect(x, y, x + side * (step % 200 == 0 ? 4 : 1), y + side)
      let expected = model.filter { meetsInAnyCopy($0.value, query) }.map { Int32($0.key) }.sorted()
      #expect(found(index, query) == expected)
      for (slot, own) in model { #expect(index.meets(slot, query) == meetsInAnyCopy(own, query)) }
    }
    #expect(index.count == model.count)
  }

  @Test func rectanglesAcrossTheAntimeridianAreFoundFromBothSides() {
    var index = OverlayIndex()
    index.set(0, to: rect(0.98, 0.4, 1.03, 0.5))
    index.set(1, to: rect(-0.02, 0.4, 0.01, 0.5))
    #expect(found(index, rect(0.985, 0.45, 0.987, 0.46)) == [0, 1])
    #expect(found(index, rect(0.02, 0.45, 0.025, 0.46)) == [0])
    #expect(found(index, rect(1.005, 0.45, 1.006, 0.46)) == [0, 1])
    #expect(found(index, rect(-2.015, 0.45, -2.012, 0.46)) == [0, 1])
    #expect(found(index, rect(0.3, 0.4, 0.6, 0.5)) == [])
  }

  @Test func aQueryWiderThanTheWorldFindsEachOnce() {
    var index = OverlayIndex()
    for slot in 0..<100 { index.set(slot, to: rect(Double(slot) / 100, 0.5, Double(slot) / 100 + 0.3, 0.6)) }
    #expect(found(index, rect(-3, 0, 4, 1)) == (0..<100).map { Int32($0) })
    #expect(found(index, rect(-1e300, 0, 1e300, 1)).count == 100)
    #expect(found(index, rect(0, 0.7, 1, 1)).isEmpty)
  }

  @Test func manyItemsInOnePlaceAreNoTrouble() {
    var index = OverlayIndex()
    for slot in 0..<2000 { index.set(slot, to: rect(0.25, 0.25, 0.25, 0.25)) }
    #expect(found(index, rect(0.25, 0.25, 0.25, 0.25)).count == 2000)
    for slot in 0..<2000 { index.remove(slot) }
    #expect(index.count == 0)
    #expect(found(index, rect(0, 0, 1, 1)).isEmpty)
  }

  @Test func whatIsNoRectangleIsNotThereAndFindsNothing() {
    var index = OverlayIndex()
    index.set(0, to: rect(.nan, 0, 1, 1))
    index.set(1, to: rect(0, 0, .infinity, 1))
    index.set(2, to: rect(0.5, 0.5, 0.4, 0.6))
    index.set(3, to: rect(0.5, 0.5, 0.5, 0.5))
    #expect(index.count == 1)
    index.set(3, to: rect(.nan, .nan, .nan, .nan))
    #expect(index.count == 0)
    index.set(3, to: rect(0.5, 0.5, 0.5, 0.5))
    #expect(found(index, rect(.nan, 0, 1, 1)).isEmpty)
    #expect(found(index, rect(1, 1, 0, 0)).isEmpty)
  }

  @Test func theEdgesOfTheWorldSquareAreInside() {
    var index = OverlayIndex()
    index.set(0, to: rect(0, 0, 0, 0))
    index.set(1, to: rect(1, 1, 1, 1))
    index.set(2, to: rect(0.5, -0.2, 0.6, 1.4))
    #expect(found(index, rect(0, 0, 0, 0)) == [0])
    #expect(found(index, rect(0, 1, 0, 1)) == [1])
    #expect(found(index, rect(0.55, 0.99, 0.56, 3)) == [2])
  }
}
