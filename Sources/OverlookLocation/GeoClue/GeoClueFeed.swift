import Foundation
import OverlookGeometry
import OverlookStreams
import OverlookSupport

/// Fixes from the location service of the desktop (GeoClue 2), over the message bus.
struct GeoClueFeed: LocationFeed {
  /// Of the bus; nil for that of the system.
  var address: String?
  /// Times the pauses between tries; shorter ones are for tests.
  var pauseScale = 1.0

  private static let service = "org.freedesktop.GeoClue2"
  private static let client = "org.freedesktop.GeoClue2.Client"
  private static let place = "org.freedesktop.GeoClue2.Location"
  private static let properties = "org.freedesktop.DBus.Properties"
  private static let bus = "org.freedesktop.DBus"
  /// The most exact level that the service knows.
  private static let exactLevel: UInt32 = 8
  private static let hasEnded = ConnectionError("it has ended")

  func run(_ sink: LocationSink) {
    var failures = 0
    while !sink.isStopped {
      do throws(ConnectionError) {
        let bus = try MessageBus(address: address)
        let path = try open(bus)
        sink.post(.searching)
        defer { _ = try? bus.call(Self.service, path, Self.client, "Stop") }
        try follow(bus, sink) { failures = 0 }
      } catch {
        sink.post(.failed("no position: the location service (GeoClue): \(error)"))
      }
      failures += 1
      let pause = RetrySchedule.delaySeconds(failures: failures, jitter: Double.random(in: 0..<1)) * pauseScale
      guard sink.wait(seconds: pause) else { return }
    }
  }

  /// Registers as a client and begins; gives the path of the client.
  private func open(_ bus: MessageBus) throws(ConnectionError) -> String {
    let answer = try bus.call(Self.service, "/org/freedesktop/GeoClue2/Manager", "\(Self.service).Manager", "GetClient")
    guard let path = answer.text("o") else { throw ConnectionError("GetClient: no client") }
    for (name, value) in [
      ("DesktopId", BusValue.text("overlook")), ("RequestedAccuracyLevel", .number(Self.exactLevel)),
    ] {
      try bus.call(Self.service, path, Self.properties, "Set", [.text(Self.client), .text(name), .variant(value)])
    }
    for rule in [
      "type='signal',interface='\(Self.client)',member='LocationUpdated'",
      "type='signal',sender='\(Self.bus)',member='NameOwnerChanged',arg0='\(Self.service)'",
    ] { try bus.listen(rule) }
    try bus.call(Self.service, path, Self.client, "Start")
    return path
  }

  private func follow(_ bus: MessageBus, _ sink: LocationSink, onFix: () -> Void) throws(ConnectionError) {
    while !sink.isStopped {
      guard let message = try bus.next() else {
        _ = sink.waitUntilReadable(bus.descriptor, seconds: 5)
        continue
      }
      if isEnd(message) { throw Self.hasEnded }
      guard message.isSignal(Self.client, "LocationUpdated"), message.text("o") != nil, let path = message.text("o") else {
        continue
      }
      let fix: LocationFix?
      do throws(ConnectionError) {
        fix = try self.fix(bus, path)
      } catch {
        // A service that ends while it is asked leaves the question without an answer; its end has been told before.
        while let message = try bus.next() { if isEnd(message) { throw Self.hasEnded } }
        throw error
      }
      guard let fix else { continue }
      onFix()
      sink.post(fix)
    }
  }

  private func isEnd(_ message: BusMessage) -> Bool { message.isSignal(Self.bus, "NameOwnerChanged") }

  private func fix(_ bus: MessageBus, _ path: String) throws(ConnectionError) -> LocationFix? {
    func number(_ name: String) throws(ConnectionError) -> Double? {
      let answer = try bus.call(Self.service, path, Self.properties, "Get", [.text(Self.place), .text(name)])
      return answer.enter("v", "d") ? answer.double() : nil
    }
    guard let latitude = try number("Latitude"), let longitude = try number("Longitude") else { return nil }
    var fix = LocationFix(
      LocationCoordinate(latitude: latitude, longitude: longitude), time: try time(bus, path), source: .geoClue)
    fix.accuracy = try number("Accuracy").flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    fix.speed = try number("Speed").flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
    fix.course = try number("Heading").flatMap { (0...360).contains($0) ? $0.truncatingRemainder(dividingBy: 360) : nil }
    // The smallest number stands for none.
    fix.altitude = try number("Altitude").flatMap { $0 > -20_000 && $0.isFinite ? $0 : nil }
    return fix
  }

  /// Of the place, as the service says it, else now.
  private func time(_ bus: MessageBus, _ path: String) throws(ConnectionError) -> Double {
    let answer = try bus.call(Self.service, path, Self.properties, "Get", [.text(Self.place), .text("Timestamp")])
    guard answer.enter("v", "(tt)"), answer.enter("r", "tt"), let seconds = answer.unsigned(), let micro = answer.unsigned(),
      seconds > 0
    else { return Date().timeIntervalSince1970 }
    return Double(seconds) + Double(micro) / 1e6
  }
}
