/// What the cache holds and how it does.
package struct CacheReport: Equatable, Sendable {
  /// What is filed under one name.
  package struct Source: Hashable, Sendable {
    package var name: String
    package var entryCount: Int
    /// Of the bodies.
    package var byteCount: Int
  }

  /// Where the cache lies; nil when there is none on the disk.
  package var folder: String?
  /// Why there is none, or why nothing can be written.
  package var fault: String?
  package var byteLimit = 0
  /// Bytes of the file, with what is free in it.
  package var fileByteCount = 0
  /// In the order of their names.
  package var sources: [Source] = []
  /// Look-ups of this process that found an answer, and that did not.
  package var hits = 0
  package var misses = 0

  package init() {}

  package var entryCount: Int { sources.reduce(0) { $0 + $1.entryCount } }
  package var byteCount: Int { sources.reduce(0) { $0 + $1.byteCount } }
}
