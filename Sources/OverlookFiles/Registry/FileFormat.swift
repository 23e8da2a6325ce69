package import OverlookFormats

/// A format of people's files: how it is recognised, and how it is read.
package struct FileFormat: Sendable {
  package let name: String
  /// Of file names, in small letters, without the dot.
  package let endings: [String]
  package let mediaTypes: [String]
  /// Whether the first bytes of a file look like it. Content goes before endings.
  package let recognizes: @Sendable (FileInput) -> Bool
  /// Throws when nothing of the file can be used; faults of parts are in the document.
  package let read: @Sendable (FileInput, FileReading) throws(FormatError) -> FileDocument

  package init(
    name: String, endings: [String], mediaTypes: [String], recognizes: @escaping @Sendable (FileInput) -> Bool,
    read: @escaping @Sendable (FileInput, FileReading) throws(FormatError) -> FileDocument
  ) {
    self.name = name
    self.endings = endings
    self.mediaTypes = mediaTypes
    self.recognizes = recognizes
    self.read = read
  }
}
