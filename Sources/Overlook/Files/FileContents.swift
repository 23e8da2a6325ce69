import OverlookFiles
import OverlookFormats
import OverlookSupport
import OverlookTiles

/// What opening a file brings: all of it, or the way to what is in view.
enum FileContents: Sendable {
  case whole(FileDocument)
  case byView(any FileView)

  /// Opens the file at `path`, or at an address of the web, on the calling thread, which may take long.
  static func open(
    _ path: String, services: TileServices?, layout: CSVLayout?, ticket: WorkTicket, reading: FileReading
  ) throws(FormatError) -> FileContents {
    if FlatGeobufView.isRemote(path) {
      guard let services else { throw .unreadable("the file", fault: "there is no network here") }
      let ranges = try RemoteRanges(url: path, services: services, ticket: ticket)
      return .byView(try FlatGeobufView(ranges, name: OutsideText.cleaned(ranges.host)))
    }
    let input = try FileInput(path: path)
    if let layout { return .whole(try CSVReader.read(input, layout: layout, reading)) }
    if let file = try FlatGeobufFile.large(path: path, head: input.head) { return .byView(FlatGeobufView(file)) }
    return .whole(try FileFormats.read(path: path, reading: reading))
  }
}
