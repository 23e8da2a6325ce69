internal import Synchronization

/// A file of which only parts are here: what a reader of it needs, and what has been fetched. Thread-safe.
///
/// Reading what is not here yet throws, and says in `missing` what to fetch before trying again.
package final class FileParts: ArchiveBytes {
  /// Pieces of a file that several readings share: directories, and the tables that say where blocks are.
  package final class Pages: Sendable {
    /// Bytes of a page, but for the last one.
    package static let byteCount: UInt64 = 16 << 10
    private static let maximumCount = 4096

    package let name: String
    package let fileByteCount: UInt64
    private let pages = Mutex<[UInt64: Page]>([:])

    private struct Page: Sendable {
      var bytes: [UInt8]
      /// Whether the disk has it.
      var isKept: Bool
    }

    /// - Parameter fileByteCount: As the server says; what lies beyond 2^62 is not read, so that sums of places fit.
    package init(name: String, fileByteCount: UInt64) {
      self.name = name
      self.fileByteCount = min(fileByteCount, 1 << 62)
    }

    /// Keeps the whole pages of `bytes`, which begin at `offset`, a multiple of a page. `isKept`: whether the disk has them.
    package func add(_ bytes: [UInt8], at offset: UInt64, isKept: Bool = false) {
      let size = Int(Self.byteCount)
      pages.withLock { pages in
        // They are fetched again, should anybody need them.
        if pages.count > Self.maximumCount { pages = [:] }
        for start in stride(from: 0, to: bytes.count, by: size) {
          let page = Array(bytes[start..<min(start + size, bytes.count)])
          let place = offset + UInt64(start)
          guard page.count == size || place + UInt64(page.count) == fileByteCount else { return }
          pages[place / Self.byteCount] = Page(bytes: page, isKept: isKept)
        }
      }
    }

    fileprivate func page(_ index: UInt64) -> [UInt8]? { pages.withLock { $0[index]?.bytes } }

    /// The bytes of a page that the disk does not have yet; nil from the next call on.
    fileprivate func takeUnkept(_ index: UInt64) -> [UInt8]? {
      pages.withLock { pages in
        guard let page = pages[index], !page.isKept else { return nil }
        pages[index]?.isKept = true
        return page.bytes
      }
    }

    fileprivate func remove(_ index: UInt64) { pages.withLock { $0[index] = nil } }

    /// The number of the page that lies at `range`, if one does.
    fileprivate func index(_ range: Range<UInt64>) -> UInt64? {
      let isPage =
        range.lowerBound % Self.byteCount == 0
        && (range.upperBound == fileByteCount || range.upperBound - range.lowerBound == Self.byteCount)
      return isPage ? range.lowerBound / Self.byteCount : nil
    }
  }

  private struct State: Sendable {
    var missing: [Range<UInt64>] = []
    var blocks: [Range<UInt64>: [UInt8]] = [:]
    /// Ranges that the disk has.
    var kept: Set<Range<UInt64>> = []
    /// What was read since the last word about it, and what that word was.
    var undecided: Set<Range<UInt64>> = []
    var sound: Set<Range<UInt64>> = []
    var damaged: Set<Range<UInt64>> = []
  }

  private let pages: Pages
  private let state = Mutex(State())

  package init(_ pages: Pages) {
    self.pages = pages
  }

  var path: String { pages.name }
  package var byteCount: UInt64 { pages.fileByteCount }

  /// What was looked for in vain since the last call, each once.
  package func takeMissing() -> [Range<UInt64>] {
    state.withLock { state in
      defer { state.missing = [] }
      return Array(Set(state.missing)).sorted { $0.lowerBound < $1.lowerBound }
    }
  }

  /// Takes the bytes of a range that was missing. `isKept`: whether they came from the disk.
  package func add(_ bytes: [UInt8], at range: Range<UInt64>, isKept: Bool = false) {
    let isPage = range.lowerBound % Pages.byteCount == 0 && range.count % Int(Pages.byteCount) == 0
    if isPage || range.upperBound == byteCount, range.lowerBound % Pages.byteCount == 0 {
      pages.add(bytes, at: range.lowerBound, isKept: isKept)
    }
    state.withLock { state in
      state.blocks[range] = bytes
      if isKept { state.kept.insert(range) }
    }
  }

  /// Whether any range came from the disk.
  package var hasKept: Bool { state.withLock { !$0.kept.isEmpty } }

  /// What reading has told of parts of the file.
  package struct Verdict: Sendable {
    /// Those that made sense and that the disk does not have.
    package var sound: [(range: Range<UInt64>, bytes: [UInt8])] = []
    /// Those of which something made none.
    package var damaged: [Range<UInt64>] = []
  }

  /// Says of all that was read since the last call whether sense could be made of it.
  package func settle(isSound: Bool) {
    state.withLock { state in
      if isSound { state.sound.formUnion(state.undecided) } else { state.damaged.formUnion(state.undecided) }
      state.undecided = []
    }
  }

  /// What `settle` has said since the last call, each range once; what is damaged is forgotten. Pages that were fetched along
  /// with damaged parts count as damaged too unless sense was made of them.
  package func takeVerdict() -> Verdict {
    let (sound, damaged) = state.withLock { state in
      defer { (state.sound, state.damaged) = ([], []) }
      if !state.damaged.isEmpty {
        state.damaged.formUnion(state.blocks.keys.filter { pages.index($0) != nil && !state.sound.contains($0) })
      }
      for range in state.damaged { state.blocks[range] = nil }
      return (state.sound.subtracting(state.damaged), state.damaged)
    }
    for range in damaged { pages.index(range).map { pages.remove($0) } }
    var verdict = Verdict(damaged: damaged.sorted { $0.lowerBound < $1.lowerBound })
    for range in sound.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let block = state.withLock { state in state.kept.insert(range).inserted ? state.blocks[range] : nil }
      let bytes = if let index = pages.index(range) { pages.takeUnkept(index) } else { block }
      if let bytes { verdict.sound.append((range, bytes)) }
    }
    return verdict
  }

  /// Whether the range is here as a whole; else it is noted as missing.
  func has(_ range: Range<UInt64>) -> Bool {
    state.withLock { state in
      if state.blocks[range] != nil { return true }
      state.missing.append(range)
      return false
    }
  }

  func read(offset: UInt64, count: Int, thing: String) throws(FormatError) -> [UInt8] {
    let (end, overflow) = offset.addingReportingOverflow(UInt64(clamping: count))
    guard count >= 0, !overflow, end <= byteCount else { throw .truncated("\(path): \(thing)") }
    if count == 0 { return [] }
    let block = state.withLock { state in
      if state.blocks[offset..<end] != nil { state.undecided.insert(offset..<end) }
      return state.blocks[offset..<end]
    }
    if let block { return block }
    var bytes: [UInt8] = []
    var isWhole = true
    bytes.reserveCapacity(min(count, 1 << 20))
    for index in offset / Pages.byteCount...(end - 1) / Pages.byteCount {
      let start = index * Pages.byteCount
      let pageEnd = min(start + Pages.byteCount, byteCount)
      guard let page = pages.page(index), UInt64(page.count) == pageEnd - start else {
        isWhole = false
        state.withLock { $0.missing.append(start..<pageEnd) }
        continue
      }
      state.withLock { _ = $0.undecided.insert(start..<pageEnd) }
      bytes.append(contentsOf: page[Int(max(offset, start) - start)..<Int(min(end, pageEnd) - start)])
    }
    guard isWhole else { throw .unreadable("\(path): \(thing)", fault: "it has not been fetched") }
    return bytes
  }

  func checkUnchanged() throws(FormatError) {}
}
