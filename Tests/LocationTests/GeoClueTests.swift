import Foundation
import OverlookGeometry
import OverlookTestSupport
import Testing

@testable import OverlookLocation

@Suite struct GeoClueTests {
  /// Tells a place ten times a second, each a thousandth of a degree farther north; with "--refuse" it lets nobody start, with "--mute" it
  /// answers no question about a place.
  private static let service = """
    import sys, time, dbus, dbus.service, dbus.mainloop.glib
    from gi.repository import GLib
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.bus.BusConnection(sys.argv[1])
    G = 'org.freedesktop.GeoClue2'
    count, started, properties = 0, False, {}
    class Place(dbus.service.Object):
      @dbus.service.method('org.freedesktop.DBus.Properties', in_signature='ss', out_signature='v')
      def Get(self, interface, name):
        assert interface == G + '.Location'
        if '--mute' in sys.argv:
          print('asked', flush=True)
          time.sleep(1000)
        return {'Latitude': 60 + count / 1000, 'Longitude': 24.5, 'Accuracy': 12.0, 'Altitude': -1.7976931348623157e308,
          'Speed': 3.0, 'Heading': -1.0, 'Timestamp': dbus.Struct((dbus.UInt64(1795780800 + count), dbus.UInt64(250000)),
          signature='tt')}[name]
    class Client(dbus.service.Object):
      @dbus.service.method('org.freedesktop.DBus.Properties', in_signature='ssv')
      def Set(self, interface, name, value):
        properties[str(name)] = value
      @dbus.service.method(G + '.Client')
      def Start(self):
        global started
        if '--refuse' in sys.argv or properties.get('DesktopId') != 'overlook' or properties.get('RequestedAccuracyLevel') != 8:
          raise dbus.DBusException('no', name='org.freedesktop.DBus.Error.AccessDenied')
        started = True
      @dbus.service.method(G + '.Client')
      def Stop(self): pass
      @dbus.service.signal(G + '.Client', signature='oo')
      def LocationUpdated(self, old, new): pass
    class Manager(dbus.service.Object):
      @dbus.service.method(G + '.Manager', out_signature='o')
      def GetClient(self): return '/c'
    client, place, manager = Client(bus, '/c'), Place(bus, '/p'), Manager(bus, '/org/freedesktop/GeoClue2/Manager')
    name = dbus.service.BusName(G, bus)
    def tick():
      global count
      if started:
        count += 1
        client.LocationUpdated('/', '/p')
      return True
    GLib.timeout_add(100, tick)
    print('ready', flush=True)
    GLib.MainLoop().run()
    """

  @Test(.enabled(if: PrivateBus.isPossible, "\(PrivateBus.whatIsMissing)"))
  func placesOfTheServiceAreFixesAndItIsLookedForAgainWhenItEnds() async throws {
    let bus = try await PrivateBus()
    defer { bus.end() }
    var service = try await bus.service(Self.service)
    let run = FeedRun(GeoClueFeed(address: bus.address, pauseScale: 0.1))
    #expect(try await run.wait { $0.fixes.count >= 3 })
    for fix in run.fixes {
      let count = ((fix.coordinate.latitude - 60) * 1000).rounded()
      #expect(fix.coordinate.longitude == 24.5 && fix.accuracy == 12 && fix.speed == 3 && fix.source == .geoClue)
      #expect(fix.course == nil && fix.altitude == nil)
      // The next place may have come between its numbers.
      #expect((0...1.5).contains(fix.time - NMEAText.noon - count), "\(fix)")
    }
    service.kill()
    #expect(try await run.wait { $0.sentences.contains { $0.hasSuffix("it has ended") } })
    let count = run.fixes.count
    service = try await bus.service(Self.service)
    #expect(try await run.wait { $0.fixes.count > count })
    service.kill()
    #expect(try await run.stop())
  }

