import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// Features of which those in view are read, because there are too many, or because they lie on a server. One query at a time.
protocol FileView: Sendable {
  /// Of all features.
  var bounds: CoordinateBounds { get }
  /// Of all; nil where nobody has counted them.
  var featureCount: Int? { get }
  /// As `FileDocument.format`.
  var format: String { get }
  /// What the file calls itself; empty where it does not.
  var name: String { get }

  /// The features of an area, on the calling thread.
  func features(in bounds: CoordinateBounds, ticket: WorkTicket, reading: FileReading) throws(FormatError) -> FileDocument
}
