import Glibc
package import OverlookFormats
package import OverlookGeometry
import OverlookNetwork
package import OverlookSupport
package import OverlookTiles
import Synchronization

/// A server that has panoramas: Panoramax (and GeoVisio), or Mapillary, at an address that the person names. What it answers is kept on
/// the disk by what its heads say.
package final class PanoramaServer: PanoramaProvider {
  package enum Service: String, CaseIterable, Sendable {
    case panoramax, mapillary
  }

  package let service: Service
  /// Without a slash at its end.
  package let address: String
  private let token: String?
  private let services: TileServices
  let documents: DocumentFetcher
  private let resources: PanoramaResources
  private let known = Mutex<[String: ServicePanorama]>([:])
  let timeoutSeconds: Double

  private static let mostKnown = 10_000
  private static let answerBytes = 8 << 20
  /// What is looked for around a panorama, to link it.
  private static let linkMeters = PanoramaLinks.farthestMeters
  /// Somebody waits in front of a view: what does not get better soon is told.
  private static let retries = 2

  /// Nil for what is no http or https address.
  ///
  /// - Parameters:
  ///   - token: Of a person at Mapillary; sent to this server alone.
  ///   - retrying: How often and for how long a fault that passes is tried again; nil for twice, and no longer than `timeoutSeconds` in
  ///     all. Pictures always have the time of documents.
  ///   - timeoutSeconds: After which a question without an answer is a fault.
  package init?(
    _ service: Service, address: String, token: String? = nil, services: TileServices, retrying: Retrying? = nil,
    timeoutSeconds: Double = 20
  ) {
    guard HTTPAddress(address) != nil, !address.contains("?") else { return nil }
    self.service = service
    let address = address.withoutTrailingSlashes
    self.address = address
    (self.token, self.services, self.timeoutSeconds) = (token, services, timeoutSeconds)
    var usual = Retrying()
    usual.maximumRetries = Self.retries
    usual.totalSeconds = timeoutSeconds
    documents = DocumentFetcher(http: services.http, retrying: retrying ?? usual)
    resources = PanoramaResources(ofService: address, services: services, retrying: retrying)
  }

  /// The service and address of "panoramax:URL" and "mapillary:URL"; nil for anything else.
  package static func parts(_ text: String) -> (service: Service, address: String)? {
    guard let colon = text.firstIndex(of: ":"), let service = Service(rawValue: text[..<colon].lowercased()) else { return nil }
    let address = String(text[text.index(after: colon)...])
    return HTTPAddress(address) == nil ? nil : (service, address)
  }

  // MARK: Panoramas

  package func panorama(id: String) async throws(PanoramaError) -> Panorama {
    let own = try await item(id)
    guard let place = own.panorama.coordinate else { return own.panorama }
    // Around it lie those that it is linked with. Without them it is a panorama still.
    var around: [ServicePanorama] = []
    do throws(PanoramaError) {
      around = try await items(near: place, radius: Self.linkMeters)
    } catch .cancelled { throw .cancelled } catch {}
    let all = (around.filter { $0.panorama.panoramaID != id } + [own]).connected()
    remember(all)
    return all.last?.panorama ?? own.panorama
  }

  package func panorama(near coordinate: LocationCoordinate, radius: Double) async throws(PanoramaError) -> Panorama {
    let found = try await items(near: coordinate, radius: max(radius, Self.linkMeters)).connected()
    remember(found)
    guard let nearest = found.nearest(to: coordinate, radius: radius) else {
      throw .notFound("\(host) has no panorama within \(Int(exactly: radius.rounded()) ?? 0) m")
    }
    return nearest.panorama
  }

  package func picture(of panorama: Panorama) async throws(PanoramaError) -> PanoramaPicture {
    let known = known.withLock { $0[panorama.panoramaID] }
    let item: ServicePanorama
    if let known { item = known } else { item = try await self.item(panorama.panoramaID) }
    switch item.picture {
    case .tiles(let template, let level, let small):
      let tiles = PanoramaPyramid.Level(
        level: level,
        naming: .template(
          template.replacing("{TileCol}", with: "{col}").replacing("{TileRow}", with: "{row}"), faces: [], isTurned: false))
      let low = small.map {
        PanoramaPyramid.Level(
          level: PanoramaLevel(width: 2048, height: 1024, tileWidth: 2048, tileHeight: 1024), naming: .files([$0]))
      }
      let pyramid = PanoramaPyramid(layout: .equirectangular(.full), levels: [low, tiles].compactMap { $0 })
      return PyramidTiles(pyramid: pyramid, resources: resources).picture
    case .file(let url):
      let (bytes, receipt) = try await resources.bytes(url, limit: 128 << 20)
      let workers = services.workers
      do throws(PanoramaError) {
        let file = try await workers.panoramaWork { [host] _ throws(PanoramaError) in
          do throws(FormatError) {
            return try PanoramaPictureFile(bytes, workers: workers)
          } catch { throw PanoramaError(error.inside(host)) }
        }
        receipt?.keep()
        return file.picture
      } catch {
        if error != .cancelled { receipt?.drop() }
        throw error
      }
    }
  }

  /// Where vector tiles lie that show where the service has panoramas: an address template with {z}, {x} and {y}, the levels that there
  /// are, and the layers of lines and of points. Nil where nobody knows.
  package var coverage: PanoramaCoverage? {
    switch service {
    case .panoramax:
      return PanoramaCoverage(
        template: address + "/api/map/{z}/{x}/{y}.mvt", zooms: 0...15, lineLayer: "sequences", pointLayer: "pictures")
    case .mapillary:
      guard host == "graph.mapillary.com", token != nil else { return nil }
      return PanoramaCoverage(
        template: "https://tiles.mapillary.com/maps/vtp/mly1_public/2/{z}/{x}/{y}", zooms: 6...14, lineLayer: "sequence",
        pointLayer: "image")
    }
  }

  package var host: String { HTTPAddress.name(of: address) ?? "the server" }

  private func remember(_ items: [ServicePanorama]) {
    known.withLock { known in
      if known.count + items.count > Self.mostKnown { known = [:] }
      for item in items { known[item.panorama.panoramaID] = item }
    }
  }

  // MARK: Requests

  private func item(_ id: String) async throws(PanoramaError) -> ServicePanorama {
    guard !id.isEmpty, id.utf8.count <= 200 else { throw .notFound("\(host) has no panorama of that name") }
    let url =
      switch service {
      case .panoramax: address + "/api/search?ids=" + PercentEncoding.value(id)
      case .mapillary: address + "/" + PercentEncoding.value(id) + "?fields=" + MapillaryAnswer.fields.joined(separator: ",")
      }
    let found = try await answer(at: url)
    guard let item = found.first(where: { $0.panorama.panoramaID == id }) else {
      throw .notFound("\(host) has no panorama \"\(OutsideText.cleaned(id, limit: 60))\"")
    }
    return item
  }

  private func items(near place: LocationCoordinate, radius: Double) async throws(PanoramaError) -> [ServicePanorama] {
    let box = Self.box(place, radius)
    let url =
      switch service {
      case .panoramax: address + "/api/search?limit=200&bbox=" + box
      case .mapillary:
        address + "/images?limit=200&is_pano=true&bbox=" + box + "&fields=" + MapillaryAnswer.fields.joined(separator: ",")
      }
    return try await answer(at: url)
  }

  private func answer(at url: String) async throws(PanoramaError) -> [ServicePanorama] {
    var request = HTTPRequest(
      url: url, kind: .data, maximumBodyBytes: Self.answerBytes, timeoutSeconds: timeoutSeconds,
      caching: .store(source: Redactor.identity(address)))
    request.headers = authorization
    let response: HTTPResponse
    do throws(FetchFault) {
      response = try await documents.fetch(request, explained: service == .mapillary ? Self.refusals : [])
    } catch { throw PanoramaError(error) }
    if Self.refusals.contains(response.status) { throw MapillaryAnswer.refusal(response, host: host) }
    do throws(FetchFault) {
      do throws(FormatError) {
        let items = try Self.items(in: response.body, of: service, host: host)
        response.keep?.keep()
        return items
      } catch {
        response.keep?.drop()
        throw FetchFault.failed("\(error)")
      }
    } catch { throw PanoramaError(error) }
  }

  /// What says who asks, where the service wants to know it: in a header, for addresses are kept and told.
  var authorization: [HTTPHeader] {
    guard service == .mapillary, let token else { return [] }
    return [HTTPHeader(name: "Authorization", value: "OAuth \(token)")]
  }

  /// Statuses of answers that may speak of the token.
  private static let refusals: Set<Int> = [400, 401, 403]

  private static func items(
    in answer: [UInt8], of service: Service, host: String
  ) throws(FormatError) -> [ServicePanorama] {
    switch service {
    case .panoramax: try PanoramaxAnswer.items(answer, host: host)
    case .mapillary: try MapillaryAnswer.images(answer, host: host)
    }
  }

  /// The panoramas of an answer of a service, linked with each other.
  package static func panoramas(
    in answer: [UInt8], of service: Service, host: String
  ) throws(FormatError) -> [Panorama] {
    try items(in: answer, of: service, host: host).connected().map(\.panorama)
  }

  /// West, south, east, north with seven digits: a centimetre, and equal questions have equal addresses. A box at the date line ends
  /// there, and one at a pole goes around.
  private static func box(_ place: LocationCoordinate, _ radius: Double) -> String {
    let height = min(radius / SphericalGeometry.earthRadiusMeters * Angle.degreesPerRadian, 90)
    let (south, north) = (max(place.latitude - height, -90), min(place.latitude + height, 90))
    let narrow = max(abs(south), abs(north)) * Angle.radiansPerDegree
    let width = narrow < 1.57 ? min(height / cos(narrow), 180) : 180
    let sides = [max(place.longitude - width, -180), south, min(place.longitude + width, 180), north]
    return sides.map { "\(($0 * 1e7).rounded() / 1e7)" }.joined(separator: ",")
  }
}

/// Vector tiles that show where a service has panoramas.
package struct PanoramaCoverage: Hashable, Sendable {
  /// With {z}, {x} and {y}.
  package let template: String
  package let zooms: ClosedRange<Int>
  package let lineLayer: String
  package let pointLayer: String
}
