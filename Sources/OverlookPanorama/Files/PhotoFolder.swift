import Foundation
import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// The panoramas among the photographs of a folder, in the order in which they were taken, with links to those near by.
struct PhotoFolder: Sendable {
  private(set) var panoramas: [Panorama] = []
  private(set) var warnings: [String] = []
  private let index: PanoramaIndex

  private static let mostFiles = 100_000
  private static let headBytes = 256 << 10
  private static let largestHead = 20 << 20

  /// The panoramas of `panoramas` that have a place, with links; those that have none are there without.
  init(_ panoramas: [Panorama], warnings: [String] = []) {
    self.warnings = warnings
    var sorted = panoramas.sorted {
      ($0.date ?? .distantFuture, $0.panoramaID) < ($1.date ?? .distantFuture, $1.panoramaID)
    }
    PhotoWalks.divide(&sorted)
    index = PanoramaIndex(sorted.map { $0.coordinate ?? .invalid })
    PanoramaLinks.connect(&sorted, index)
    self.panoramas = sorted
  }

  func nearest(to place: LocationCoordinate, radius: Double) -> Panorama? {
    index.nearest(to: place, radius: radius, count: 1).first.map { panoramas[$0.index] }
  }

  /// Reads the heads of the pictures; `isWanted` is asked at each.
  static func read(_ folder: String, names: [String], isWanted: () -> Bool) throws(PanoramaError) -> PhotoFolder {
    let pictures = names.filter { name in [".jpg", ".jpeg"].contains { name.lowercased().hasSuffix($0) } }
    guard pictures.count <= mostFiles else {
      throw .unusable("the folder has \(pictures.count) pictures, where \(mostFiles) are allowed")
    }
    var (panoramas, others, placeless): ([Panorama], Int, Int) = ([], 0, 0)
    for name in pictures {
      guard isWanted() else { throw .cancelled }
      guard let panorama = panorama(folder + name, name: name) else {
        others += 1
        continue
      }
      if panorama.coordinate == nil { placeless += 1 }
      panoramas.append(panorama)
    }
    guard !panoramas.isEmpty else {
      throw .notFound("the folder has no panoramas: \(pictures.count) pictures, none of which is one")
    }
    var warnings: [String] = []
    if others > 0 { warnings.append("pictures that are no panoramas, or cannot be read: \(others)") }
    if placeless > 0 { warnings.append("panoramas that do not say where they were taken: \(placeless)") }
    return PhotoFolder(panoramas, warnings: warnings)
  }

  private static func panorama(_ path: String, name: String) -> Panorama? {
    guard let file = try? ArchiveFile(path: path) else { return nil }
    // Most heads are small; extended XMP and small pictures make them longer.
    for limit in [headBytes, largestHead] {
      let count = Int(min(file.byteCount, UInt64(limit)))
      guard let head = try? file.read(offset: 0, count: count, thing: "head") else { return nil }
      guard let plan = try? JPEGPlan(head) else {
        if UInt64(count) == file.byteCount { return nil }
        continue
      }
      guard let sphere = try? PhotoSphere(XMPPacket(jpeg: head), width: plan.width, height: plan.height) else { return nil }
      return PhotoPanorama.panorama(
        name: name, exif: ExifData(jpeg: head), pose: sphere.pose, hasHeading: sphere.hasHeading,
        initialCamera: sphere.initialCamera)
    }
    return nil
  }
}

/// Divides photographs, in order of time, into walks: a new one begins after half an hour or half a kilometre.
enum PhotoWalks {
  static let longestPauseSeconds = 1800.0
  static let longestStepMeters = 500.0

  static func divide(_ panoramas: inout [Panorama]) {
    var number = 0
    for index in panoramas.indices {
      if index > 0, !continues(panoramas[index - 1], panoramas[index]) { number += 1 }
      panoramas[index].sequenceID = "\(number)"
    }
  }

  private static func continues(_ a: Panorama, _ b: Panorama) -> Bool {
    guard let from = a.date, let to = b.date, to.timeIntervalSince(from) <= longestPauseSeconds else { return false }
    guard let start = a.coordinate, let end = b.coordinate else { return true }
    return SphericalGeometry.distance(from: start, to: end) <= longestStepMeters
  }
}

/// Links between panoramas by where they are: to the nearest in each direction, and to those before and after in a walk.
enum PanoramaLinks {
  static let farthestMeters = 40.0
  /// Nearer ones were taken from the same place.
  static let nearestMeters = 0.5
  /// Between links of one panorama, degrees.
  static let closestDegrees = 35.0
  private static let mostNeighbours = 32

  static func connect(_ panoramas: inout [Panorama], _ index: PanoramaIndex) {
    let places = panoramas.map(\.coordinate)
    let (names, walks) = (panoramas.map(\.panoramaID), panoramas.map(\.sequenceID))
    for own in panoramas.indices {
      guard let place = places[own] else { continue }
      var links: [PanoramaLink] = []
      func add(_ other: Int, isStep: Bool) {
        guard names[other] != names[own], let target = places[other] else { return }
        let meters = SphericalGeometry.distance(from: place, to: target)
        let heading = SphericalGeometry.heading(from: place, to: target)
        let isTaken = links.contains {
          $0.panoramaID == names[other]
            || !isStep && abs(Angle.shortestTurn(fromDegrees: $0.heading, toDegrees: heading)) < closestDegrees
        }
        guard meters >= nearestMeters, !isTaken else { return }
        links.append(PanoramaLink(heading: heading, panoramaID: names[other], distanceMeters: meters))
      }
      for step in [own - 1, own + 1] where panoramas.indices.contains(step) && walks[step] == walks[own] {
        add(step, isStep: true)
      }
      for found in index.nearest(to: place, radius: farthestMeters, count: mostNeighbours) { add(found.index, isStep: false) }
      panoramas[own].links = links
    }
  }
}
