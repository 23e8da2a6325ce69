package import OverlookGeometry

/// The places of a layer sorted by where they lie, whatever their order of drawing: runs of neighbours, and the box around each.
///
/// Four bytes a place. Sorting takes some tenths of a second for ten million, and no more memory than that but for cells in which
/// very many places lie.
package struct PlaceNeighbourhoods: Sendable {
  /// Numbers of elements, run after run. Places that are not valid are left out.
  package let numbers: ContiguousArray<UInt32>
  /// Around each run.
  package let boxes: ContiguousArray<PlaceChunks.Box>

  /// Places in a run.
  package static let runSize = 256

  package init(_ places: ContiguousArray<FixedPlace>) {
    let cells = PlaceCells(places)
    numbers = cells.sorted(places)
    var boxes = ContiguousArray<PlaceChunks.Box>()
    boxes.reserveCapacity((numbers.count + Self.runSize - 1) / Self.runSize)
    for first in stride(from: 0, to: numbers.count, by: Self.runSize) {
      var box = PlaceChunks.Box()
      for number in numbers[first..<min(first + Self.runSize, numbers.count)] { box.add(places[Int(number)]) }
      boxes.append(box)
    }
    self.boxes = boxes
  }
}

/// A grid over places, whose cells are counted along a curve that keeps neighbours together (Z-order: the bits of x and y in turn).
private struct PlaceCells {
  private let minX: UInt32
  private let minY: UInt32
  /// From steps to 16 bits.
  private let shiftX: Int
  private let shiftY: Int
  private let isEmpty: Bool

  private static let cellCount = 1 << 16
  /// Cells with more places are sorted within.
  private static let mostUnsorted = 2 * PlaceNeighbourhoods.runSize

  init(_ places: ContiguousArray<FixedPlace>) {
    var box = PlaceChunks.Box()
    for place in places where place.isValid { box.add(place) }
    isEmpty = box.isEmpty
    (minX, minY) = (box.minX, box.minY)
    func shift(_ extent: UInt32) -> Int { max(0, UInt32.bitWidth - extent.leadingZeroBitCount - 16) }
    shiftX = shift(box.maxX &- box.minX)
    shiftY = shift(box.maxY &- box.minY)
  }

  /// Where a valid place lies on the curve.
  @inline(__always)
  private func key(_ place: FixedPlace) -> UInt32 {
    Self.spread((place.x &- minX) >> UInt32(shiftX)) | Self.spread((place.y &- minY) >> UInt32(shiftY)) << 1
  }

  /// 16 bits with a zero after each.
  @inline(__always)
  private static func spread(_ bits: UInt32) -> UInt32 {
    var bits = bits & 0xFFFF
    bits = (bits | bits << 8) & 0x00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333
    return (bits | bits << 1) & 0x5555_5555
  }

  /// The numbers of the valid places along the curve, those of equal keys ascending.
  func sorted(_ places: ContiguousArray<FixedPlace>) -> ContiguousArray<UInt32> {
    guard !isEmpty, places.count <= UInt32.max else { return [] }
    var ends = ContiguousArray(repeating: 0, count: Self.cellCount)
    for place in places where place.isValid { ends[Int(key(place) >> 16)] += 1 }
    var total = 0
    for cell in ends.indices { (ends[cell], total) = (total, total + ends[cell]) }
    var numbers = ContiguousArray<UInt32>(repeating: 0, count: total)
    for number in places.indices where places[number].isValid {
      let cell = Int(key(places[number]) >> 16)
      numbers[ends[cell]] = UInt32(number)
      ends[cell] += 1
    }
    var first = 0
    for end in ends {
      if end - first > Self.mostUnsorted { sort(&numbers, first..<end, places) }
      first = end
    }
    return numbers
  }

  /// Sorts the places of one cell.
  private func sort(_ numbers: inout ContiguousArray<UInt32>, _ range: Range<Int>, _ places: ContiguousArray<FixedPlace>) {
    var keyed = ContiguousArray<UInt64>()
    keyed.reserveCapacity(range.count)
    for number in numbers[range] { keyed.append(UInt64(key(places[Int(number)])) << 32 | UInt64(number)) }
    keyed.sort()
    for (index, value) in zip(range, keyed) { numbers[index] = UInt32(truncatingIfNeeded: value) }
  }
}
