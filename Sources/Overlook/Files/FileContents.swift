import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import OverlookTiles
import Synchronization

/// What opening a file brings: all of it, or the way to what is in view.
enum FileContents: Sendable {
  case whole(FileDocument)
  case byView(FileView)

  /// Files with an index are read by view from this size on: what is in view costs the same however large they are.
  private static let (viewByteCount, viewFeatureCount): (UInt64, UInt64) = (256 << 20, 1_000_000)

  /// Opens the file at `path`, or at an address of the web, on the calling thread, which may take long.
  static func open(
    _ path: String, services: TileServices?, layout: CSVLayout?, ticket: WorkTicket, reading: FileReading
  ) throws(FormatError) -> FileContents {
    if FileView.isRemote(path) {
      guard let services else { throw .unreadable("the file", fault: "there is no network here") }
      let ranges = try RemoteRanges(url: path, services: services, ticket: ticket)
      return .byView(try FileView(ranges, name: OutsideText.cleaned(ranges.host)))
    }
    let input = try FileInput(path: path)
    if let layout { return .whole(try CSVReader.read(input, layout: layout, reading)) }
    if FlatGeobufFile.isLikely(input.head) {
      let ranges = try FileRanges(path: path)
      let file = try FlatGeobufFile(ranges)
      if file.canBeAskedByView, file.header.featureCount > viewFeatureCount || ranges.byteCount ?? 0 > viewByteCount {
        return .byView(FileView(file))
      }
    }
    return .whole(try FileFormats.read(path: path, reading: reading))
  }
}

/// The features of a large file, or of one on a web server, that are in view. One query at a time.
final class FileView: Sendable {
  /// Of all features.
  let bounds: CoordinateBounds
  let featureCount: Int
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

  /// The features of `bounds`, on the calling thread.
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
