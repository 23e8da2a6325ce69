/// What of a file could not be read, and where it stands.
public struct FileFault: Hashable, Sendable {
  /// A line, an element, a record: as people find it again.
  public var place: String
  /// In a clause.
  /// In words.
  public var fault: String

  /// A fault at a place of the file.
  /// A fault at a place.
  public init(place: String, fault: String) {
    self.place = place
    self.fault = fault
  }
}
