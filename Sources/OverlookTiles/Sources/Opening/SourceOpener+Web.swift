import OverlookFormats
import OverlookNetwork
import OverlookSupport

/// A document that describes a source, and where it was found.
struct SourceDocument: Sendable {
  enum Content: Sendable {
    case tileJSON(TileJSON)
    case wmts(WMTSCapabilities)
    case wms(WMSCapabilities)
    case tms(TMSDocument)
    case tmsService(TMSService)
  }

  let content: Content
  /// Its own address, with its secrets; nil for a file.
  let address: HiddenText?
}

extension SourceOpener {
  /// As much of a file as PMTiles puts at its beginning, so that its reader need not ask again for less.
  private static let headBytes: UInt64 = 16 << 10

  /// What lies at an address of the web.
  func web(_ address: String) async throws(TileSourceError) -> Found {
    switch location.kind {
    case .pmtiles: return .archive(try await remoteArchive(address))
    case .geoTIFF: return .archive(try await remoteGeoTIFF(address))
    case .mbtiles:
      throw .unusable(source: location.displayName, fault: "an MBTiles file can be read only when it is on this machine")
    case .geoPackage:
      throw .unusable(source: location.displayName, fault: "a GeoPackage can be read only when it is on this machine")
    case .wms: return .document(try await wms(address))
    case .wmts: return .document(try await wmts(address))
    case .tileJSON, .tms, .template: return .document(try await named(address))
    case nil: break
    }
    // Asking for the beginning alone would spare nothing.
    if CustomProtocols.shared.answers(address) { return .document(try await named(address)) }
    let path = WebQuery(address).path.lowercased()
    let query = WebQuery(address)
    if path.hasSuffix(".pmtiles") { return .archive(try await remoteArchive(address)) }
    if HTTPAddress.isGeoTIFF(path: path) { return .archive(try await remoteGeoTIFF(address)) }
    switch query.value("service")?.lowercased() {
    case "wms": return .document(try await wms(address))
    case "wmts": return .document(try await wmts(address))
    default: break
    }
    if ![".json", ".xml"].contains(where: path.hasSuffix), let found = try await archive(by: address) { return found }
    return .document(try await guessed(address))
  }

  /// Looks at the first bytes, so that a file of any size may lie there; nil when it is no archive, or nothing came.
  private func archive(by address: String) async throws(TileSourceError) -> Found? {
    guard let head = try? await fetch.answer(from: address, head: Self.headBytes, retries: 0) else { return nil }
    if head.bytes.starts(with: Array("PMTiles".utf8)) { return .archive(try await remoteArchive(address)) }
    if GeoTIFF.isLikely(head.bytes) { return .archive(try await remoteGeoTIFF(address)) }
    if head.bytes.starts(with: Array("SQLite format 3\0".utf8)) {
      throw .unusable(source: location.displayName, fault: "an MBTiles file can be read only when it is on this machine")
    }
    return nil
  }

  private func remoteArchive(_ address: String) async throws(TileSourceError) -> TileSource {
    let archive: RemotePMTiles
    do throws(RemoteFileError) {
      archive = try await RemotePMTiles.open(
        url: address, headers: options.headers, userAgent: options.userAgent, identity: location.identity,
        cacheName: location.identity, services: services)
    } catch {
      throw TileSourceError(error, source: location.displayName)
    }
    return TileSource(archive, name: location.displayName, identity: location.identity, options: options)
  }

  private func remoteGeoTIFF(_ address: String) async throws(TileSourceError) -> TileSource {
    let file: RemoteGeoTIFF
    do throws(RemoteFileError) {
      file = try await RemoteGeoTIFF.open(
        url: address, headers: options.headers, userAgent: options.userAgent, identity: location.identity, services: services)
    } catch {
      throw TileSourceError(error, source: location.displayName)
    }
    return TileSource(file, name: location.displayName, identity: location.identity, options: options)
  }

  /// The document at an address that was said to be one.
  private func named(_ address: String) async throws(TileSourceError) -> SourceDocument {
    do throws(LookingFault) {
      return try await look(at: address)
    } catch let fault {
      let error = fault.error
      // The address of a map on a TMS is often written without the name of its document.
      guard location.kind == .tms, !WebQuery(address).path.hasSuffix(".xml") else { throw error }
      var query = WebQuery(address)
      query.appendPath("tilemapresource.xml")
      guard let document = try? await document(at: query.address) else { throw error }
      return document
    }
  }

  /// The document at an address of which nothing is known. What is no document may be the address of a service that wants to be
  /// asked properly.
  private func guessed(_ address: String) async throws(TileSourceError) -> SourceDocument {
    do throws(LookingFault) {
      return try await look(at: address)
    } catch let fault {
      let query = WebQuery(address)
      guard fault.mayBeService, query.value("request") == nil else { throw fault.error }
      if let document = try? await wms(address) { return document }
      if let document = try? await wmts(address) { return document }
      throw fault.error
    }
  }