  @Test(.enabled(if: PrivateBus.isPossible, "\(PrivateBus.whatIsMissing)"))
  func aServiceThatRefusesIsNamed() async throws {
    let bus = try await PrivateBus()
    defer { bus.end() }
    let service = try await bus.service(Self.service, ["--refuse"])
    let run = FeedRun(GeoClueFeed(address: bus.address, pauseScale: 0.1))
    #expect(try await run.wait { !$0.sentences.isEmpty })
    #expect(run.sentences.first == "no position: the location service (GeoClue): Start: Permission denied")
    service.kill()
    #expect(try await run.stop())
  }

  @Test(.enabled(if: PrivateBus.isPossible, "\(PrivateBus.whatIsMissing)"))
  func aServiceThatEndsWhileItIsAskedHasEnded() async throws {
    let bus = try await PrivateBus()
    defer { bus.end() }
    let service = try await bus.service(Self.service, ["--mute"])
    let run = FeedRun(GeoClueFeed(address: bus.address, pauseScale: 0.1))
    try await service.wait(for: "asked")
    service.kill()
    #expect(try await run.wait { !$0.sentences.isEmpty })
    #expect(run.sentences.first?.hasSuffix("it has ended") == true, "\(run.sentences)")
    #expect(try await run.stop(seconds: 10))
  }

  /// With the service of the desktop itself, fed by a receiver that is none: what stands for it above says what we believe of it.
  @Test(.enabled(if: RealGeoClue.isPossible, "GeoClue 2.6, dbus-daemon, Python's dbus and gi, or namespaces are not there"))
  func theServiceItselfIsUnderstood() async throws {
    let bus = try await PrivateBus()
    defer { bus.end() }
    let real = try await RealGeoClue(on: bus)
    defer { real.end() }
    var service = try real.start()
    let run = FeedRun(GeoClueFeed(address: bus.address, pauseScale: 0.1))
    #expect(try await run.wait { $0.fixes.contains { $0.coordinate.latitude > 60.167 } }, "\(run.statuses)")
    for fix in run.fixes {
      #expect(fix.source == .geoClue && abs(fix.coordinate.longitude - 24.5) < 1e-6)
      #expect((60.1666..<60.2).contains(fix.coordinate.latitude))
      #expect(abs(fix.time - Date().timeIntervalSince1970) < 120 && fix.altitude == 20)
      // It knows no accuracy here and says 0, which is none.
      #expect(fix.accuracy == nil)
    }
    // 20 knots, 10 degrees, as the receiver says.
    #expect(run.fixes.contains { abs(($0.speed ?? 0) - 10.289) < 0.01 && $0.course == 10 })
    service.kill()
    #expect(try await run.wait { $0.sentences.contains { $0.hasSuffix("it has ended") } })
    let count = run.fixes.count
    service = try real.start()
    #expect(try await run.wait { $0.fixes.count > count }, "\(run.sentences)")
    #expect(try await run.stop(seconds: 30))
    service.kill()
  }

  @Test(.enabled(if: RealGeoClue.isPossible, "GeoClue 2.6, dbus-daemon, Python's dbus and gi, or namespaces are not there"))
  func whomTheDesktopDoesNotLetKnowIsTold() async throws {
    let bus = try await PrivateBus()
    defer { bus.end() }
    let real = try await RealGeoClue(on: bus, isRefused: true)
    defer { real.end() }
    let service = try real.start()
    let run = FeedRun(GeoClueFeed(address: bus.address, pauseScale: 0.1))
    // It may be asked before it is there.
    let sentence = "no position: the location service (GeoClue): Start: Permission denied"
    #expect(try await run.wait { $0.sentences.contains(sentence) }, "\(run.sentences)")
    #expect(run.fixes.isEmpty)
    #expect(try await run.stop(seconds: 30))
    service.kill()
  }

  @Test(arguments: ["unix:path=/nonexistent/bus", "", "nonsense"]) func aBusThatIsNotThereIsNamed(address: String) async throws {
    let run = FeedRun(GeoClueFeed(address: address, pauseScale: 0.1))
    #expect(try await run.wait { !$0.sentences.isEmpty })
    #expect(run.sentences.first?.hasPrefix("no position: the location service (GeoClue): ") == true)
    #expect(try await run.stop())
  }
}
