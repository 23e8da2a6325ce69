import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import OverlookTiles
import Synchronization

/// The features of a large file, or of one on a web server, that are in view. One query at a time.
final class FlatGeobufView: FileView {
  let bounds: CoordinateBounds
  let featureCount: Int?
  let format = "FlatGeobuf"
  let name: String
  let isRemote: Bool
  private let file: Mutex<FlatGeobufFile>
  private let remote: RemoteReader?

  /// Features that are kept, and pieces of the index that are looked into where there are more.
  private static let (localLimit, remoteLimit, remoteSamples) = (200_000, 20_000, 48)

  static func isRemote(_ path: String) -> Bool {
    let start = path.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  init(_ file: FlatGeobufFile) {
    var file = file
    bounds = (try? file.bounds()) ?? .empty
    featureCount = Int(clamping: file.header.featureCount)
    name = file.header.name
    isRemote = false
    remote = nil
    self.file = Mutex(file)
  }

  init(_ ranges: RemoteRanges, name: String) throws(FormatError) {
    let reader = RemoteReader(ranges)
    var file = try FlatGeobufFile(reader)
    guard file.hasIndex else {
      throw .unsupported("the file at \(ranges.host)", fault: "it has no index, without which all of it would have to be read")
    }
    guard file.canBeAskedByView else {
      throw .unsupported("the file at \(ranges.host)", fault: "its reference system cannot be asked for what is in view")
    }
    bounds = try file.bounds()
    featureCount = Int(clamping: file.header.featureCount)
    self.name = file.header.name.isEmpty ? name : file.header.name
    isRemote = true
    remote = reader
    self.file = Mutex(file)
  }

  func features(in bounds: CoordinateBounds, ticket: WorkTicket, reading: FileReading) throws(FormatError) -> FileDocument {
    remote?.ticket = ticket
    return try file.withLock { (file) throws(FormatError) in
      guard let box = file.box(around: bounds) else { return FileDocument(format: "FlatGeobuf") }
      return try file.document(
        in: box, limit: isRemote ? Self.remoteLimit : Self.localLimit, sampleNodeCount: isRemote ? Self.remoteSamples : nil,
        reading: reading)
    }
  }
}
