import Foundation
import Glibc
package import OverlookFormats
package import OverlookGeometry

/// The file of a pack while it is made: it has its name only when it is whole, and whoever is killed goes on where they were.
///
/// Tiles gather in an MBTiles database; a PMTiles file is made of it at the end. Belongs to one thread at a time.
package final class PackFile {
  package enum Form: String, Hashable, Sendable {
    case mbtiles
    case pmtiles

    /// By the ending of a file's name; nil for any other.
    package init?(path: String) {
      let ending = path.lowercased().split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? ""
      self.init(rawValue: ending)
    }
  }

  package let path: String
  package let form: Form
  package let journal: PackJournal
  private var writer: MBTilesWriter?
  private var header: TileArchiveHeader?
  private var addedCount = 0

  /// Where the database is while it is filled and then read.
  private var stagePath: String { Self.stagePath(for: path, form) }

  private static func stagePath(for path: String, _ form: Form) -> String { form == .mbtiles ? path : path + ".packing" }

  /// Begins a pack at `path` or goes on with it.
  package init(path: String, form: Form, purpose: PackJournal.Purpose) throws(FormatError) {
    self.path = path
    self.form = form
    let journalPath = Self.journalPath(for: path)
    let isThere = access(path, F_OK) == 0
    if isThere, access(journalPath, F_OK) != 0 { throw .unwritable(path, fault: "it exists already") }
    do throws(FormatError) {
      journal = try PackJournal(path: journalPath, purpose: purpose)
    } catch .unwritable(_, let fault) {
      throw .unwritable(path, fault: fault)
    } catch .unsupported(_, let fault) {
      throw .unwritable(
        path, fault: "there is an unfinished pack of this name, and \(fault); remove \(journalPath) to begin anew")
    }
    if isThere {
      // The program was ended between giving the name and clearing up.
      if form == .pmtiles { unlink(stagePath) }
      journal.remove()
      throw .unwritable(path, fault: "it exists already")
    }
    if !journal.isResumed, form == .pmtiles, access(stagePath, F_OK) == 0 {
      journal.remove()
      throw .unwritable(path, fault: "\(stagePath) is in the way")
    }
  }

  package static func journalPath(for path: String) -> String { path + ".journal" }

  /// Whether all tiles were gathered, and only the PMTiles file is still to be made.
  package var isGathered: Bool { form == .pmtiles && journal.isResumed && access(stagePath, F_OK) == 0 }

  /// Opens the database for tiles of this description.
  package func open(_ header: TileArchiveHeader) throws(FormatError) {
    self.header = header
    // What lies about without a journal is of something else.
    if !isGathered { writer = try MBTilesWriter(path: stagePath, header: header, start: journal.isResumed ? .resume : .over) }
  }

  package var isOpen: Bool { header != nil }

  /// Tiles gathered so far.
  package var tileCount: Int { writer?.tileCount ?? 0 }

  /// Whether nothing needs to be asked for: the tile is there, or its source has none.
  package func isSettled(_ tile: TileID) throws(FormatError) -> Bool {
    if journal.isMissing(tile) { return true }
    return try writer?.contains(tile) ?? false
  }

  package func add(_ tile: TileID, _ bytes: [UInt8]) throws(FormatError) {
    try writer?.append(tile, bytes)
    addedCount += 1
    if addedCount % 256 == 0 { try journal.flush() }
  }

  /// Brings everything to the disk, to go on later.
  package func keep() throws(FormatError) {
    try writer?.flush()
    try journal.flush()
  }

  /// Gives the pack its name, and returns how many tiles it has. Nothing is left beside it.
  package func finish() throws(FormatError) -> Int {
    guard let header else { return 0 }
    var count = tileCount
    try journal.flush()
    try writer?.finish()
    writer = nil
    if form == .pmtiles {
      count = 0
      let output = try PMTilesStreamWriter(path: path, header: header)
      try MBTilesArchive(path: stagePath).visitTiles { (tile, bytes) throws(FormatError) in
        try output.append(tile, bytes)
        count += 1
      }
      try output.finish()
      unlink(stagePath)
    }
    journal.remove()
    return count
  }

  /// Takes away everything that was begun.
  package func abandon() {
    writer = nil
    let unfinished = MBTilesWriter.unfinishedPath(for: stagePath)
    for name in [unfinished, unfinished + "-journal"] { unlink(name) }
    journal.remove()
  }
}
