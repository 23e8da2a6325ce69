/// What one file may cost.
package struct FileLimits: Hashable, Sendable {
  package var featureCount = 40_000_000
  /// A position costs 16 bytes, and those of heights and times.
  package var positionCount = 50_000_000
  /// Of texts in properties, each counted once.
  package var textByteCount = 512 << 20
  /// Of one feature, record or element as it stands in the file.
  package var itemByteCount = 256 << 20
  /// Of what is unpacked from one file of an archive, and of all.
  package var unpackedByteCount = 1 << 30

  /// For the next thousand rows of a database: a view may look for its rows without end.
  package var pageMilliseconds: UInt64 = 30_000

  package static let measureCount = 32

  package init() {}
}
