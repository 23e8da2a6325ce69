package import OverlookFormats
import OverlookGeometry
import OverlookSupport
import Synchronization

/// A tile layer that reads its pictures from a file.
@MainActor package final class ArchiveTileLayer: TileLayer {
  private let reader: ArchiveReader

  /// - Parameters:
  ///   - name: Of the file, for messages.
  ///   - reopen: Opens the file again after another program changed it, on a worker; nil to give up then.
  package init(
    archive: any TileArchive, name: String, reopen: (@Sendable () throws(FormatError) -> any TileArchive)? = nil
  ) {
    reader = ArchiveReader(archive: archive, name: name, reopen: reopen)
    super.init()
    minimumZoom = archive.header.minimumZoom
    maximumZoom = archive.header.maximumZoom
    attribution = archive.header.attribution
  }

  package override func requestTile(x: Int, y: Int, zoom: Int, receiver: any TileReceiver) {
    guard let services else { return receiver.receiveTile(x: x, y: y, zoom: zoom, image: nil) }
    let ticket = (receiver as? TileLoad)?.ticket ?? WorkTicket()
    let answer = TileAnswer(receiver: receiver, x: x, y: y, zoom: zoom)
    let reader = reader
    services.workers.submit(ticket) { answer.deliver(reader.outcome(for: TileID(z: zoom, x: x, y: y))) }
  }

  package override var cancelsRequests: Bool { true }
}

/// The archive behind a layer, as workers see it.
private final class ArchiveReader: Sendable {
  private let archive: Mutex<any TileArchive>
  private let name: String
  private let reopen: (@Sendable () throws(FormatError) -> any TileArchive)?

  init(archive: any TileArchive, name: String, reopen: (@Sendable () throws(FormatError) -> any TileArchive)?) {
    self.archive = Mutex(archive)
    self.name = name
    self.reopen = reopen
  }

  func outcome(for tile: TileID) -> TileOutcome {
    do throws(FormatError) {
      guard let bytes = try archive.withLock({ $0 }).tile(tile) else { return .missing }
      let outcome = TileDecoding.outcome(of: bytes, source: name)
      // Reading the same file again gives the same bytes.
      if case .failed(let message, _) = outcome { return .refused(message: message ?? name, stopsLayer: false) }
      return outcome
    } catch .changed {
      return openAgain()
    } catch {
      return .refused(message: "\(name): \(error)", stopsLayer: false)
    }
  }

  /// The tile that met the change is asked for again with the rest.
  private func openAgain() -> TileOutcome {
    guard let reopen else { return .refused(message: "\(name) was changed by another program", stopsLayer: true) }
    do throws(FormatError) {
      let fresh = try reopen()
      archive.withLock { $0 = fresh }
      return .failed(message: "\(name) was changed by another program and opened again", afterSeconds: nil)
    } catch {
      return .failed(message: "\(name): \(error)", afterSeconds: nil)
    }
  }
}
