internal import Dispatch
internal import OverlookGeometry
internal import Synchronization

/// Decodes every tile of an archive, each content once.
struct ArchiveCheck {
  private struct Content: Sendable {
    var tile: TileID
    var bytes: [UInt8]
  }

  /// What is read before it is decoded by all processors at once.
  private static let batchCount = 64
  private static let batchByteCount = 32 << 20

  private let path: String
  private let header: TileArchiveHeader
  private var findings: CheckFindings
  private var batch: [Content] = []
  private var batchBytes = 0
  /// Hashes of what was decoded, of the most recent contents.
  private var seen: Set<Int> = []
  private static let remembered = 1_000_000
  private var tileCount = 0
  private var goodCount = 0

  /// Throws when the archive cannot be opened or walked through, or has no tile that can be used.
  static func run(_ path: String, _ findings: inout CheckFindings) throws(FormatError) {
    let archive = try ArchiveOpener.open(path: path)
    var check = ArchiveCheck(path: path, header: archive.header, findings: findings)
    defer { findings = check.findings }
    for warning in archive.header.warnings { check.findings.add(warning) }
    try archive.visitContents { (run, content) throws(FormatError) in try check.visit(run, content) }
    check.decodeBatch()
    if check.tileCount == 0 { check.findings.add("it has no tiles") }
    if check.tileCount > 0 && check.goodCount == 0 {
      throw .malformed(path, fault: "none of its tiles can be used: \(check.findings.first ?? "")")
    }
  }

  private init(path: String, header: TileArchiveHeader, findings: CheckFindings) {
    self.path = path
    self.header = header
    self.findings = findings
  }

  private mutating func visit(_ run: TileRun, _ content: Result<[UInt8], FormatError>) throws(FormatError) {
    tileCount += 1
    let tile = run.first
    if !(header.minimumZoom...header.maximumZoom).contains(tile.z) {
      findings.add("tiles outside the zooms that its header names", at: Self.place(tile))
    }
    switch content {
    case .success(let bytes):
      guard isNew(bytes) else { return }
      batch.append(Content(tile: tile, bytes: bytes))
      batchBytes += bytes.count
      if batch.count >= Self.batchCount || batchBytes >= Self.batchByteCount { decodeBatch() }
    case .failure(.changed(let thing)):
      throw .changed(thing)
    case .failure(let error):
      findings.add("tiles left out: \(error.cause(without: Self.place(tile), of: path))", at: Self.place(tile))
    }
  }

  /// Whether the same bytes were not decoded before; by a hash whose seed no file can know.
  private mutating func isNew(_ bytes: [UInt8]) -> Bool {
    if seen.count > Self.remembered { seen.removeAll(keepingCapacity: true) }
    return seen.insert(bytes.hashValue).inserted
  }

  private mutating func decodeBatch() {
    let contents = batch
    let (path, expected) = (path, header.tileFormat)
    let results = Mutex([Int: TileCheck.Result]())
    DispatchQueue.concurrentPerform(iterations: contents.count) { index in
      let result = TileCheck.result(of: contents[index].bytes, expected: expected)
      results.withLock { $0[index] = result }
    }
    let all = results.withLock { $0 }
    for (index, content) in contents.enumerated() {
      guard let result = all[index] else { continue }
      note(result, of: content.tile, path)
    }
    batch.removeAll(keepingCapacity: true)
    batchBytes = 0
  }

  private mutating func note(_ result: TileCheck.Result, of tile: TileID, _ path: String) {
    let place = Self.place(tile)
    if let error = result.error {
      findings.add("tiles left out: \(error.cause(without: place, of: path))", at: place)
      return
    }
    goodCount += 1
    for (fault, count) in result.faults.all { findings.add(fault.text, at: place, count: count) }
    if let format = result.format, header.tileFormat != .unknown, header.tileFormat != format {
      findings.add("tiles that are \(format.rawValue) where its header says \(header.tileFormat.rawValue)", at: place)
    }
  }

  private static func place(_ tile: TileID) -> String { "tile \(tile.z)/\(tile.x)/\(tile.y)" }
}
