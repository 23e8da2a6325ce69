import Foundation
import Overlook
import OverlookFiles
import OverlookPlatform
import Testing

@testable import OverlookViewer

/// Tracks of opened files: their page, the profile that goes with the map, and playing.
@MainActor @Suite(.serialized) struct TracksPartTests {
  private let map = MapView(showsBaseMap: false)
  private let window: ViewerWindow
  private let part: TracksPart
  private let loop: HeadlessLoop

  init() throws {
    map.mapType = .none
    window = ViewerWindow(map: map)
    part = try #require(window.part(TracksPart.self))
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 900, height: 600))
    loop.advance(by: 0.1)
  }

  /// Along the equator from 0 to 0.03 degrees, 3339.6 m: up to 200 m in the middle, four minutes a third.
  private static let track: [String] = zip([0.0, 0.01, 0.02, 0.03], [100, 200, 150, 150]).enumerated().map { index, point in
    let minute = index < 3 ? "0\(4 * index)" : "\(4 * index)"
    return "<trkpt lat='0' lon='\(point.0)'><ele>\(point.1)</ele><time>2024-05-01T10:\(minute):00Z</time></trkpt>"
  }

  private func open(_ text: String) throws -> FileLayer {
    let document = try FileFormats.read(FileInput(name: "a.gpx", bytes: Array(text.utf8)))
    let layer = FileLayer(document, name: "a.gpx")
    map.add(layer)
    loop.advance(by: 2)
    return layer
  }

  private func openTrack() throws -> FileLayer {
    try open("<gpx><trk><name>Walk</name><trkseg>\(Self.track.joined())</trkseg></trk></gpx>")
  }

  @Test func thePageHasTheFiguresOfTheTrack() throws {
    _ = try openTrack()
    #expect(window.togglePage("tracks"))
    loop.advance(by: 0.5)
    #expect(part.tracks.count == 1 && part.chosen == 0)
    let figures = Dictionary(uniqueKeysWithValues: part.tracks[0].figures.map { ($0.name, $0.value) })
    #expect(figures["Length"] == "3.3 km" && figures["Duration"] == "12 min" && figures["Ascent"] == "100 m", "\(figures)")
    #expect(figures["Descent"] == "50 m" && figures["Average speed"] == "16.7 km/h")
    #expect(part.page.profile.profile?.hasHeights == true)
  }

  @Test func theProfileShowsItsPlaceOnTheMapAndTheMapItsPlaceInTheProfile() throws {
    _ = try openTrack()
    window.togglePage("tracks")
    loop.advance(by: 0.5)
    part.page.profile.onHover(1669.79)
    #expect(part.marker.map === map && abs(part.marker.position.longitude - 0.015) < 1e-4)
    part.page.profile.onHover(nil)
    #expect(part.marker.map == nil)
    loop.send(.pointerMoved(map.projection.point(for: LocationCoordinate(latitude: 0, longitude: 0.02))))
    loop.advance(by: 0.2)
    #expect(part.page.profile.marked.map { abs($0 - 2226.4) < 30 } == true)
    loop.send(.pointerMoved(map.projection.point(for: LocationCoordinate(latitude: 0.01, longitude: 0.02))))
    loop.advance(by: 0.2)
    #expect(part.page.profile.marked == nil)
  }

  @Test func playingMovesAMarkerByTheClockOfTheMap() throws {
    _ = try openTrack()
    part.togglePlaying()
    #expect(part.playback.isOn && map.clock.showsControls && map.clock.isPlaying)
    let start = 1_714_557_600.0
    map.clock.date = Date(timeIntervalSince1970: start + 360)
    loop.advance(by: 0.05)
    let marker = try #require(part.playback.markers.values.first?.marker)
    #expect(marker.map === map && marker.title == "Walk")
    #expect(marker.position.longitude >= 0.015 && marker.position.longitude < 0.017)
    // At the end it stays.
    loop.advance(by: 70)
    #expect(!map.clock.isPlaying && map.clock.date.timeIntervalSince1970 == start + 720)
    part.togglePlaying()
    #expect(!part.playback.isOn && !map.clock.showsControls && marker.map == nil)
  }

  @Test func whatIsPlayedIsBroughtIntoSight() throws {
    _ = try openTrack()
    window.togglePage("tracks")
    loop.advance(by: 1)
    // The track lies below the sheet.
    map.moveCamera(.setCamera(CameraPosition(latitude: 0, longitude: 0.07, zoom: 12)))
    loop.advance(by: 0.1)
    #expect(map.projection.point(for: LocationCoordinate(latitude: 0, longitude: 0)).x < 340)
    part.togglePlaying()
    loop.advance(by: 3)
    let start = map.projection.point(for: LocationCoordinate(latitude: 0, longitude: 0))
    #expect(window.freeRect.contains(start) && start.x > 350, "\(start)")
    part.togglePlaying()
    // What is seen stays as it is.
    let camera = map.camera
    part.togglePlaying()
    loop.advance(by: 1)
    #expect(map.camera == camera)
  }

  @Test func aSectionIsChosenByADrag() throws {
    _ = try openTrack()
    window.togglePage("tracks")
    loop.advance(by: 0.5)
    var chosen: ClosedRange<Double>?
    let profile = part.page.profile
    profile.onSelect = { chosen = $0 }
    let rect = try #require(profile.frame(in: map.controlArea))
    let y = rect.middle.y
    loop.send(.pointerMoved(ScreenPoint(x: rect.origin.x + 80, y: y)))
    loop.send(.buttonPressed(.left, ScreenPoint(x: rect.origin.x + 80, y: y), []))
    loop.send(.pointerMoved(ScreenPoint(x: rect.origin.x + 200, y: y)))
    loop.send(.buttonReleased(.left, ScreenPoint(x: rect.origin.x + 200, y: y), []))
    loop.advance(by: 0.2)
    let range = try #require(chosen)
    #expect(range.lowerBound > 0 && range.upperBound < 3340 && range.upperBound - range.lowerBound > 1000)
  }

  @Test func aFileWithoutTracksHasNone() throws {
    _ = try open("<gpx><wpt lat='1' lon='2'/></gpx>")
    window.togglePage("tracks")
    loop.advance(by: 0.5)
    #expect(part.tracks.isEmpty && part.chosen == nil && !part.playback.play(part.tracks))
  }
}

@Suite struct HeightScaleTests {
  @Test(arguments: [(100.0, 101.0), (-430, 8848), (0, 0), (1200, 1900)]) func linesAreRoundAndHoldAllHeights(
    _ low: Double, _ high: Double
  ) {
    let scale = HeightScale(low: low, high: high)
    #expect(scale.bottom <= low && scale.top >= high && scale.bottom < scale.top)
    #expect((2...7).contains(scale.steps.count) && scale.steps.allSatisfy { $0.truncatingRemainder(dividingBy: 5) == 0 })
    let feet = HeightScale(low: low, high: high, unit: 0.3048)
    #expect(feet.bottom <= low && feet.top >= high && (2...7).contains(feet.steps.count))
    #expect(feet.steps.allSatisfy { abs(($0 / 0.3048 / 10).rounded() * 10 - $0 / 0.3048) < 1e-6 }, "\(feet.steps)")
  }
}
