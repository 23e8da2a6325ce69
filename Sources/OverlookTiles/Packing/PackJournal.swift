import Foundation
import Glibc
package import OverlookFormats
package import OverlookGeometry

/// What an unfinished pack was begun for, and which tiles its source turned out not to have: a text file beside the pack.
///
/// Lines are appended; one that was cut when the program was killed is dropped. Belongs to one thread at a time, and to one
/// process: the file is locked.
package final class PackJournal {
  /// What makes two packs the same work.
  package struct Purpose: Hashable, Codable, Sendable {
    package var source: String
    package var west: Double
    package var south: Double
    package var east: Double
    package var north: Double
    package var zooms: [Int]

    package init(source: String, west: Double, south: Double, east: Double, north: Double, zooms: [Int]) {
      self.source = source
      self.west = west
      self.south = south
      self.east = east
      self.north = north
      self.zooms = zooms
    }
  }

  private static let firstWords = "overlook pack 1 "
  private static let byteLimit = 1 << 30
  private let path: String
  private let descriptor: Int32
  private var missing: Set<UInt64> = []
  private var notes: [Character: String] = [:]
  private var buffer: [UInt8] = []

  /// Whether there was a journal of the same purpose.
  package private(set) var isResumed = false

  /// Begins the journal at `path` or goes on with it; throws when it was begun for something else.
  package init(path: String, purpose: Purpose) throws(FormatError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_APPEND, 0o644)
    guard descriptor >= 0 else { throw Self.fault(path) }
    // The lock goes with the process, however it ends.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .unwritable(path, fault: "another program is at work on it") }
    let bytes = try WholeFile.read(path, byteLimit: Self.byteLimit)
    let whole = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    guard ftruncate(descriptor, off_t(whole)) == 0 else { throw Self.fault(path) }
    let lines = bytes[..<whole].split(separator: UInt8(ascii: "\n"))
    let first = Self.firstWords + Self.text(of: purpose)
    guard let found = lines.first else {
      buffer = Array((first + "\n").utf8)
      try flush()
      return
    }
    guard String(decoding: found, as: UTF8.self) == first else {
      throw .unsupported(path, fault: "it was begun for another source, other bounds or other zooms")
    }
    isResumed = true
    for line in lines.dropFirst() { read(String(decoding: line, as: UTF8.self)) }
  }

  deinit {
    close(descriptor)
  }

  package var missingCount: Int { missing.count }

  package func isMissing(_ tile: TileID) -> Bool {
    PMTilesTileID.number(tile).map(missing.contains) ?? false
  }

  package func noteMissing(_ tile: TileID) throws(FormatError) {
    guard let number = PMTilesTileID.number(tile), missing.insert(number).inserted else { return }
    try append("m \(number)")
  }

  /// What the tiles turned out to be.
  package var format: TileArchiveHeader.TileFormat? { notes["f"].flatMap(TileArchiveHeader.TileFormat.init) }

  package func note(format: TileArchiveHeader.TileFormat) throws(FormatError) {
    try append("f \(format.rawValue)")
    notes["f"] = format.rawValue
  }

  /// Bytes that a tile has on average, as far as was sampled.
  package var averageBytes: Double? { notes["b"].flatMap(Double.init) }

  package func note(averageBytes: Double) throws(FormatError) {
    try append("b \(averageBytes)")
    notes["b"] = "\(averageBytes)"
  }

  /// Hands what was noted to the system.
  package func flush() throws(FormatError) {
    var rest = buffer[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw Self.fault(path) }
      rest = rest.dropFirst(written)
    }
    buffer = []
  }

  /// Takes the journal away, once the pack has its name.
  package func remove() {
    unlink(path)
  }

  private func read(_ line: String) {
    guard let kind = line.first, line.dropFirst().first == " " else { return }
    let value = String(line.dropFirst(2))
    if kind != "m" { notes[kind] = value } else if let number = UInt64(value) { missing.insert(number) }
  }

  private func append(_ line: String) throws(FormatError) {
    buffer += Array((line + "\n").utf8)
    if buffer.count >= 4096 { try flush() }
  }

  private static func text(of purpose: Purpose) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(purpose)).map { String(decoding: $0, as: UTF8.self) } ?? purpose.source
  }

  private static func fault(_ path: String) -> FormatError {
    .unwritable(path, fault: String(cString: strerror(errno)))
  }
}
