import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
package import OverlookTiles

/// Panoramas that were opened.
public struct OpenedPanoramas: Sendable {
  /// Gives them to views and services.
  public let provider: any PanoramaProvider
  /// What they are called, for people to read.
  public let name: String
  /// What kind it is, for people to read.
  public let kind: String
  /// The panorama to begin with; nil where a place has to be asked for first.
  public let firstID: String?
  /// All of them, in an order of theirs; empty for a service.
  public let panoramaIDs: [String]
  /// What is wrong with them and could be passed over, one line each.
  public let warnings: [String]

  package init(
    provider: any PanoramaProvider, name: String, kind: String, firstID: String?, panoramaIDs: [String], warnings: [String]
  ) {
    (self.provider, self.name, self.kind) = (provider, name, kind)
    (self.firstID, self.panoramaIDs, self.warnings) = (firstID, panoramaIDs, warnings)
  }
}

/// Opens what panoramas lie in: a picture, a document of tiles or of a tour, a folder of photographs or of the faces of a cube, at a path
/// or at an http address, and services ("panoramax:URL", "mapillary:URL").
package struct PanoramaOpener: Sendable {
  private let services: TileServices
  /// Of pictures that do not say it themselves: degrees that each of two lenses sees.
  private let fisheyeDegrees: Double?
  /// For services that want one.
  private let token: String?

  private static let documentBytes = 32 << 20

  package init(services: TileServices, fisheyeDegrees: Double? = nil, token: String? = nil) {
    (self.services, self.fisheyeDegrees, self.token) = (services, fisheyeDegrees, token)
  }

  package func open(_ reference: String) async throws(PanoramaError) -> OpenedPanoramas {
    if let (service, address) = PanoramaServer.parts(reference) {
      guard let server = PanoramaServer(service, address: address, token: token, services: services) else {
        throw .unusable("\(Redactor.redacted(address)) is no address of a server")
      }
      return OpenedPanoramas(
        provider: server, name: server.host, kind: "service (\(service.rawValue))", firstID: nil, panoramaIDs: [], warnings: [])
    }
    if HTTPAddress(reference) == nil, isFolder(reference) { return try await folder(reference) }
    let resources = PanoramaResources(ofDocument: reference, services: services)
    let name = Self.fileName(reference)
    let (bytes, receipt) = try await resources.bytes(name, limit: PanoramaPictureFile.maximumBytes)
    let opened: OpenedPanoramas
    if ImageFormat.sniffed(bytes) != nil {
      opened = try await picture(bytes, name: name)
    } else {
      opened = try document(bytes, name: name, resources: resources)
    }
    receipt?.keep()
    return opened
  }

  private static func fileName(_ reference: String) -> String {
    let path = HTTPAddress(reference) == nil ? reference[...] : reference.prefix { $0 != "?" && $0 != "#" }
    guard let slash = path.lastIndex(of: "/") else { return reference }
    return String(reference[reference.index(after: slash)...])
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  // MARK: Files

  private func picture(_ bytes: [UInt8], name: String) async throws(PanoramaError) -> OpenedPanoramas {
    let (workers, degrees) = (services.workers, fisheyeDegrees)
    let file = try await workers.panoramaWork { _ throws(PanoramaError) in
      do throws(FormatError) {
        return try PanoramaPictureFile(bytes, as: degrees.map { .dualFisheye(degrees: $0) } ?? .asItSays, workers: workers)
      } catch { throw PanoramaError(error.inside(OutsideText.cleaned(name))) }
    }
    let panorama = PhotoPanorama.panorama(name: name, head: bytes, file: file)
    return OpenedPanoramas(
      provider: SinglePanorama(panorama, file.picture), name: OutsideText.cleaned(name), kind: "panorama picture",
      firstID: panorama.panoramaID, panoramaIDs: [panorama.panoramaID], warnings: file.warnings)
  }

  private func document(
    _ bytes: [UInt8], name: String, resources: PanoramaResources
  ) throws(PanoramaError) -> OpenedPanoramas {
    let thing = OutsideText.cleaned(name)
    do throws(FormatError) {
      switch PanoramaDocument.sniffed(bytes) {
      case .deepZoom:
        return single(try PanoramaPyramid.deepZoom(bytes, name: name, thing: thing), name, "Deep Zoom picture", resources)
      case .zoomify: return single(try PanoramaPyramid.zoomify(bytes, thing: thing), name, "Zoomify picture", resources)
      case .json, nil: break
      }
      let value = try JSONParser.parse(bytes, thing: thing, limits: JSONLimits(byteCount: Self.documentBytes, depth: 64))
      if SphereViewerTiles.isLikely(value) {
        return single(try SphereViewerTiles.pyramid(value, thing: thing), name, "panorama in tiles", resources)
      }
      guard PannellumTour.isLikely(value) else {
        throw .unrecognized(thing, found: "a JSON document of another kind")
      }
      var tour = try PannellumTour(value, thing: thing)
      tour.leaveOut(resources.refusal(of:))
      guard !tour.names.isEmpty else {
        throw .malformed(thing, fault: "none of its scenes can be used: \(tour.warnings.last ?? "")")
      }
      return OpenedPanoramas(
        provider: TourPanoramas(tour: tour, resources: resources), name: thing,
        kind: tour.names.count == 1 ? "panorama of Pannellum" : "tour of Pannellum", firstID: tour.first, panoramaIDs: tour.names,
        warnings: tour.warnings)
    } catch { throw PanoramaError(error) }
  }

  private func single(
    _ pyramid: PanoramaPyramid, _ name: String, _ kind: String, _ resources: PanoramaResources
  ) -> OpenedPanoramas {
    let panorama = Panorama(panoramaID: name, title: OutsideText.cleaned(name))
    return OpenedPanoramas(
      provider: SinglePanorama(panorama, PyramidTiles(pyramid: pyramid, resources: resources).picture),
      name: OutsideText.cleaned(name), kind: kind, firstID: panorama.panoramaID, panoramaIDs: [panorama.panoramaID], warnings: [])
  }

  // MARK: Folders

  private func folder(_ path: String) async throws(PanoramaError) -> OpenedPanoramas {
    let home = path.hasSuffix("/") ? path : path + "/"
    let resources = PanoramaResources(ofDocument: home + "x", services: services)
    for name in ["config.json", "tour.json", "ImageProperties.xml"] where FileManager.default.fileExists(atPath: home + name) {
      return try await open(home + name)
    }
    let listed = try? FileManager.default.contentsOfDirectory(atPath: path)
    guard let names = listed?.sorted() else { throw .notFound("\(OutsideText.cleaned(path)) cannot be read") }
    let shown = OutsideText.cleaned(path)
    let zoomified = names.map { "\($0)/\(CubeFolder.zoomifyDocument)" }
      .filter { FileManager.default.fileExists(atPath: home + $0) }
    let files = names + zoomified
    if let faces = CubeFolder.faces(files) {
      let picture = try await CubeFolder.picture(faces, resources: resources)
      let panorama = Panorama(panoramaID: shown, title: shown)
      return OpenedPanoramas(
        provider: SinglePanorama(panorama, picture), name: shown, kind: "cube of pictures", firstID: panorama.panoramaID,
        panoramaIDs: [panorama.panoramaID], warnings: picture.warnings)
    }
    let photos = try await services.workers.panoramaWork { ticket throws(PanoramaError) in
      do throws(PanoramaError) {
        return try PhotoFolder.read(home, names: names) { !ticket.isCancelled }
      } catch .notFound(let text) {
        let count = CubeFolder.count(files)
        throw count == 0 ? .notFound(text) : .unusable("\(shown) has \(count) of the six faces of a cube, where three are needed")
      }
    }
    return OpenedPanoramas(
      provider: PhotoFolderPanoramas(folder: photos, resources: resources), name: shown, kind: "folder of photographs",
      firstID: photos.panoramas.first?.panoramaID, panoramaIDs: photos.panoramas.map(\.panoramaID), warnings: photos.warnings)
  }
}
