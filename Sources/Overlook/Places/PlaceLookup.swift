import Foundation
import OverlookAssets
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookRegions
import OverlookSearch
import OverlookSupport
import OverlookTiles
import Synchronization

/// Looks places up for a provider, on whatever thread asks. Indexes are opened when they are first asked for, and kept.
package final class PlaceLookup: Sendable {
  /// Why nothing could be looked up; one line for people.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  private enum Source: Sendable {
    case indexes(PlaceIndexes)
    case server(GeocodingServer)
  }

  private let provider: PlaceProvider
  private let source = Mutex<Source?>(nil)

  package init(_ provider: PlaceProvider) {
    self.provider = provider
  }

  /// Whether it may be asked with every key.
  package var allowsTypeAhead: Bool {
    if case .nominatim = provider { false } else { true }
  }

  package func search(_ request: SearchRequest) async throws(Fault) -> [PlaceResult] {
    switch try opened() {
    case .indexes(let indexes):
      return try await onWorker(request.ticket) { () throws(FormatError) in try indexes.search(request) }
    case .server(let server):
      if CoordinateText.place(request.text) != nil { return try Self.places(in: request) }
      do throws(FetchFault) { return try await server.search(request) } catch { throw Fault(description: error.message) }
    }
  }

  package func reverse(_ place: LocationCoordinate, limit: Int, language: String) async throws(Fault) -> [PlaceResult] {
    switch try opened() {
    case .indexes(let indexes):
      return try await onWorker(nil) { () throws(FormatError) in
        try indexes.reverse(place, limit: limit, language: language)
      }
    case .server(let server):
      do throws(FetchFault) {
        return try await server.reverse(place, limit: limit, language: language)
      } catch { throw Fault(description: error.message) }
    }
  }

  /// As `search`, on the calling thread; for a provider that is no server.
  package func searchHere(_ request: SearchRequest) throws(Fault) -> [PlaceResult]? {
    guard case .indexes(let indexes) = try opened() else { return nil }
    do throws(FormatError) { return try indexes.search(request) } catch { throw Fault(description: "\(error)") }
  }

  /// The place whose coordinates are typed, for which no server needs to be asked.
  private static func places(in request: SearchRequest) throws(Fault) -> [PlaceResult] {
    do throws(FormatError) { return try PlaceIndexes([]).search(request) } catch { throw Fault(description: "\(error)") }
  }

  private func onWorker(
    _ ticket: WorkTicket?, _ work: @escaping @Sendable () throws(FormatError) -> [PlaceResult]
  ) async throws(Fault) -> [PlaceResult] {
    // Its own ticket: one that is cancelled is not answered, and somebody waits here.
    let result = await withCheckedContinuation { continuation in
      MapThreads.sharedWorkers.submit(WorkTicket()) {
        if ticket?.isCancelled == true { return continuation.resume(returning: Result<[PlaceResult], FormatError>.success([])) }
        do throws(FormatError) {
          continuation.resume(returning: .success(try work()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    do throws(FormatError) { return try result.get() } catch { throw Fault(description: "\(error)") }
  }

  // MARK: Opening

  private func opened() throws(Fault) -> Source {
    if let known = source.withLock({ $0 }) { return known }
    let opened = try open()
    return source.withLock { source in
      let first = source ?? opened
      source = first
      return first
    }
  }

  private func open() throws(Fault) -> Source {
    switch provider {
    case .local: return .indexes(PlaceIndexes(try Self.localIndexes()))
    case .region(let name): return .indexes(PlaceIndexes([try Self.index(named: name)]))
    case .nominatim(let address): return try Self.server(.nominatim, address)
    case .photon(let address): return try Self.server(.photon, address)
    }
  }

  private static func server(_ service: GeocodingServer.Service, _ address: String) throws(Fault) -> Source {
    guard let server = GeocodingServer(service, address: address, http: MapThreads.shared.services.http) else {
      throw Fault(description: "\(OutsideText.cleaned(Redactor.redacted(address))) is no http or https address of a server")
    }
    return .server(server)
  }

  /// Those of the regions, by name, and the world's at the end. What cannot be opened is left out while there is another.
  private static func localIndexes() throws(Fault) -> [SearchIndex] {
    var paths = InstalledRegions().regions.compactMap(\.searchPath)
    var fault: Fault?
    do throws(ResourceError) { paths.append(try EmbeddedAssets.path("places.sqlite")) } catch {
      fault = Fault(description: "\(error)")
    }
    var indexes: [SearchIndex] = []
    for path in paths {
      do throws(FormatError) { indexes.append(try OpenIndexes.index(at: path)) } catch {
        fault = fault ?? Fault(description: "\(error)")
      }
    }
    if indexes.isEmpty, let fault { throw fault }
    return indexes
  }

  private static func index(named name: String) throws(Fault) -> SearchIndex {
    var path = name
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: name, isDirectory: &isFolder)
    if !exists || isFolder.boolValue {
      let region: Region
      do throws(RegionError) { region = try InstalledRegions().region(named: name) } catch {
        throw Fault(description: "\(error)")
      }
      guard let search = region.searchPath else { throw Fault(description: "the region \(region.name) has no search index") }
      path = search
    }
    do throws(FormatError) { return try OpenIndexes.index(at: path) } catch { throw Fault(description: "\(error)") }
  }
}