  /// The capabilities of a WMS at the address of the service, of its capabilities, or of one of its pictures.
  func wms(_ address: String) async throws(TileSourceError) -> SourceDocument {
    var query = WebQuery(address)
    let isDocument = query.path.lowercased().hasSuffix(".xml") && query.value("request") == nil
    if isDocument { return try await document(at: address) }
    let asked = query.value("version")
    for name in WebQuery.pictureParameters { query.remove(name) }
    query.set("SERVICE", "WMS")
    query.set("REQUEST", "GetCapabilities")
    var first: TileSourceError?
    // A server answers with the version it has that is nearest, or should: old ones fail on versions that they do not know.
    for version in asked == "1.1.1" ? ["1.1.1", "1.3.0"] : ["1.3.0", "1.1.1"] {
      query.set("VERSION", version)
      do throws(LookingFault) {
        let document = try await look(at: query.address)
        if case .wms = document.content { return document }
        first = first ?? .unusable(source: location.displayName, fault: "its answer describes no WMS")
      } catch let fault {
        guard fault.mayBeService else { throw fault.error }
        first = first ?? fault.error
      }
    }
    throw first ?? .unusable(source: location.displayName, fault: "its answer describes no WMS")
  }

  /// The capabilities of a WMTS at the address of the service or of its capabilities.
  private func wmts(_ address: String) async throws(TileSourceError) -> SourceDocument {
    var query = WebQuery(address)
    let isDocument = query.path.lowercased().hasSuffix(".xml") && query.value("request") == nil
    if isDocument { return try await document(at: address) }
    for name in WebQuery.pictureParameters { query.remove(name) }
    query.set("SERVICE", "WMTS")
    query.set("REQUEST", "GetCapabilities")
    query.set("VERSION", "1.0.0")
    do throws(LookingFault) {
      return try await look(at: query.address)
    } catch let fault {
      guard fault.mayBeService else { throw fault.error }
      var file = WebQuery(address)
      file.appendPath("1.0.0/WMTSCapabilities.xml")
      guard let document = try? await document(at: file.address) else { throw fault.error }
      return document
    }
  }

  /// The document at `address`, of whatever kind.
  func document(at address: String) async throws(TileSourceError) -> SourceDocument {
    do throws(LookingFault) {
      return try await look(at: address)
    } catch let fault {
      throw fault.error
    }
  }

  private func look(at address: String) async throws(LookingFault) -> SourceDocument {
    let answer: DocumentFetch.Answer
    do throws(DocumentFault) {
      answer = try await fetch.answer(from: address)
    } catch {
      let fault = TileSourceError.unavailable(source: location.displayName, fault: error.text)
      throw LookingFault(error: fault, mayBeService: !error.isFinal)
    }
    do throws(TileSourceError) {
      return try await document(answer.bytes, from: address, receipt: answer.receipt)
    } catch {
      throw LookingFault(error: error, mayBeService: true)
    }
  }

  /// Reads a document, and lets the cache have it when it is good.
  func document(_ bytes: [UInt8], from address: String?, receipt: CacheReceipt?) async throws(TileSourceError) -> SourceDocument {
    let result = await services.onWorker { () throws(FormatError) in try Self.content(bytes, from: address) }
    switch result {
    case .success(let content):
      receipt?.keep()
      return SourceDocument(content: content, address: address.map(HiddenText.init))
    case .failure(let error): throw TileSourceError(error, source: location.displayName)
    }
  }

  /// Told by the start of the text, as large files need not be read whole for a message.
  private static func isGeoJSON(_ bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes.prefix(4096), as: UTF8.self)
    return start.contains(/"type"\s*:\s*"(Feature|FeatureCollection|GeometryCollection|(Multi)?(Point|LineString|Polygon))"/)
  }

  private static func content(_ bytes: [UInt8], from address: String?) throws(FormatError) -> SourceDocument.Content {
    let thing = "description of tiles"
    switch DocumentKind.sniffed(bytes) {
    case .tileJSON: return .tileJSON(try TileJSON(json: bytes, baseURL: address, schemes: CustomProtocols.shared.schemes))
    case .wmtsCapabilities: return .wmts(try WMTSCapabilities(xml: bytes, baseURL: address))
    case .wmsCapabilities: return .wms(try WMSCapabilities(xml: bytes, baseURL: address))
    case .tmsMap: return .tms(try TMSDocument(xml: bytes, baseURL: address))
    case .tmsService: return .tmsService(try TMSService(xml: bytes, baseURL: address))
    case .serviceException:
      throw .unsupported(thing, fault: ServiceException(xml: bytes)?.sentence ?? "the server reports an error")
    case .webPage: throw .unrecognized(thing, found: "a web page (sign-in?)")
    case .otherXML(let name): throw .unrecognized(thing, found: "an XML document (\(name))")
    case .otherJSON where isGeoJSON(bytes):
      throw .unrecognized(
        thing, found: "GeoJSON, which has features and no tiles: a style draws it as a source of type geojson (--style)")
    case .otherJSON: throw .unrecognized(thing, found: "a JSON document that is no TileJSON")
    case nil:
      let picture = ImageFormat.sniffed(bytes).map { "a \($0) picture" }
      throw .unrecognized(thing, found: picture ?? ImageFormat.guess(bytes))
    }
  }
}

/// Why there is no document at an address.
private struct LookingFault: Error {
  let error: TileSourceError
  /// Whether the server is there and its answer is not what was looked for, as when a service is asked without its parameters.
  let mayBeService: Bool
}
