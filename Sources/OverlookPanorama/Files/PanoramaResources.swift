import Foundation
import OverlookFormats
import OverlookNetwork
package import OverlookSupport
import OverlookTiles

/// The files that a document of a panorama names: those of its own folder, or those of its own server. Nothing else is read or asked,
/// however it is written and wherever links lead.
struct PanoramaResources: Sendable {
  private enum Base: Sendable {
    /// Without a slash at its end.
    case folder(String)
    /// With a slash at its end.
    case server(String)
    /// What the answers of a service name, at whole addresses: on its own server, or on others that are public.
    case service(String)
  }

  private let base: Base
  private let services: TileServices
  private let documents: DocumentFetcher

  /// Of a document at a path or an address.
  init(ofDocument reference: String, services: TileServices, retrying: Retrying? = nil) {
    let folder = reference.prefix { $0 != "?" && $0 != "#" }
    let slash = folder.lastIndex(of: "/")
    if HTTPAddress(reference) != nil {
      base = .server(slash.map { String(folder[...$0]) } ?? String(folder))
    } else {
      let slash = reference.lastIndex(of: "/")
      base = .folder(slash.map { $0 == reference.startIndex ? "/" : String(reference[..<$0]) } ?? ".")
    }
    self.services = services
    documents = DocumentFetcher(http: services.http, retrying: retrying)
  }

  /// What the answers of the service at `address` name.
  init(ofService address: String, services: TileServices, retrying: Retrying? = nil) {
    base = .service(address)
    self.services = services
    documents = DocumentFetcher(http: services.http, retrying: retrying)
  }

  /// Why a reference is not followed, told without asking for anything; nil for one that is.
  func refusal(of reference: String) -> PanoramaError? {
    do throws(PanoramaError) {
      switch base {
      case .folder(let folder): _ = try Self.path(of: reference, in: folder)
      case .server(let server): _ = try Self.address(of: reference, at: server)
      case .service: break
      }
      return nil
    } catch { return error }
  }

  /// The same of a document that lies in a folder.
  static func refusal(ofFile reference: String) -> PanoramaError? {
    do throws(PanoramaError) {
      _ = try path(of: reference, in: ".")
      return nil
    } catch { return error }
  }

  /// What a reference leads to, and who is to be told whether it was good.
  func bytes(_ reference: String, limit: Int) async throws(PanoramaError) -> (bytes: [UInt8], receipt: CacheReceipt?) {
    switch base {
    case .folder(let folder):
      let path = try Self.path(of: reference, in: folder)
      return (try await services.workers.panoramaWork { _ throws(PanoramaError) in try Self.read(path, limit, in: folder) }, nil)
    case .server(let server):
      return try await fetched(try Self.address(of: reference, at: server), of: server, limit: limit, reachesPrivateHosts: true)
    case .service(let service):
      let url = Self.escaped(reference)
      guard let (home, target) = HTTPAddress(service).flatMap({ home in HTTPAddress(url).map { (home, $0) } }) else {
        throw .unusable("it names \"\(Self.shown(reference))\", which is no address")
      }
      return try await fetched(url, of: service, limit: limit, reachesPrivateHosts: target == home)
    }
  }

  private func fetched(
    _ url: String, of source: String, limit: Int, reachesPrivateHosts: Bool
  ) async throws(PanoramaError) -> (bytes: [UInt8], receipt: CacheReceipt?) {
    var request = HTTPRequest(url: url, kind: .picture, maximumBodyBytes: limit)
    request.caching = .store(source: Redactor.identity(source))
    request.reachesPrivateHosts = reachesPrivateHosts
    do throws(FetchFault) {
      let response = try await documents.fetch(request)
      return (response.body, response.keep)
    } catch { throw PanoramaError(error) }
  }

  /// The picture that a reference leads to; kept by caches once it turned out to be one.
  func image(_ reference: String, limits: ImageLimits = .tile) async throws(PanoramaError) -> Image {
    let (bytes, receipt) = try await bytes(reference, limit: 64 << 20)
    do throws(PanoramaError) {
      let image = try await services.workers.panoramaWork { _ throws(PanoramaError) in
        do throws(FormatError) {
          return try ImageDecoder.decode(bytes, limits: limits)
        } catch { throw PanoramaError(error.inside(Self.shown(reference))) }
      }
      receipt?.keep()
      return image
    } catch {
      if error != .cancelled { receipt?.drop() }
      throw error
    }
  }

  var workers: WorkerPool { services.workers }

  // MARK: Folders

  private static func path(of reference: String, in folder: String) throws(PanoramaError) -> String {
    let parts = reference.split(separator: "/", omittingEmptySubsequences: false).drop { $0 == "." }
    let isPlain =
      !parts.isEmpty && !parts.contains { ["", "..", "."].contains($0) } && !reference.contains("\\")
      && !reference.utf8.contains { $0 < 0x20 } && HTTPAddress(reference) == nil
    guard isPlain else {
      throw .unusable("it names \"\(shown(reference))\", which is no file in its folder")
    }
    return (folder == "/" ? "" : folder) + "/" + parts.joined(separator: "/")
  }

  private static func read(_ path: String, _ limit: Int, in folder: String) throws(PanoramaError) -> [UInt8] {
    if FolderLinks.leaves(folder, path) {
      throw .unusable("\(shown(path)) is a link that leads out of its folder")
    }
    do throws(FormatError) {
      return try WholeFile.read(path, byteLimit: limit)
    } catch .unreadable(let thing, let fault) {
      throw .notFound(OutsideText.cleaned("\(thing) cannot be read: \(fault)"))
    } catch { throw PanoramaError(error) }
  }

  // MARK: Servers

  private static func address(of reference: String, at server: String) throws(PanoramaError) -> String {
    guard let home = HTTPAddress(server) else { throw .unusable("it has no address") }
    let plain = escaped(reference)
    let url: String
    if plain.hasPrefix("http://") || plain.hasPrefix("https://") {
      url = plain
    } else if plain.hasPrefix("//") || plain.contains(":") && !plain.contains("/") {
      throw .unusable("it names \"\(shown(reference))\", which is no file of its server")
    } else if plain.hasPrefix("/") {
      let host = server.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" }
      url = (home.isSecure ? "https://" : "http://") + host + plain
    } else {
      url = server + plain
    }
    guard let target = HTTPAddress(url), target.host == home.host, target.port == home.port else {
      throw .unusable("it names \"\(shown(reference))\", which lies on another server than itself")
    }
    return url
  }

  /// Spaces and what is no ASCII as addresses have them.
  private static func escaped(_ text: String) -> String {
    PercentEncoding.encoded(text) { $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }
  }

  private static func shown(_ text: String) -> String { OutsideText.cleaned(Redactor.redacted(text), limit: 120) }
}

extension WorkerPool {
  /// What `work` gives on a worker; `cancelled` soon after the task is cancelled.
  package func panoramaWork<Value: Sendable>(
    _ work: @escaping @Sendable (WorkTicket) throws(PanoramaError) -> Value
  ) async throws(PanoramaError) -> Value {
    let result = await OneAnswer<Result<Value, PanoramaError>>.first(ifCancelled: .failure(.cancelled)) { ticket, answer in
      submit(ticket) {
        do throws(PanoramaError) { answer(.success(try work(ticket))) } catch { answer(.failure(error)) }
      }
    }
    return try result.get()
  }
}
