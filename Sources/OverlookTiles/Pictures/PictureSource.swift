package import OverlookFormats
import OverlookGeometry
import OverlookNetwork
package import OverlookSupport

/// A catalogue of pictures over time, and the way to get them.
package struct PictureSource: Sendable {
  package let catalogue: PictureCatalogue
  /// As messages name it.
  package let displayName: String

  private let options: TileSource.Options
  /// The address of the catalogue, with its secrets; nil for a file.
  private let address: HiddenText?
  /// Where the files of a catalogue lie that is one.
  private let folder: String
  private let cacheName: String

  /// The name of the list in a folder of pictures.
  package static let listName = "frames.json"
  private static let fileLimit = 64 << 20

  /// Opens the catalogue at a location: the address or the file of a document, or a folder that holds a `frames.json`.
  package static func open(
    _ location: String, options: TileSource.Options = TileSource.Options(), services: TileServices
  ) async throws(TileSourceError) -> PictureSource {
    let opener = try SourceOpener(location, options: options, services: services)
    switch opener.location.form {
    case .template:
      throw .badLocation(source: opener.location.displayName, fault: "it names single tiles, and no catalogue of pictures")
    case .web(let address):
      if opener.location.kind == .wms || WebQuery(address.text).value("service")?.lowercased() == "wms" {
        return try await service(at: address.text, opener)
      }
      let answer: DocumentFetch.Answer
      do throws(DocumentFault) {
        answer = try await opener.fetch.answer(from: address.text)
      } catch {
        throw .unavailable(source: opener.location.displayName, fault: error.text)
      }
      return try await read(answer.bytes, opener: opener, path: "", receipt: answer.receipt)
    case .file(let path):
      let result = await services.onWorker { () throws(FormatError) in try Self.list(at: path) }
      switch result {
      case .success(let list): return try await read(list.bytes, opener: opener, path: list.path, receipt: nil)
      case .failure(let error): throw TileSourceError(error, source: OutsideText.cleaned(path))
      }
    }
  }

  private static func service(at address: String, _ opener: SourceOpener) async throws(TileSourceError) -> PictureSource {
    guard case .wms(let capabilities) = try await opener.wms(address).content else {
      throw .unusable(source: opener.location.displayName, fault: "its answer describes no WMS")
    }
    do throws(FormatError) {
      return PictureSource(try PictureCatalogue(capabilities), opener, address: HiddenText(address), folder: "")
    } catch {
      throw TileSourceError(error, source: opener.location.displayName)
    }
  }

  /// The list at `path`, or in the folder there.
  private static func list(at path: String) throws(FormatError) -> (bytes: [UInt8], path: String) {
    let limit = JSONLimits.document.byteCount
    let isFolder = FileFolder.isFolder(path)
    let file = isFolder ? (path.hasSuffix("/") ? path + listName : "\(path)/\(listName)") : path
    return (try WholeFile.read(file, byteLimit: limit), file)
  }

  private static func read(
    _ bytes: [UInt8], opener: SourceOpener, path: String, receipt: CacheReceipt?
  ) async throws(TileSourceError) -> PictureSource {
    let address: HiddenText? = if case .web(let address) = opener.location.form { address } else { nil }
    let result = await opener.services.onWorker { () throws(FormatError) in
      try PictureCatalogue(bytes, baseURL: address?.text)
    }
    switch result {
    case .success(let catalogue):
      receipt?.keep()
      return PictureSource(catalogue, opener, address: address, folder: FileFolder.name(of: path))
    case .failure(let error): throw TileSourceError(error, source: opener.location.displayName)
    }
  }

  private init(_ catalogue: PictureCatalogue, _ opener: SourceOpener, address: HiddenText?, folder: String) {
    self.catalogue = catalogue
    self.address = address
    self.folder = folder
    displayName = opener.location.displayName
    options = opener.options
    cacheName = opener.location.identity
  }

  /// The pictures of one layer; see `PictureCatalogue.series`.
  package func series(
    layer: String?, limit: Int, services: TileServices
  ) async throws(TileSourceError) -> PictureSeries {
    let (catalogue, area) = (catalogue, options.bounds)
    let name = layer ?? options.layer
    let result = await services.onWorker { () throws(FormatError) in
      try catalogue.series(named: name, limit: limit, area: area)
    }
    switch result {
    case .success(let series): return series
    case .failure(let error): throw TileSourceError(error, source: displayName)
    }
  }
}

