import OverlookGPU
import OverlookGeometry
import OverlookRaster
import OverlookScene
import OverlookSupport

/// The places of paths or rings in the driver's memory: a texel each of x, y, the number of the path and the time, which shaders
/// read by index because a piece of a line needs its neighbours.
@MainActor struct SequenceBuffer: ~Copyable {
  private var texels: GPUTexelBuffer
  /// Places; after them lie two of no path, for those that look ahead.
  private(set) var count = 0

  /// Places between changed ones that cost less to upload than another call.
  private static let maximumGap = 64

  init(_ device: GPUDevice, label: String) {
    texels = GPUTexelBuffer(device, format: .unsigned4, label: label)
  }

  /// Whether the driver can hold them.
  static func fits(_ sequences: borrowing PlaceSequences, _ device: GPUDevice) -> Bool {
    sequences.places.count <= device.capabilities.maximumTexelBufferSize - 2
  }

  /// Uploads all places, or those that changed.
  mutating func update(
    _ sequences: borrowing PlaceSequences, times: ContiguousArray<Float>, isNew: Bool
  ) throws(GPUError) {
    let column = sequences.places
    if isNew || column.isReplaced || count != column.count {
      count = 0
      var all = ContiguousArray<SIMD4<UInt32>>()
      all.reserveCapacity(column.count + Self.followers.count)
      for path in 0..<sequences.count {
        for index in sequences.range(of: path) {
          all.append(Self.texel(column.elements[index], path, time: times.isEmpty ? 0 : times[index]))
        }
      }
      all.append(contentsOf: Self.followers)
      try texels.buffer.replace(all)
      count = column.count
      return
    }
    var next = 0
    while let run = column.changed.nextRun(atLeast: next, maximumGap: Self.maximumGap) {
      next = run.upperBound
      write(run.clamped(to: 0..<column.count), of: sequences, times: times)
    }
  }

  /// What a place takes.
  static let placeByteCount = MemoryLayout<SIMD4<UInt32>>.stride

  /// Uploads some of `sequences`, which are to have no times, in ascending order; `count` is 0 until all are there.
  mutating func bring(_ range: Range<Int>, of sequences: borrowing PlaceSequences) throws(GPUError) {
    let total = sequences.places.count
    if range.lowerBound == 0 {
      count = 0
      try texels.buffer.allocate(byteCount: (total + Self.followers.count) * Self.placeByteCount)
    }
    write(range, of: sequences, times: [])
    guard range.upperBound == total else { return }
    texels.buffer.update(Self.followers, atElement: total)
    count = total
  }

  private func write(_ range: Range<Int>, of sequences: borrowing PlaceSequences, times: ContiguousArray<Float>) {
    var path = sequences.path(at: range.lowerBound)
    var written = ContiguousArray<SIMD4<UInt32>>()
    written.reserveCapacity(range.count)
    let elements = sequences.places.elements
    for index in range {
      while path + 1 < sequences.count, index >= Int(sequences.starts[path + 1]) { path += 1 }
      written.append(Self.texel(elements[index], path, time: times.isEmpty ? 0 : times[index]))
    }
    texels.buffer.update(written, atElement: range.lowerBound)
  }

  /// Of no path.
  private static let followers = ContiguousArray(repeating: SIMD4<UInt32>(0, 0, .max, 0), count: 2)

  func bind(unit: Int) { texels.bind(unit: unit) }

  private static func texel(_ place: FixedPlace, _ path: Int, time: Float) -> SIMD4<UInt32> {
    SIMD4(place.x, place.y, UInt32(truncatingIfNeeded: path), time.bitPattern)
  }
}

extension PlaceSequences {
  /// The path of the place of a number.
  func path(at place: Int) -> Int {
    var (low, high) = (0, count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= place { low = middle } else { high = middle }
    }
    return low
  }

  /// Calls `body` with ranges of places (the last of each begins no segment) that hold all that is in view in `screen`, and what
  /// lies between them where that costs less than another call.
  func forEachVisibleRange(_ screen: PlaceScreen, _ body: (Range<Int>) -> Void) {
    var open: Range<Int>?
    for (number, group) in groups.enumerated() where screen.copies(of: group) != nil {
      let first = number * Self.groupSize
      for piece in pieces[first..<min(first + Self.groupSize, pieces.count)] where screen.copies(of: piece.box) != nil {
        let range = Int(piece.first)..<Int(piece.last)
        if let before = open, range.lowerBound <= before.upperBound + Self.maximumHiddenPlaces {
          open = before.lowerBound..<range.upperBound
        } else {
          if let open { body(open) }
          open = range
        }
      }
    }
    if let open { body(open) }
  }

  /// Places out of view that cost less than another call.
  static let maximumHiddenPlaces = 256
}

/// What differs from element to element, a texel each: colour, a number, another, the filter's.
@MainActor struct ElementBuffer: ~Copyable {
  private var texels: GPUTexelBuffer
  private var count = 0

  init(_ device: GPUDevice, label: String) {
    texels = GPUTexelBuffer(device, format: .unsigned4, label: label)
  }

  /// Uploads the elements for which `isChanged`, or all; nothing where every column is empty, as then no shader looks.
  mutating func update(
    count newCount: Int, colors: LayerColumn<UInt32>, _ first: LayerColumn<Float>, _ second: LayerColumn<Float>? = nil,
    filterValues: LayerColumn<Float>, isNew: Bool
  ) throws(GPUError) {
    func texel(_ index: Int) -> SIMD4<UInt32> {
      func number(_ column: LayerColumn<Float>?) -> UInt32 {
        guard let column, index < column.count else { return 0 }
        return column.elements[index].bitPattern
      }
      let color = index < colors.count ? colors.elements[index] : 0
      return SIMD4(color, number(first), number(second), number(filterValues))
    }
    let hasSecond = second.map { !$0.isEmpty } ?? false
    if colors.isEmpty && first.isEmpty && !hasSecond && filterValues.isEmpty {
      count = 0
      return
    }
    let isReplaced = colors.isReplaced || first.isReplaced || second?.isReplaced == true || filterValues.isReplaced
    if isNew || isReplaced || count != newCount {
      count = 0
      var all = ContiguousArray<SIMD4<UInt32>>()
      all.reserveCapacity(newCount)
      for index in 0..<newCount { all.append(texel(index)) }
      try texels.buffer.replace(all)
      count = newCount
      return
    }
    for changed in [colors.changed, first.changed, second?.changed ?? DirtyRows(), filterValues.changed] where !changed.isEmpty {
      var next = 0
      while let run = changed.nextRun(atLeast: next, maximumGap: 64) {
        next = run.upperBound
        texels.buffer.update(ContiguousArray(run.clamped(to: 0..<newCount).map(texel)), atElement: run.lowerBound)
      }
    }
  }

  func bind(unit: Int) { texels.bind(unit: unit) }
}
