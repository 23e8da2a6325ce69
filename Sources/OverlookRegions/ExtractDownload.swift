internal import Foundation
internal import Glibc
package import OverlookFormats
package import OverlookNetwork
package import OverlookSupport

/// Gets an extract from a server, part by part into a file beside the target: a download that was ended is gone on with by the next
/// one, as long as the server has the same file.
package struct ExtractDownload: Sendable {
  /// Why there is no extract.
  package enum Problem: Error, Hashable, CustomStringConvertible {
    case network(String)
    case file(FormatError)
    /// The bytes are not those that the server's checksum is of.
    case checksum(String)
    case stopped

    package var description: String {
      switch self {
      case .network(let text): text
      case .file(let error): "\(error)"
      case .checksum(let name): "\(name) was damaged on its way: its checksum is not the server's"
      case .stopped: "it was stopped"
      }
    }
  }

  private static let partByteCount: UInt64 = 8 << 20

  private let documents: DocumentFetcher

  /// With a connection of its own, which nothing is kept of.
  package init() { self.init(http: CurlClient()) }

  /// `retrying`: how often and for how long a fault that passes is tried again; nil for the usual.
  package init(http: any HTTPFetching, retrying: Retrying? = nil) {
    documents = DocumentFetcher(http: http, retrying: retrying)
  }

  /// The list of extracts at an address.
  package func index(at url: String) async throws(Problem) -> ExtractIndex {
    let answer = try await fetch(HTTPRequest(url: url, maximumBodyBytes: ExtractIndex.byteLimit, timeoutSeconds: 120))
    do throws(FormatError) {
      let name = HTTPAddress.name(of: url) ?? "the server"
      let bytes = try ContentCoding.decoded(
        answer.body, encoding: answer.contentEncoding, limit: ExtractIndex.byteLimit, thing: "\(name): list of extracts")
      return try ExtractIndex(json: bytes, thing: "\(name): list of extracts")
    } catch {
      throw .file(error)
    }
  }

  /// Makes the file `path`, checked against the checksum at the address with ".md5" behind it, where the server has one.
  /// `progress` is told how many bytes are there, and of how many.
  ///
  /// - Returns: Whether there was a checksum.
  package func download(
    _ url: String, to path: String, progress: @Sendable (UInt64, UInt64?) -> Void
  ) async throws(Problem) -> Bool {
    let partial = path + ".part"
    let file = open(partial, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw .file(.unwritable(path, fault: RegionFolder.errorText())) }
    defer { close(file) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else { throw .file(.unwritable(path, fault: "another program is getting it")) }
    try await fill(file, partial, from: url, progress)
    guard fsync(file) == 0 else { throw .file(.unwritable(path, fault: RegionFolder.errorText())) }
    let isChecked = try await check(partial, url: url, path: path)
    guard rename(partial, path) == 0 else { throw .file(.unwritable(path, fault: RegionFolder.errorText())) }
    unlink(partial + ".tag")
    return isChecked
  }

  /// The entity tag of what is there already lies beside it.
  private func fill(
    _ file: Int32, _ partial: String, from url: String, _ progress: @Sendable (UInt64, UInt64?) -> Void
  ) async throws(Problem) {
    let known = (try? WholeFile.read(partial + ".tag", byteLimit: 1024)).map { String(decoding: $0, as: UTF8.self) }
    var tag = known
    var position: UInt64 = known == nil ? 0 : UInt64(clamping: lseek(file, 0, SEEK_END))
    if known == nil { ftruncate(file, 0) }
    while true {
      if Task.isCancelled { throw .stopped }
      var request = HTTPRequest(
        url: url, maximumBodyBytes: 1 << 30, timeoutSeconds: 120, range: position..<position + Self.partByteCount)
      request.ifMatch = tag
      let answer: HTTPResponse
      do throws(FetchFault) {
        answer = try await documents.fetch(request, explained: [416])
      } catch {
        guard case .changed = error else { throw Self.problem(error) }
        // The server has another file by now.
        (tag, position) = (nil, 0)
        ftruncate(file, 0)
        continue
      }
      if answer.status == 416 { break }
      if answer.status != 206 { position = 0 }
      try write(answer.body, to: file, at: position, partial)
      position += UInt64(answer.body.count)
      if tag == nil, let entity = answer.entityTag, !entity.hasPrefix("W/") {
        tag = entity
        try? Data(entity.utf8).write(to: URL(fileURLWithPath: partial + ".tag"))
      }
      progress(position, answer.contentRange?.total ?? answer.contentLength)
      guard answer.status == 206, let total = answer.contentRange?.total, position < total, !answer.body.isEmpty else { break }
    }
  }

  private func write(_ bytes: [UInt8], to file: Int32, at offset: UInt64, _ path: String) throws(Problem) {
    var done = 0
    while done < bytes.count {
      let start = off_t(clamping: offset) + off_t(done)
      let count = bytes[done...].withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, start) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .file(.unwritable(path, fault: RegionFolder.errorText())) }
      done += count
    }
  }

  /// What the server calls the file at an address; nil where that names none.
  static func fileName(ofURL url: String) -> String? {
    guard let name = URL(string: url)?.lastPathComponent, !name.isEmpty, name != "/" else { return nil }
    return name
  }

  private func check(_ partial: String, url: String, path: String) async throws(Problem) -> Bool {
    let answer: HTTPResponse
    do throws(FetchFault) {
      answer = try await documents.fetch(HTTPRequest(url: url + ".md5", maximumBodyBytes: 4096))
    } catch {
      if case .missing = error { return false }
      throw Self.problem(error)
    }
    let expected = String(decoding: answer.body.prefix(32), as: UTF8.self).lowercased()
    let digest: String
    do throws(FormatError) { digest = try FileDigest.md5(partial) } catch { throw .file(error) }
    guard digest == expected else {
      // Nothing of it can be gone on with.
      unlink(partial)
      unlink(partial + ".tag")
      throw .checksum(Self.fileName(ofURL: url) ?? (path as NSString).lastPathComponent)
    }
    return true
  }

  private func fetch(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
    do throws(FetchFault) {
      return try await documents.fetch(request)
    } catch {
      throw Self.problem(error)
    }
  }

  private static func problem(_ fault: FetchFault) -> Problem {
    if case .cancelled = fault { .stopped } else { .network(fault.message) }
  }
}
