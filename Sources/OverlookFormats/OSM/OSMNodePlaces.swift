internal import Glibc
internal import Synchronization

/// Where a node is.
struct OSMPlace: Hashable, Sendable {
  var id: Int64
  /// Degrees times ten million.
  var latitude: Int32
  var longitude: Int32
}

/// Where all nodes are, by their ids: in memory, or in a scratch file.
enum OSMNodePlaces: Sendable {
  /// Sorted by id.
  case memory([OSMPlace])
  case file(OSMPlaceFile)

  var count: Int {
    switch self {
    case .memory(let places): places.count
    case .file(let file): file.count
    }
  }

  subscript(id: Int64) -> OSMPlace? {
    switch self {
    case .memory(let places):
      let index = Self.firstIndex(notBelow: id, in: places)
      return index < places.count && places[index].id == id ? places[index] : nil
    case .file(let file): return file.place(of: id)
    }
  }

  static func firstIndex(notBelow id: Int64, in places: [OSMPlace]) -> Int {
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Places that are on the disk, sorted by id, in blocks of which those used last are in memory. Any thread.
///
/// A disk that fails when a block is read again makes its nodes missing, and is told by `fault`.
final class OSMPlaceFile: Sendable {
  static let blockCount = 512
  /// Blocks in memory: 8 KiB each.
  private static let slotCount = 4096

  private struct State: ~Copyable {
    var file: OutputFile
    var slots: [(block: Int, places: [OSMPlace])]
    var fault: FormatError?
  }

  let count: Int
  /// The first id of each block.
  private let firsts: [Int64]
  private let state: Mutex<State>

  fileprivate init(_ file: sending OutputFile, firsts: [Int64], count: Int) {
    self.firsts = firsts
    self.count = count
    state = Mutex(State(file: file, slots: Array(repeating: (-1, []), count: Self.slotCount)))
  }

  /// The first error of the disk.
  var fault: FormatError? { state.withLock { $0.fault } }

  func place(of id: Int64) -> OSMPlace? {
    var low = 0
    var high = firsts.count
    while low < high {
      let middle = (low + high) / 2
      if firsts[middle] <= id { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let block = low - 1
    return state.withLock { state in
      let slot = block % Self.slotCount
      if state.slots[slot].block != block {
        do throws(FormatError) {
          let first = block * Self.blockCount
          state.slots[slot] = (
            block, try OSMPlaceRecord.read(state.file, first: first, count: min(Self.blockCount, count - first))
          )
        } catch {
          state.fault = state.fault ?? error
          return nil
        }
      }
      let places = state.slots[slot].places
      let index = OSMNodePlaces.firstIndex(notBelow: id, in: places)
      return index < places.count && places[index].id == id ? places[index] : nil
    }
  }
}

/// 16 bytes of a scratch file.
private enum OSMPlaceRecord {
  static let byteCount = 16

  static func bytes(_ places: some Sequence<OSMPlace>) -> [UInt8] {
    var writer = ByteWriter()
    for place in places {
      writer.write(UInt64(bitPattern: place.id))
      writer.write(place.latitude)
      writer.write(place.longitude)
    }
    return writer.bytes
  }

  static func read(_ file: OutputFile, first: Int, count: Int) throws(FormatError) -> [OSMPlace] {
    var reader = ByteReader(
      try file.read(offset: UInt64(clamping: first * byteCount), count: count * byteCount), thing: "places of nodes")
    var places: [OSMPlace] = []
    places.reserveCapacity(count)
    for _ in 0..<count {
      let id = Int64(bitPattern: try reader.readUInt64())
      places.append(OSMPlace(id: id, latitude: try reader.readInt32(), longitude: try reader.readInt32()))
    }
    return places
  }
}

/// Takes places in the order of a file and sorts them; of two with one id the later one stays.
struct OSMPlaceCollector {
  private let limits: OSMLimits
  private var open: [OSMPlace] = []
  private var isSorted = true
  private var file: OutputFile?
  /// Of the file: each is sorted.
  private var runs: [Range<Int>] = []
  private var low = SIMD2<Int32>(repeating: .max)
  private var high = SIMD2<Int32>(repeating: .min)
  private(set) var count = 0

  init(limits: OSMLimits) {
    self.limits = limits
  }

  /// South-west and north-east corner of all, latitude first, in degrees times ten million; nil without any.
  var extent: (low: SIMD2<Int32>, high: SIMD2<Int32>)? { count > 0 ? (low, high) : nil }

  @inline(__always)
  mutating func append(_ place: OSMPlace) throws(FormatError) {
    if open.count >= limits.placesInMemory { try spill() }
    if let last = open.last, last.id >= place.id { isSorted = false }
    open.append(place)
    let point = SIMD2(place.latitude, place.longitude)
    low = pointwiseMin(low, point)
    high = pointwiseMax(high, point)
    count += 1
  }

  mutating func finished() throws(FormatError) -> OSMNodePlaces {
    guard file != nil else {
      sortOpen()
      defer { open = [] }
      return .memory(open)
    }
    try spill()
    return .file(try merged())
  }

  private mutating func sortOpen() {
    guard !isSorted else { return }
    // Positions keep the order of those with one id.
    var order = Array(open.enumerated())
    order.sort { ($0.element.id, $0.offset) < ($1.element.id, $1.offset) }
    open.removeAll(keepingCapacity: true)
    for (_, place) in order {
      if open.last?.id == place.id { open[open.count - 1] = place } else { open.append(place) }
    }
    isSorted = true
  }

  private mutating func spill() throws(FormatError) {
    sortOpen()
    if file == nil { file = try Self.scratch(limits) }
    guard let file else { return }
    let first = runs.last?.upperBound ?? 0
    for start in stride(from: 0, to: open.count, by: 4096) {
      try file.append(OSMPlaceRecord.bytes(open[start..<min(start + 4096, open.count)]))
    }
    runs.append(first..<first + open.count)
    open.removeAll(keepingCapacity: true)
  }

  private static func scratch(_ limits: OSMLimits) throws(FormatError) -> sending OutputFile {
    let folder = limits.scratchFolder ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    return try OutputFile(scratchBeside: "\(folder)/places of nodes")
  }

  /// All runs in one file, in order of ids.
  private func merged() throws(FormatError) -> OSMPlaceFile {
    guard let file else { throw .truncated("places of nodes") }
    let result = try Self.scratch(limits)
    var cursors = runs.filter { !$0.isEmpty }.map { OSMPlaceRun(rest: $0) }
    var firsts: [Int64] = []
    var block: [OSMPlace] = []
    var count = 0
    while !cursors.isEmpty {
      var best = 0
      for index in cursors.indices {
        // Of equals the last, which is the one that stays.
        if try cursors[index].next(file).id < cursors[best].next(file).id { best = index }
      }
      let place = try cursors[best].next(file)
      if block.last?.id == place.id {
        block[block.count - 1] = place
      } else {
        if block.count == OSMPlaceFile.blockCount {
          try result.append(OSMPlaceRecord.bytes(block))
          block.removeAll(keepingCapacity: true)
        }
        if block.isEmpty { firsts.append(place.id) }
        block.append(place)
        count += 1
      }
      if cursors[best].advance() { cursors.remove(at: best) }
    }
    try result.append(OSMPlaceRecord.bytes(block))
    return OSMPlaceFile(result, firsts: firsts, count: count)
  }
}

/// A sorted run of the scratch file, read from front to end.
private struct OSMPlaceRun {
  var rest: Range<Int>
  private var places: [OSMPlace] = []
  private var position = 0

  init(rest: Range<Int>) {
    self.rest = rest
  }

  /// The next place, which is there.
  mutating func next(_ file: OutputFile) throws(FormatError) -> OSMPlace {
    if position == places.count {
      let count = min(rest.count, 4096)
      places = try OSMPlaceRecord.read(file, first: rest.lowerBound, count: count)
      rest = (rest.lowerBound + count)..<rest.upperBound
      position = 0
    }
    guard position < places.count else { throw .truncated("places of nodes") }
    return places[position]
  }

  /// True at the end.
  mutating func advance() -> Bool {
    position += 1
    return position >= places.count && rest.isEmpty
  }
}
