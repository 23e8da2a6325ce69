package import Foundation
import OverlookAstronomy
package import OverlookFormats
package import OverlookGeometry
package import OverlookPanorama
package import OverlookSupport
import Synchronization

/// Panoramas that are made of the map, wherever it has a street: one every ten metres, linked along the streets. Their pictures are drawn
/// on workers, small at first.
package final class StreetPanoramas: PanoramaProvider {
  /// Metres of the eye above the ground.
  package static let eyeHeight = 1.7
  /// Metres around that pictures show.
  private static let sceneRadius = 500.0
  /// Scenes that are kept: of the place where one is, and of those that one comes from and goes to.
  private static let mostScenes = 4
  private static let idPrefix = "street:"

  private let workers: WorkerPool
  private let archive: @Sendable (LocationCoordinate) throws(FormatError) -> (any TileArchive)?
  private let date: @Sendable () -> Date?
  private let widths: StreetPictureWidths
  private let standing = Mutex<[StreetModel]>([])
  private let scenes = Mutex<[(place: LocationCoordinate, radius: Double, scene: StreetScene)]>([])

  /// - Parameters:
  ///   - date: Of the sun in the pictures; nil for the light of an afternoon.
  ///   - widths: Of the pictures.
  ///   - archive: The vector tiles of a place; nil where there are none. Called on workers.
  package init(
    workers: WorkerPool, date: @escaping @Sendable () -> Date? = { nil }, widths: StreetPictureWidths = .usual,
    archive: @escaping @Sendable (LocationCoordinate) throws(FormatError) -> (any TileArchive)?
  ) {
    (self.workers, self.date, self.widths, self.archive) = (workers, date, widths, archive)
  }

  /// What stands in the pictures that are made from now on, and around their places. Any thread.
  package var streetModels: [StreetModel] {
    get { standing.withLock { $0 } }
    set { standing.withLock { $0 = newValue } }
  }

  // MARK: Panoramas

  package func panorama(id: String) async throws(PanoramaError) -> Panorama {
    guard let place = Self.place(of: id) else {
      throw .notFound("no street has a panorama \"\(OutsideText.cleaned(id, limit: 60))\"")
    }
    return try await workers.panoramaWork { [self] _ throws(PanoramaError) in try panorama(at: place, heading: nil) }
  }

  package func panorama(near coordinate: LocationCoordinate, radius: Double) async throws(PanoramaError) -> Panorama {
    try await workers.panoramaWork { [self] _ throws(PanoramaError) in
      let scene = try scene(around: coordinate, radius: min(radius, 1_000))
      guard let found = StreetWays(scene).nearest(to: SIMD2(), radius: radius) else {
        throw .notFound("no street lies within \(Int(exactly: radius.rounded()) ?? 0) m")
      }
      return try panorama(at: scene.frame.coordinate(found.place), heading: found.heading)
    }
  }

  package func picture(of panorama: Panorama) async throws(PanoramaError) -> PanoramaPicture {
    guard let place = panorama.coordinate, Self.place(of: panorama.panoramaID) != nil else {
      throw .notFound("no street has this panorama")
    }
    let (date, models) = (date(), streetModels)
    let tiles = StreetPictureTiles(workers: workers, widths: widths) { [self] width, isCancelled throws(PanoramaError) in
      var scene = try scene(around: place, radius: Self.sceneRadius)
      scene.models = models
      return try Self.image(of: scene, width: width, date: date, isCancelled)
    }
    return tiles.picture
  }

  private static func image(
    of scene: StreetScene, width: Int, date: Date?, _ isCancelled: () -> Bool
  ) throws(PanoramaError) -> Image? {
    let observer = SkyObserver(scene.frame.origin)
    let sun = date.flatMap { try? Ephemeris.position(of: .sun, at: $0, observer: observer) }
    let light = StreetLight(azimuth: sun?.azimuth ?? 215, altitude: sun?.altitude ?? 42)
    return StreetPicture(scene, height: eyeHeight, light: light, width: width, isCancelled: isCancelled)?.image
  }

  private func panorama(at place: LocationCoordinate, heading: Double?) throws(PanoramaError) -> Panorama {
    let id = Self.id(of: place)
    guard let place = Self.place(of: id) else { throw .notFound("no street lies there") }
    let scene = try scene(around: place, radius: Self.sceneRadius)
    let ways = StreetWays(scene)
    let links = ways.neighbours(of: SIMD2()).map { neighbour in
      PanoramaLink(
        heading: neighbour.heading, panoramaID: Self.id(of: scene.frame.coordinate(neighbour.place)),
        distanceMeters: StreetWays.stepMeters, title: ways.name(at: neighbour.place))
    }
    return Panorama(
      panoramaID: id, coordinate: place, links: links, heightMeters: Self.eyeHeight, credit: scene.attribution ?? "",
      title: ways.name(at: SIMD2()), initialCamera: heading.map { PanoramaCamera(heading: Self.ahead($0, links), pitch: 0) })
  }

  /// Along the street, to where it goes on.
  private static func ahead(_ heading: Double, _ links: [PanoramaLink]) -> Double {
    func turn(_ link: PanoramaLink, _ heading: Double) -> Double { abs((link.heading - heading).remainder(dividingBy: 360)) }
    let nearest = links.min { min(turn($0, heading), turn($0, heading + 180)) < min(turn($1, heading), turn($1, heading + 180)) }
    return links.contains { turn($0, heading) < 30 } ? heading : nearest?.heading ?? heading
  }

  /// Whether it is the name of one of them.
  package static func isStreet(_ id: String) -> Bool { place(of: id) != nil }

  /// A place with eleven centimetres between one and the next, so that equal places have equal names.
  private static func id(of place: LocationCoordinate) -> String {
    String(format: "\(idPrefix)%.6f,%.6f", place.latitude, place.longitude)
  }

  private static func place(of id: String) -> LocationCoordinate? {
    guard id.hasPrefix(idPrefix) else { return nil }
    let numbers = id.dropFirst(idPrefix.count).split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 2 else { return nil }
    let place = LocationCoordinate(latitude: numbers[0], longitude: numbers[1])
    return place.isValid ? place : nil
  }

  // MARK: Scenes

  /// Reads the scene, or takes one that was read before. On a worker.
  private func scene(around place: LocationCoordinate, radius: Double) throws(PanoramaError) -> StreetScene {
    let known = scenes.withLock { $0.first { $0.place == place && $0.radius >= radius }?.scene }
    if let known { return known }
    let tiles: (any TileArchive)?
    do throws(FormatError) { tiles = try archive(place) } catch { throw .unusable("\(error)") }
    guard let tiles else { throw .notFound("no map with houses and streets is here") }
    do throws(FormatError) {
      let scene = try StreetSceneReader.scene(around: place, radius: radius, in: tiles)
      scenes.withLock { scenes in
        if scenes.count >= Self.mostScenes { scenes.removeFirst() }
        scenes.append((place, radius, scene))
      }
      return scene
    } catch { throw .unusable("\(error)") }
  }

  /// What stands within so many metres of a place; nil where no map knows.
  package func houses(around place: LocationCoordinate, radius: Double) async -> StreetScene? {
    guard place.isValid else { return nil }
    return try? await workers.panoramaWork { [self] _ throws(PanoramaError) in try scene(around: place, radius: radius) }
  }

  /// What stands around a place, for an eye so high above the ground; nil where no map knows. `hasModels`: whether the models do, which no
  /// photograph shows.
  package func surroundings(of place: LocationCoordinate, height: Double, hasModels: Bool = true) async -> StreetSurroundings? {
    guard place.isValid else { return nil }
    let models = hasModels ? streetModels : []
    let made = try? await workers.panoramaWork { [self] _ throws(PanoramaError) in
      var scene = try scene(around: place, radius: StreetSurroundings.radius)
      scene.models = models
      return StreetSurroundings(scene, height: height)
    }
    return made
  }

  /// The middles of the streets within `bounds`, where one can be put down: not within houses. None where no map knows, and for bounds that are
  /// larger than a town.
  package func coverage(in bounds: CoordinateBounds) async -> PanoramaCoverageShape {
    let middle = bounds.center
    let meters = SphericalGeometry.distance(from: bounds.southWest, to: bounds.northEast) / 2
    guard middle.isValid, meters <= StreetSceneReader.radiusLimit.upperBound * 1.5 else { return PanoramaCoverageShape() }
    let made = try? await workers.panoramaWork { [self] _ throws(PanoramaError) in
      let scene = try scene(around: middle, radius: max(meters, 100))
      return StreetWays(scene).openLines.map { $0.map(scene.frame.coordinate) }
    }
    return PanoramaCoverageShape(lines: made ?? [])
  }
}
