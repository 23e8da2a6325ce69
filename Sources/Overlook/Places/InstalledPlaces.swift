import Foundation
import OverlookAssets
import OverlookFormats
public import OverlookGeometry
import OverlookRegions
public import OverlookSearch
import OverlookSupport
import Synchronization

/// The places of this machine: those of the regions that are installed and that the program brings along, and of the whole world. Touches
/// no network. Indexes are opened with the first question, and kept. Any thread.
public final class InstalledPlaces: PlaceProvider {
  private let region: String?
  private let opened = Mutex<PlaceIndexes?>(nil)

  /// All places, or those of one region, by its name or the path of its folder, or of a search index by the path of its file. Nothing is
  /// read before the first question, which throws `unusable` where there is no such region.
  public init(region: String? = nil) {
    self.region = region
  }

  /// The places that answer a text, the best first.
  public func places(for request: SearchRequest) async throws(PlaceError) -> [PlaceResult] {
    let indexes = try indexes()
    // The last index, the world's, is the largest: those of the regions are asked beside it.
    let last = max(indexes.indexes.count - 1, 0)
    async let ofRegions = Self.answers(of: 0..<last, indexes, request)
    let ofWorld = try await Self.onWorker(following: request.ticket) { ticket throws(FormatError) in
      var request = request
      request.ticket = ticket
      let first = try indexes.readPlace(request)
      return [(first, first.isAll ? [] : indexes.answers(of: last..<indexes.indexes.count, request))]
    }
    guard let (first, world) = ofWorld.first else { return [] }
    if first.isAll { return first.found }
    let answers = await ofRegions + world
    do throws(FormatError) {
      return try PlaceIndexes.merged(first.found, answers, limit: request.limit)
    } catch {
      throw PlaceError(error)
    }
  }

  /// Of some indexes, in their order; none where nobody waits any more.
  private static func answers(
    of numbers: Range<Int>, _ indexes: PlaceIndexes, _ request: SearchRequest
  ) async -> [Result<[PlaceResult], FormatError>] {
    guard !numbers.isEmpty else { return [] }
    return
      (try? await onWorker(following: request.ticket) { ticket throws(FormatError) in
        var request = request
        request.ticket = ticket
        return indexes.answers(of: numbers, request)
      }) ?? []
  }

  /// Places beside a way, the next one first.
  func places(beside request: WayRequest) async throws(PlaceError) -> [WayPlace] {
    let indexes = try indexes()
    return try await Self.onWorker(following: request.ticket) { ticket throws(FormatError) in
      var request = request
      request.ticket = ticket
      return try indexes.search(request)
    }
  }

  /// What is at a place, the nearest first.
  public func places(
    at coordinate: LocationCoordinate, limit: Int, language: String
  ) async throws(PlaceError) -> [PlaceResult] {
    let indexes = try indexes()
    return try await Self.onWorker { _ throws(FormatError) in
      try indexes.reverse(coordinate, limit: limit, language: language)
    }
  }

  /// The place of an identifier: an element of OpenStreetMap in a region, or a row of an index that was not made anew since.
  public func place(id: String, language: String) async throws(PlaceError) -> PlaceResult {
    let indexes = try indexes()
    let found = try await Self.onWorker { _ throws(FormatError) in
      try indexes.place(id: id, language: language).map { [$0] } ?? []
    }
    guard let place = found.first else {
      throw .notFound("no place of this machine is called '\(OutsideText.cleaned(id, limit: 100))'")
    }
    return place
  }

  /// As `places(for:)`, on the calling thread.
  package func placesHere(for request: SearchRequest) throws(PlaceError) -> [PlaceResult] {
    let indexes = try indexes()
    do throws(FormatError) { return try indexes.search(request) } catch { throw PlaceError(error) }
  }

  /// The work's ticket ends with the task that waits, and with that of the asker.
  private static func onWorker<Found: Sendable>(
    following asker: WorkTicket? = nil, _ work: @escaping @Sendable (WorkTicket) throws(FormatError) -> [Found]
  ) async throws(PlaceError) -> [Found] {
    let ticket = asker.map { WorkTicket(following: $0) } ?? WorkTicket()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Its own ticket: one that is cancelled is not answered, and somebody waits here.
        MapThreads.sharedWorkers.submit(WorkTicket()) {
          if ticket.isCancelled { return continuation.resume(returning: Result<[Found], FormatError>.success([])) }
          do throws(FormatError) {
            continuation.resume(returning: .success(try work(ticket)))
          } catch {
            continuation.resume(returning: .failure(error))
          }
        }
      }
    } onCancel: {
      ticket.cancel()
    }
    if ticket.isCancelled { throw .cancelled }
    do throws(FormatError) { return try result.get() } catch { throw PlaceError(error) }
  }

  // MARK: Opening

  private func indexes() throws(PlaceError) -> PlaceIndexes {
    if let known = opened.withLock({ $0 }) { return known }
    let own: [SearchIndex] = if let region { [try Self.index(named: region)] } else { try Self.allIndexes() }
    let made = PlaceIndexes(own)
    return opened.withLock { opened in
      let first = opened ?? made
      opened = first
      return first
    }
  }

  /// Those of the regions, by name, and the world's at the end. What cannot be opened is left out while there is another.
  private static func allIndexes() throws(PlaceError) -> [SearchIndex] {
    var paths = InstalledRegions().regions.compactMap(\.searchPath)
    var fault: PlaceError?
    do throws(ResourceError) { paths.append(try EmbeddedAssets.path("places.sqlite")) } catch { fault = .unusable("\(error)") }
    var indexes: [SearchIndex] = []
    for path in paths {
      do throws(FormatError) { indexes.append(try OpenIndexes.index(at: path)) } catch { fault = fault ?? PlaceError(error) }
    }
    if indexes.isEmpty, let fault { throw fault }
    return indexes
  }

  private static func index(named name: String) throws(PlaceError) -> SearchIndex {
    var path = name
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: name, isDirectory: &isFolder)
    if !exists || isFolder.boolValue {
      let region: Region
      do throws(RegionError) { region = try InstalledRegions().region(named: name) } catch { throw .unusable("\(error)") }
      guard let search = region.searchPath else { throw .unusable("the region \(region.name) has no search index") }
      path = search
    }
    do throws(FormatError) { return try OpenIndexes.index(at: path) } catch { throw PlaceError(error) }
  }
}

extension PlaceProvider where Self == InstalledPlaces {
  /// The regions that are installed and those that the program brings along, and the places of the whole world. Touches no network.
  public static var local: InstalledPlaces { InstalledPlaces() }

  /// One region, by its name or the path of its folder, or a search index by the path of its file. Touches no network.
  public static func region(_ name: String) -> InstalledPlaces { InstalledPlaces(region: name) }
}
