import OverlookSupport
import Testing

@Suite struct ShelfPackerTests {
  private struct Piece {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    func overlaps(_ other: Piece) -> Bool {
      x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
  }

  private static func corner(_ packer: inout ShelfPacker, _ width: Int, _ height: Int) -> [Int]? {
    packer.place(width: width, height: height).map { [$0.x, $0.y] }
  }

  @Test func equalSquaresFillAPictureExactly() {
    var packer = ShelfPacker(width: 256, height: 256)
    let corners = (0..<16).compactMap { _ in packer.place(width: 64, height: 64) }
    #expect(Set(corners.map { $0.y * 256 + $0.x }).count == 16)
    #expect(packer.usedHeight == 256)
    let more = Self.corner(&packer, 1, 1)
    #expect(more == nil)
  }

  @Test func refusesWhatHasNoAreaOrIsTooLarge() {
    var packer = ShelfPacker(width: 64, height: 32)
    for (width, height) in [(0, 5), (5, 0), (-1, 5), (65, 1), (1, 33)] {
      let refused = Self.corner(&packer, width, height)
      #expect(refused == nil)
    }
    #expect(packer.usedHeight == 0)
    let first = Self.corner(&packer, 64, 31)
    #expect(first == [0, 0])
  }

  @Test func placesDoNotOverlapThroughAThousandChangesAndGrowth() throws {
    var generator = SeededGenerator(seed: 11)
    var packer = ShelfPacker(width: 128, height: 128)
    var pieces: [Piece] = []
    for turn in 0..<1000 {
      if turn == 300 { packer.grow(toHeight: 256) }
      if turn == 600 { packer.grow(toWidth: 200) }
      if !pieces.isEmpty, Int.random(in: 0..<3, using: &generator) == 0 {
        let piece = pieces.remove(at: Int.random(in: 0..<pieces.count, using: &generator))
        packer.free(x: piece.x, y: piece.y, width: piece.width)
      }
      let (width, height) = (Int.random(in: 1...30, using: &generator), Int.random(in: 1...30, using: &generator))
      guard let (x, y) = packer.place(width: width, height: height) else { continue }
      let piece = Piece(x: x, y: y, width: width, height: height)
      #expect(x >= 0 && y >= 0 && x + width <= packer.width && y + height <= packer.height)
      try #require(!pieces.contains { $0.overlaps(piece) })
      pieces.append(piece)
    }
    #expect(pieces.count > 50)
  }

  @Test func freedNeighboursBecomeOnePlace() {
    var packer = ShelfPacker(width: 30, height: 8)
    let corners = (0..<3).compactMap { _ in packer.place(width: 10, height: 8) }
    #expect(corners.map(\.x) == [0, 10, 20])
    // The middle one last: it joins both sides.
    for x in [0, 20, 10] { packer.free(x: x, y: 0, width: 10) }
    let whole = Self.corner(&packer, 30, 8)
    #expect(whole == [0, 0])
  }

  @Test func growthGivesRoomBesideAndBelow() {
    var packer = ShelfPacker(width: 10, height: 8)
    _ = packer.place(width: 10, height: 8)
    let without = Self.corner(&packer, 5, 8)
    #expect(without == nil)
    packer.grow(toWidth: 15)
    let beside = Self.corner(&packer, 5, 8)
    #expect(beside == [10, 0])
    packer.grow(toHeight: 16)
    let below = Self.corner(&packer, 15, 8)
    #expect(below == [0, 8])
  }

  @Test func lowThingsDoNotTakeHighShelvesWhileThereIsRoom() {
    var packer = ShelfPacker(width: 100, height: 60)
    _ = packer.place(width: 10, height: 40)
    let low = Self.corner(&packer, 10, 8)
    #expect(low == [0, 40])
    // 12 of 60 rows remain: 20 rows go beside the 40.
    let middle = Self.corner(&packer, 90, 20)
    #expect(middle == [10, 0])
    let last = Self.corner(&packer, 90, 12)
    #expect(last?[1] == 48)
  }
}
