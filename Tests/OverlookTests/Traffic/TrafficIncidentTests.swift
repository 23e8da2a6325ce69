import Foundation
import OverlookPlatform
import OverlookTestSupport
import Testing

@testable import Overlook

/// An incident in the middle of a view of 400 x 300 points, and what a click on it does.
@MainActor @Suite struct TrafficIncidentTests {
  private let map = MapView(camera: CameraPosition(latitude: 0.0005, longitude: 0.0005, zoom: 17))
  private let log = IncidentLog()
  private let loop: HeadlessLoop
  private let middle = ScreenPoint(x: 200, y: 150)

  init() throws {
    map.isStill = true
    map.delegate = log
    map.mapStyle = try .black()
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 400, height: 300))
    map.isTrafficEnabled = true
  }

  private func show(_ properties: String) throws {
    map.trafficSource = try TrafficSource(
      geoJSON: """
        {"type": "Feature", "properties": {\(properties)}, "geometry": {"type": "Point", "coordinates": [0.0005, 0.0005]}}
        """)
    settle()
  }

  /// The incident of a file, in place of what it had before.
  private func write(_ incidents: String, to path: String) throws {
    let before = map.standard.traffic.feed?.newest
    try "{\"type\": \"FeatureCollection\", \"features\": [\(incidents)]}".write(toFile: path, atomically: false, encoding: .utf8)
    guard before != nil else { return }
    #expect(loop.run(timeoutSeconds: 90) { map.standard.traffic.feed?.newest != before })
    settle()
  }

  private func incident(_ title: String, longitude: Double = 0.0005, kind: String = "event") -> String {
    """
    {"type": "Feature", "properties": {"incident": "\(kind)", "title": "\(title)"},
     "geometry": {"type": "Point", "coordinates": [\(longitude), 0.0005]}}
    """
  }

  private func settle() {
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    #expect(map.graphicsError == nil && map.styleMessages.isEmpty)
  }

  private func click(_ point: ScreenPoint) {
    loop.click(point)
    settle()
  }

  private var card: ScreenRect? { map.standard.traffic.card.panel.rect }

  /// The colours of `IncidentSprites`, beside the pictogram: six points to the left of the middle and seven below.
  @Test(arguments: [
    ("accident", [0xD8, 0x35, 0x2F]), ("closure", [0xD8, 0x35, 0x2F]), ("construction", [0xEF, 0x8A, 0x17]),
    ("congestion", [0xEF, 0x8A, 0x17]), ("hazard", [0xEF, 0x8A, 0x17]), ("weather", [0x3F, 0x73, 0xC8]),
    ("event", [0x86, 0x57, 0xB8]), ("other", [0x6B, 0x76, 0x87]), ("meteorite", [0x6B, 0x76, 0x87]), (nil, [0, 0, 0]),
  ])
  func eachKindHasItsIcon_TR02(kind: String?, color: [UInt8]) throws {
    try show(kind.map { kind in #""incident": "\#(kind)""# } ?? #""congestion": "severe""#)
    let pixels = try #require(loop.pixels())
    let start = (157 * 400 + 194) * 4
    #expect(Array(pixels[start..<start + 3]) == color)
  }

  @Test func aClickOnAnIncidentOpensItsCardAndAClickElsewhereClosesIt_TR02_NU04() throws {
    try show(#""incident": "closure", "title": "Bridge open", "description": "Until 18:00""#)
    #expect(card == nil)
    click(middle)
    #expect(log.take() == ["closure Bridge open: Until 18:00"])
    let opened = try #require(card)
    #expect(opened.origin.y + opened.size.height < middle.y && opened.contains(ScreenPoint(x: 200, y: 110)))
    // The card keeps clicks from what lies behind it.
    click(ScreenPoint(x: 200, y: 110))
    #expect(card == opened && log.take().isEmpty)
    click(ScreenPoint(x: 20, y: 280))
    #expect(card == nil && log.take() == ["place"])
  }

  @Test func whatIsSaidOfAnIncidentIsOfALengthThatCanBeShown() throws {
    let long = String(repeating: "a", count: 100_000)
    try show(#""incident": "hazard", "title": "\#(long)", "description": "\#(long)""#)
    let incident = try #require(map.standard.traffic.incident(at: middle, in: map))
    #expect((100...210).contains(incident.title.count))
    #expect((500...1010).contains(incident.details?.count ?? 0))
  }

  @Test func theCardGoesWithItsPlaceAndEscapeClosesIt() throws {
    try show(#""incident": "accident""#)
    click(middle)
    #expect(log.take() == ["accident Accident: "])
    let before = try #require(card)
    map.camera = CameraPosition(latitude: 0.0005, longitude: 0.0004, zoom: 17)
    settle()
    // 0.0001 degrees of 360, times 256 points times 2 to the 17th.
    #expect(abs(try #require(card).origin.x - before.origin.x - 0.0001 / 360 * 256 * 131_072) <= 1)
    loop.send(.keyPressed(.escape, []))
    loop.advance(by: 0.1)
    settle()
    #expect(card == nil)
  }

  @Test func noCardIsOpenedWhereItIsNotWanted_NU11() throws {
    try show(#""incident": "event""#)
    map.settings.trafficIncidentCards = false
    click(middle)
    #expect(card == nil && log.take() == ["event Event: "])
    map.settings.trafficIncidentCards = true
    log.handles = true
    click(middle)
    #expect(card == nil && log.take() == ["event Event: "])
  }

  @Test func theCardGoesWithTheBaseMapAndDoesNotComeBackWithIt_MV24() throws {
    try show(#""incident": "event""#)
    click(middle)
    let opened = try #require(card)
    map.mapType = .none
    // Before the next frame, too.
    #expect(!(map.controlLayer.part(at: ScreenPoint(x: 200, y: opened.origin.y + 5)) != nil))
    settle()
    #expect(card == nil)
    _ = log.take()
    click(ScreenPoint(x: 200, y: 110))
    #expect(log.take() == ["place"])
    map.mapType = .normal
    settle()
    #expect(card == nil)
  }

  @Test func theCardSaysWhatTheNewestTrafficSaysAndClosesWhereThatSaysNothing_TR01_TR02() throws {
    let path = NSTemporaryDirectory() + "/overlook-incidents-" + UUID().uuidString + ".json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try write(incident("Fair"), to: path)
    map.trafficSource = try TrafficSource(path: path)
    settle()
    click(middle)
    let opened = try #require(card)
    // Of this one nothing is new.
    try write(incident("Fair") + ", " + incident("March", longitude: 0.0015), to: path)
    #expect(card == opened && map.standard.traffic.card.incident?.title == "Fair")
    try write(incident("Fair until Sunday"), to: path)
    #expect(card != nil && map.standard.traffic.card.incident?.title == "Fair until Sunday")
    try write(incident("Fair", longitude: 0.0015), to: path)
    #expect(card == nil && map.standard.traffic.card.incident == nil)
  }

  /// Seen from afar, the gravest keep the room.
  @Test func theCardStaysWhileItsIncidentHasNoRoom_TR01_TR02() throws {
    let path = NSTemporaryDirectory() + "/overlook-incidents-" + UUID().uuidString + ".json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try write(incident("Fair"), to: path)
    map.camera = CameraPosition(latitude: 0.0005, longitude: 0.0005, zoom: 12)
    map.trafficSource = try TrafficSource(path: path)
    settle()
    click(middle)
    #expect(card != nil)
    // Six points beside it.
    try write(incident("Fair") + ", " + incident("Bridge", longitude: 0.0026, kind: "closure"), to: path)
    #expect(map.standard.traffic.incident(at: middle, in: map)?.title == "Bridge")
    #expect(card != nil && map.standard.traffic.card.incident?.title == "Fair")
    try write(incident("Bridge", longitude: 0.0026, kind: "closure"), to: path)
    #expect(card == nil && map.standard.traffic.card.incident == nil)
  }

  @Test func theCardOfAnIncidentOutOfViewIsRenewedWhenItIsSeenAgain_TR01_TR02() throws {
    let path = NSTemporaryDirectory() + "/overlook-incidents-" + UUID().uuidString + ".json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try write(incident("Fair"), to: path)
    map.trafficSource = try TrafficSource(path: path)
    settle()
    click(middle)
    let camera = map.camera
    map.camera = CameraPosition(latitude: 0.0005, longitude: 0.1, zoom: 17)
    settle()
    try write(incident("Fair until Sunday"), to: path)
    #expect(map.standard.traffic.card.incident?.title == "Fair")
    map.camera = camera
    settle()
    #expect(card != nil && map.standard.traffic.card.incident?.title == "Fair until Sunday")
    map.camera = CameraPosition(latitude: 0.0005, longitude: 0.0005, zoom: 7)
    settle()
    try write(incident("March", longitude: 0.0015), to: path)
    #expect(map.standard.traffic.card.incident?.title == "Fair until Sunday")
    map.camera = camera
    settle()
    #expect(card == nil && map.standard.traffic.card.incident == nil)
  }

  /// Its sheet is the style's own, whose icons have other names.
  @Test func aStyleMayHaveASheetOfThatNameItself() throws {
    map.mapStyle = try MapStyle(
      json: """
        {"version": 8, "sprite": [{"id": "traffic", "url": "asset://Sprites/sprite"}], "sources": {},
         "layers": [{"id": "paper", "type": "background"}]}
        """)
    try show(#""incident": "accident""#)
    let pixels = try #require(loop.pixels())
    let start = (157 * 400 + 194) * 4
    #expect(Array(pixels[start..<start + 3]) == [0xD8, 0x35, 0x2F])
  }

  @Test func withoutTrafficThereIsNothingToClickOn() throws {
    try show(#""incident": "event""#)
    map.isTrafficEnabled = false
    settle()
    click(middle)
    #expect(card == nil && log.take() == ["place"])
  }
}

@MainActor private final class IncidentLog: MapViewDelegate {
  var handles = false
  private var lines: [String] = []

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  func mapView(_ mapView: MapView, didTap incident: TrafficIncident) -> Bool {
    lines.append("\(incident.kind) \(incident.title): \(incident.details ?? "")")
    return handles
  }
  func mapView(_ mapView: MapView, didTapAt coordinate: LocationCoordinate) { lines.append("place") }
}
