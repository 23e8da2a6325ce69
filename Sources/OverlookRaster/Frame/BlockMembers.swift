/// Which shapes meet which blocks of a picture.
struct BlockMembers {
  /// A shape that meets a block, and the member of the block before it; -1: none.
  fileprivate struct Member: BitwiseCopyable {
    var shape: Int32
    var previous: Int32
  }

  /// The shapes of a block by their numbers, the one added last first.
  struct Shapes: Sequence, IteratorProtocol {
    fileprivate let members: ContiguousArray<Member>
    fileprivate var member: Int32

    @inline(__always)
    mutating func next() -> Int? {
      guard member >= 0 else { return nil }
      let found = members[Int(member)]
      member = found.previous
      return Int(found.shape)
    }
  }

  private(set) var grid = BlockGrid(width: 0, height: 0)
  private var members = ContiguousArray<Member>()
  /// Of each block; -1: none.
  private var lastMembers = ContiguousArray<Int32>()

  /// Whether no shape meets a block.
  var isEmpty: Bool { members.isEmpty }

  /// Forgets all shapes, for a picture of a size in pixels. Uses the memory of the last one.
  mutating func begin(width: Int, height: Int) {
    grid = BlockGrid(width: width, height: height)
    members.removeAll(keepingCapacity: true)
    lastMembers.removeAll(keepingCapacity: true)
    lastMembers.append(contentsOf: repeatElement(-1, count: grid.count))
  }

  /// Adds a shape to the blocks that the box between two corners may meet.
  mutating func add(_ shape: Int, from low: SIMD2<Float>, to high: SIMD2<Float>) {
    grid.forEach(from: low, to: high) { block in
      members.append(Member(shape: Int32(truncatingIfNeeded: shape), previous: lastMembers[block]))
      lastMembers[block] = Int32(truncatingIfNeeded: members.count - 1)
    }
  }

  func shapes(of block: Int) -> Shapes { Shapes(members: members, member: lastMembers[block]) }
}
