import Foundation
import Overlook
import OverlookPanorama
import OverlookSupport

/// A panorama that the command line names.
struct PanoramaOrder {
  /// What is seen, and the window's title.
  @MainActor struct Shown {
    let view: PanoramaView
    let title: String
  }

  /// A panorama, its picture, and where they come from.
  struct Found: Sendable {
    let opened: OpenedPanoramas
    var panorama: Panorama
    let picture: PanoramaPicture
  }

  /// The source that is made of the map.
  static let streetsName = "streets"
  static let findSeconds = 60.0
  /// In the streets of the city that the program brings along: by the cathedral of Helsinki.
  private static let ownPlace = LocationCoordinate(latitude: 60.1694, longitude: 24.9525)

  private let options: PanoramaOptions
  private let look: PanoramaLookOptions?

  /// Made of the regions, in the light of the time that is named.
  private let streets: InstalledStreets

  /// `look`: for what is seen of it; nil where only its data is asked for.
  init(_ options: PanoramaOptions, _ look: PanoramaLookOptions? = nil) {
    (self.options, self.look) = (options, look)
    let date = TimeArgument.date(look?.time)
    streets = InstalledStreets { date }
  }

  /// A view of it, which looks where it is told to; `timeoutSeconds`: how long it may take to be found.
  @MainActor func open(timeoutSeconds: Double = PanoramaOrder.findSeconds) throws -> Shown {
    if let look, !look.models.model.isEmpty { streets.setModels(try look.models.overlays()) }
    let found = try find(timeoutSeconds: timeoutSeconds)
    let view = PanoramaView(service: PanoramaService(provider: found.opened.provider))
    if let look {
      view.camera = look.camera(over: found.panorama.initialCamera)
      view.projection = look.projection.projection
      if let roll = look.roll { view.roll = roll.value }
    }
    if let path = look?.sunPath {
      guard found.panorama.coordinate != nil else {
        throw CommandFailure(
          description: "\(found.opened.name) does not say where it was taken: --place LAT,LON does, for --sun and --moon")
      }
      view.add(path)
    }
    streets.surround(view)
    for warning in found.opened.warnings { Report.warning(warning) }
    view.show(found.panorama, picture: found.picture)
    return Shown(view: view, title: OutsideText.shown(found.panorama.title.isEmpty ? found.opened.name : found.panorama.title))
  }

  /// What the source has.
  @MainActor private var opening: @Sendable () async throws(PanoramaError) -> OpenedPanoramas {
    let (source, streetsName) = (options.source, Self.streetsName)
    let streets = OpenedPanoramas(
      provider: streets.provider, name: "streets", kind: "panoramas made of regions",
      firstID: nil, panoramaIDs: [], warnings: [])
    let opener = PanoramaOpener(
      services: MapThreads.shared.services, fisheyeDegrees: options.fisheye?.value, token: options.token)
    return { () async throws(PanoramaError) in try await source == streetsName ? streets : opener.open(source) }
  }

  /// What is named, and where it comes from.
  @MainActor func find(timeoutSeconds: Double = PanoramaOrder.findSeconds) throws -> Found {
    let (radius, id, open) = (options.radius.value, options.id, opening)
    let isOwn = options.source == Self.streetsName && id == nil
    let at = options.at?.coordinate ?? (isOwn ? Self.ownPlace : nil)
    let found = Awaited.result(timeoutSeconds: timeoutSeconds) { () async throws(PanoramaError) in
      let opened = try await open()
      let provider = opened.provider
      let panorama: Panorama
      if let at {
        panorama = try await provider.panorama(near: at, radius: radius)
      } else if let name = id ?? opened.firstID {
        panorama = try await provider.panorama(id: name)
      } else {
        throw .notFound("\(opened.name) has many panoramas: --at LAT,LON or --id NAME names one")
      }
      return Found(opened: opened, panorama: panorama, picture: try await provider.picture(of: panorama))
    }
    switch found {
    case .success(var found):
      if options.fisheye != nil, !found.picture.layout.isDualFisheye {
        throw CommandFailure(description: "--fisheye is for a picture of two circles, and \(found.opened.name) is no picture")
      }
      if let place = look?.place { found.panorama.coordinate = place.coordinate }
      return found
    case .failure(let error): throw CommandFailure(description: "\(error)")
    case nil: throw silence(timeoutSeconds)
    }
  }

  private func silence(_ seconds: Double) -> CommandFailure {
    CommandFailure(description: "\(options.source) did not answer within \(PackText.number(seconds)) s")
  }

  // MARK: Checking

  /// What cannot be read of the panorama that is named, or else of all that the source has, and how many those are.
  @MainActor func check() throws -> (faults: [String], count: Int) {
    if options.at != nil || options.id != nil { return try check(find()) }
    let opened: OpenedPanoramas
    let open = opening
    let answer = Awaited.result(timeoutSeconds: Self.findSeconds) { () async throws(PanoramaError) in try await open() }
    switch answer {
    case .success(let found): opened = found
    case .failure(let error): throw CommandFailure(description: "\(error)")
    case nil: throw silence(Self.findSeconds)
    }
    let names = opened.panoramaIDs
    guard names.count > 1 else { return try check(find()) }
    var faults = opened.warnings
    for name in names {
      let found = try Self.faults { () async throws(PanoramaError) in
        try await opened.provider.picture(of: opened.provider.panorama(id: name))
      }
      // Some say whose they are.
      let owner = "\(OutsideText.cleaned(name)): "
      faults += found.map { $0.hasPrefix(owner) ? $0 : owner + $0 }
    }
    return (faults.uniqued(), names.count)
  }

  private func check(_ found: Found) throws -> (faults: [String], count: Int) {
    ((found.opened.warnings + (try Self.faults { found.picture })).uniqued(), 1)
  }

  /// What of a picture cannot be read: every tile is looked at, and no more than twenty faults are told.
  private static func faults(
    of picture: @escaping @Sendable () async throws(PanoramaError) -> PanoramaPicture
  ) throws -> [String] {
    let read = Awaited.result(timeoutSeconds: 600) { () async throws(PanoramaError) -> [String] in
      let picture = try await picture()
      var faults: [String] = []
      for tile in picture.allTiles where faults.count < 20 {
        do throws(PanoramaError) {
          _ = try await picture.image(for: tile)
        } catch {
          faults.append("level \(tile.level), face \(tile.face), column \(tile.column), row \(tile.row): \(error)")
        }
      }
      return picture.warnings + faults
    }
    switch read {
    case .success(let faults): return faults
    case .failure(let error): return ["\(error)"]
    case nil: throw CommandFailure(description: "the pictures took longer than 600 s")
    }
  }
}

extension PanoramaLayout {
  fileprivate var isDualFisheye: Bool { if case .dualFisheye = self { true } else { false } }
}

extension PanoramaPicture {
  /// Every tile of every level, the coarsest first.
  fileprivate var allTiles: [PanoramaTileID] {
    levels.indices.flatMap { number in
      (0..<layout.faceCount).flatMap { face in
        (0..<levels[number].rows).flatMap { row in
          (0..<levels[number].columns).map { PanoramaTileID(level: number, face: face, column: $0, row: row) }
        }
      }
    }
  }
}
