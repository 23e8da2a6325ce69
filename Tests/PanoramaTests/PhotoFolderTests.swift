import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import OverlookTiles
import Testing

@testable import OverlookPanorama

@Suite struct PhotoFolderTests {
  private static let start = LocationCoordinate(latitude: 60.17, longitude: 24.94)

  /// A walk of panoramas, one every ten metres and seconds to the east.
  private static func walk(_ count: Int, from start: LocationCoordinate = start, seconds: Double = 0, name: String = "p")
    -> [Panorama]
  {
    (0..<count).map { index in
      Panorama(
        panoramaID: "\(name)\(index)",
        coordinate: SphericalGeometry.offset(from: start, distanceMeters: 10 * Double(index), headingDegrees: 90),
        date: Date(timeIntervalSince1970: 1_777_600_000 + seconds + 10 * Double(index)))
    }
  }

  @Test func photographsAreLinkedWithThoseBeforeAndBehind() throws {
    let folder = PhotoFolder(Self.walk(5).shuffled())
    #expect(folder.panoramas.map(\.panoramaID) == ["p0", "p1", "p2", "p3", "p4"])
    let links = folder.panoramas[2].links
    // Others in the same direction are hidden behind the next.
    #expect(links.map(\.panoramaID) == ["p1", "p3"])
    #expect(abs(links[0].heading - 270) < 0.01 && abs(links[1].heading - 90) < 0.01)
    #expect(links.allSatisfy { abs(($0.distanceMeters ?? 0) - 10) < 0.01 })
    #expect(folder.panoramas[0].links.map(\.panoramaID) == ["p1"])
  }

  @Test func crossingWalksAreLinkedWhereTheyMeet() {
    let across = (0..<5).map { index in
      Panorama(
        panoramaID: "q\(index)",
        coordinate: SphericalGeometry.offset(
          from: SphericalGeometry.offset(from: Self.start, distanceMeters: 20, headingDegrees: 90),
          distanceMeters: 10 * Double(index) - 25, headingDegrees: 0),
        date: Date(timeIntervalSince1970: 1_777_700_000 + Double(index)))
    }
    let folder = PhotoFolder(Self.walk(5) + across)
    let middle = folder.panoramas.first { $0.panoramaID == "p2" }
    #expect(Set(middle?.links.map(\.panoramaID) ?? []) == ["p1", "p3", "q2", "q3"])
    #expect(Set(folder.panoramas.map(\.sequenceID)).count == 2)
  }

  @Test func walksEndWithALongPauseOrStep() {
    var panoramas = Self.walk(2) + Self.walk(2, seconds: 100, name: "q") + Self.walk(1, seconds: 4000, name: "r")
    let far = SphericalGeometry.offset(from: Self.start, distanceMeters: 800, headingDegrees: 0)
    for index in 2...3 { panoramas[index].coordinate = far }
    #expect(PhotoFolder(panoramas).panoramas.map(\.sequenceID) == ["0", "0", "1", "1", "2"])
  }

  @Test func theNearestIsTheOneOfAllAlsoAtPolesAndTheDateLine() {
    var random = SeededGenerator(seed: 11)
    for center in [
      Self.start, LocationCoordinate(latitude: 89.999, longitude: 0), LocationCoordinate(latitude: -16, longitude: 179.9999),
      LocationCoordinate(latitude: -90, longitude: 50),
    ] {
      let places = (0..<500).map { _ in
        SphericalGeometry.offset(
          from: center, distanceMeters: .random(in: 0...400, using: &random), headingDegrees: .random(in: 0...360, using: &random)
        )
      }
      let index = PanoramaIndex(places + [.invalid])
      for _ in 0..<50 {
        let sought = SphericalGeometry.offset(
          from: center, distanceMeters: .random(in: 0...400, using: &random), headingDegrees: .random(in: 0...360, using: &random)
        )
        let radius = Double.random(in: 5...60, using: &random)
        let expected = places.enumerated().map { ($0, SphericalGeometry.distance(from: sought, to: $1)) }
          .filter { $0.1 <= radius }.sorted { $0.1 < $1.1 }.prefix(4)
        let found = index.nearest(to: sought, radius: radius, count: 4)
        #expect(found.map(\.index) == expected.map(\.0))
        #expect(zip(found, expected).allSatisfy { abs($0.meters - $1.1) < 1e-4 })
      }
    }
    #expect(PanoramaIndex([]).nearest(to: Self.start, radius: 10, count: 1).isEmpty)
  }

  @Test func aHundredThousandAreSearchedSoon() {
    var random = SeededGenerator(seed: 12)
    let places = (0..<100_000).map { _ in
      LocationCoordinate(latitude: .random(in: 60...61, using: &random), longitude: .random(in: 24...26, using: &random))
    }
    let index = PanoramaIndex(places)
    let clock = ContinuousClock()
    let time = clock.measure {
      for place in places.prefix(1000) { #expect(index.nearest(to: place, radius: 500, count: 1).first?.meters ?? 1 < 1e-3) }
    }
    #expect(time < .seconds(2))
  }

  @Test func aFolderIsReadFromItsHeads() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("photos-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let image = Pictures.gradient(64, 32)
    func write(_ name: String, _ segments: [UInt8]..., of image: Image) throws {
      try Data(try Pictures.jpeg(image, segments.flatMap { $0 })).write(to: folder.appendingPathComponent(name))
    }
    try write("b.jpg", ExifPhoto(longitude: 24.9402, direction: 33, secondsOfDay: 36_010).segment, of: image)
    try write(
      "a.JPG", ExifPhoto(direction: 99).segment,
      Pictures.xmp([("ProjectionType", "equirectangular"), ("PoseHeadingDegrees", "12")]), of: image)
    try write("zero.jpg", ExifPhoto(divisor: 0).segment, of: image)
    try write("flat.jpg", ExifPhoto().segment, of: Pictures.gradient(40, 32))
    try Data([0xFF, 0xD8, 0xFF, 0xE1, 0xFF]).write(to: folder.appendingPathComponent("cut.jpg"))
    try Data("text".utf8).write(to: folder.appendingPathComponent("notes.txt"))
    let opener = PanoramaOpener(services: TileServices(workers: WorkerPool(threadCount: 1), http: FixtureFetcher()))
    let opened = try await opener.open(folder.path)
    #expect(opened.panoramaIDs == ["a.JPG", "zero.jpg", "b.jpg"])
    #expect(opened.warnings.count == 2)
    let first = try await opened.provider.panorama(id: "a.JPG")
    // The pose of the sphere counts, not the direction of the camera, where there is one.
    #expect(first.pose.heading == 12 && first.links.map(\.panoramaID) == ["b.jpg"])
    #expect(first.date == Date(timeIntervalSince1970: 1_777_629_600))
    let second = try await opened.provider.panorama(
      near: LocationCoordinate(latitude: 60.17, longitude: 24.9403), radius: 20)
    #expect(second.panoramaID == "b.jpg" && second.pose.heading == 33)
    await #expect(throws: PanoramaError.self) {
      _ = try await opened.provider.panorama(near: LocationCoordinate(latitude: 61, longitude: 24.94), radius: 100)
    }
    let third = try await opened.provider.panorama(id: "zero.jpg")
    #expect(third.coordinate == nil)
    #expect(first.isNorthKnown && second.isNorthKnown && !third.isNorthKnown)
    let picture = try await opened.provider.picture(of: second)
    #expect(try await picture.image(for: PanoramaTileID(level: 0, face: 0, column: 0, row: 0)).width == 64)
  }
}