// One picture.
extension PictureSource {
  /// Starts to get one picture and returns at once. `completion` is called once, on any thread, and must not block; not after
  /// `ticket` was cancelled. A failure says in one line what is wrong.
  package func fetch(
    _ place: PictureSeries.Place, of block: TileBlock?, ticket: WorkTicket, services: TileServices,
    completion: @escaping @Sendable (Result<Image, PictureFault>) -> Void
  ) {
    switch place {
    case .address(let address): fetch(address, ticket: ticket, services: services, completion: completion)
    case .file(let name):
      let path = folder + name
      services.workers.submit(ticket) { completion(Self.picture(file: path, in: folder)) }
    case .tiles(let template):
      guard let block else { return completion(.failure(PictureFault("its tiles are not known"))) }
      let mosaic = PictureMosaic(block, workers: services.workers, ticket: ticket, completion: completion)
      for (index, address) in block.addresses(template).enumerated() {
        fetch(address, ticket: ticket, services: services) { mosaic.take($0, at: index) }
      }
    }
  }

  private func fetch(
    _ template: String, ticket: WorkTicket, services: TileServices,
    completion: @escaping @Sendable (Result<Image, PictureFault>) -> Void
  ) {
    let url = withKey(template)
    var request = HTTPRequest(
      url: url, kind: .picture, userAgent: options.userAgent, headers: options.headers.permitted(at: url, home: home),
      caching: .store(source: cacheName))
    if let home { request.reachesPrivateHosts = home.isPrivateLiteral || HTTPAddress(url)?.host == home.host }
    HTTPTileFetch.start(request, ticket: ticket, services: services) { content in
      switch content {
      case .bytes(let bytes):
        services.workers.submit(ticket) {
          let result = Self.picture(bytes.bytes)
          if case .success = result { bytes.keep?.keep() } else { bytes.keep?.drop() }
          completion(result)
        }
      case .missing: completion(.failure(PictureFault("there is no picture of this time")))
      case .failed(let fault): completion(.failure(PictureFault(fault.message)))
      }
    }
  }

  private var home: HTTPAddress? { address.flatMap { HTTPAddress($0.text) } }

  /// The key goes to the server of the catalogue and to no other; for a file, to the server that the file names.
  private func withKey(_ template: String) -> String {
    guard template.contains("{key}") else { return template }
    let isOurs = home == nil || HTTPAddress(template.replacing("{key}", with: ""))?.host == home?.host
    let key = options.key ?? address.flatMap { WebQuery($0.text).value("key") } ?? ""
    return template.replacing("{key}", with: isOurs ? TileAddressTemplate.encodedValue(key) : "")
  }

  private static func picture(_ bytes: [UInt8]) -> Result<Image, PictureFault> {
    Result { () throws(PictureFault) in
      do throws(FormatError) {
        return try ImageDecoder.decode(bytes)
      } catch {
        throw PictureFault("\(error)")
      }
    }
  }

  private static func picture(file path: String, in folder: String) -> Result<Image, PictureFault> {
    // A link could lead anywhere.
    if let fault = FileFolder.fault(of: path, in: folder) { return .failure(PictureFault("\(path) cannot be read: \(fault)")) }
    do throws(FormatError) {
      return picture(try WholeFile.read(path, byteLimit: fileLimit))
    } catch {
      return .failure(PictureFault("\(error)"))
    }
  }
}

/// Why there is no picture, in one line without secrets.
package struct PictureFault: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = OutsideText.cleaned(description)
  }
}
