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
    private let pages = Mutex<[UInt64: [UInt8]]>([:])

    /// - Parameter fileByteCount: As the server says; what lies beyond 2^62 is not read, so that sums of places fit.
    package init(name: String, fileByteCount: UInt64) {
      self.name = name
      self.fileByteCount = min(fileByteCount, 1 << 62)
    }

    /// Keeps the whole pages of `bytes`, which begin at `offset`, a multiple of a page.
    package func add(_ bytes: [UInt8], at offset: UInt64) {
      let size = Int(Self.byteCount)
      pages.withLock { pages in
        // They are fetched again, should anybody need them.
        if pages.count > Self.maximumCount { pages = [:] }
        for start in stride(from: 0, to: bytes.count, by: size) {
          let page = Array(bytes[start..<min(start + size, bytes.count)])
          let place = offset + UInt64(start)
          guard page.count == size || place + UInt64(page.count) == fileByteCount else { return }
          pages[place / Self.byteCount] = page
        }
      }
    }

    fileprivate func page(_ index: UInt64) -> [UInt8]? { pages.withLock { $0[index] } }
  }

  private struct State: Sendable {
    var missing: [Range<UInt64>] = []
    var blocks: [Range<UInt64>: [UInt8]] = [:]
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

  /// Takes the bytes of a range that was missing.
  package func add(_ bytes: [UInt8], at range: Range<UInt64>) {
    let isPage = range.lowerBound % Pages.byteCount == 0 && range.count % Int(Pages.byteCount) == 0
    if isPage || range.upperBound == byteCount, range.lowerBound % Pages.byteCount == 0 { pages.add(bytes, at: range.lowerBound) }
    state.withLock { $0.blocks[range] = bytes }
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
    if let block = state.withLock({ $0.blocks[offset..<end] }) { return block }
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
      bytes.append(contentsOf: page[Int(max(offset, start) - start)..<Int(min(end, pageEnd) - start)])
    }
    guard isWhole else { throw .unreadable("\(path): \(thing)", fault: "it has not been fetched") }
    return bytes
  }

  func checkUnchanged() throws(FormatError) {}
}
