/// What of a file could not be read, and where it stands.
public struct FileFault: Hashable, Sendable {
  /// A line, an element, a record: as people find it again.
  public var place: String
  public var fault: String

  public init(place: String, fault: String) {
    self.place = place
    self.fault = fault
  }
}
