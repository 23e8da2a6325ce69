import Foundation
import OverlookTestSupport
import Synchronization
import Testing

@testable import OverlookViewer

/// The desktop's dialog for files, played by a program on a bus of its own.
@Suite struct FileChooserTests {
  /// Answers after a while, as a person does: with two files to open, with the name that is offered to save; with "--cancel", nothing.
  private static let portal = """
    import sys, dbus, dbus.service, dbus.mainloop.glib
    from gi.repository import GLib
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.bus.BusConnection(sys.argv[1])
    I = 'org.freedesktop.portal.FileChooser'
    class Request(dbus.service.Object):
      @dbus.service.signal('org.freedesktop.portal.Request', signature='ua{sv}')
      def Response(self, code, results): pass
    def answer(options, sender, files):
      path = '/org/freedesktop/portal/desktop/request/%s/%s' % (sender[1:].replace('.', '_'), options['handle_token'])
      request = Request(bus, path)
      def respond():
        if '--cancel' in sys.argv: request.Response(1, dbus.Dictionary({}, signature='sv'))
        else: request.Response(0, {'choices': dbus.Array([], signature='(ss)'), 'uris': dbus.Array(files, signature='s')})
        return False
      GLib.timeout_add(150, respond)
      return dbus.ObjectPath(path)
    class Portal(dbus.service.Object):
      @dbus.service.method(I, in_signature='ssa{sv}', out_signature='o', sender_keyword='sender')
      def OpenFile(self, parent, title, options, sender=None):
        assert options['multiple']
        return answer(options, sender, ['file:///tmp/a%20b.gpx', 'https://elsewhere/c', 'file:///tmp/d.kml'])
      @dbus.service.method(I, in_signature='ssa{sv}', out_signature='o', sender_keyword='sender')
      def SaveFile(self, parent, title, options, sender=None):
        return answer(options, sender, ['file:///tmp/' + options['current_name']])
    portal = Portal(bus, '/org/freedesktop/portal/desktop')
    name = dbus.service.BusName('org.freedesktop.portal.Desktop', bus)
    print('ready', flush=True)
    GLib.MainLoop().run()
    """

  private func outcome(
    _ arguments: [String], hasPortal: Bool = true,
    _ ask: (String, @escaping @Sendable (FileChooser.Outcome) -> Void) -> Void
  ) async throws -> FileChooser.Outcome? {
    let bus = try await PrivateBus()
    defer { bus.end() }
    let portal = hasPortal ? try await bus.service(Self.portal, arguments) : nil
    defer { portal?.kill() }
    let answer = Answer()
    ask(bus.address) { outcome in answer.outcome.withLock { $0 = outcome } }
    #expect(await eventually { answer.outcome.withLock({ $0 }) != nil })
    return answer.outcome.withLock { $0 }
  }

  private final class Answer: Sendable {
    let outcome = Mutex<FileChooser.Outcome?>(nil)
  }

  @Test(.enabled(if: PrivateBus.isPossible, "\(PrivateBus.whatIsMissing)"))
  func filesAreChosenToOpenAndAPathToSave() async throws {
    let opened = try await outcome([]) { FileChooser.open(title: "Open", address: $0, answer: $1) }
    #expect(opened == .chosen(["/tmp/a b.gpx", "/tmp/d.kml"]))
    let saved = try await outcome([]) { FileChooser.save(title: "Save", name: "route.gpx", address: $0, answer: $1) }
    #expect(saved == .chosen(["/tmp/route.gpx"]))
  }

  @Test(.enabled(if: PrivateBus.isPossible, "\(PrivateBus.whatIsMissing)"))
  func whoGivesItUpIsNotTakenForAMissingPortal() async throws {
    let given = try await outcome(["--cancel"]) { FileChooser.save(title: "Save", name: "a", address: $0, answer: $1) }
    #expect(given == .cancelled)
    let none = try await outcome([], hasPortal: false) { FileChooser.open(title: "Open", address: $0, answer: $1) }
    #expect(none == .unavailable)
  }

  @Test(arguments: [nil, "nonsense", "unix:path=/nonexistent/bus"]) func withoutABusThereIsNoDialog(address: String?) async throws
  {
    let answer = Answer()
    FileChooser.save(title: "Save", name: "a", address: address) { outcome in answer.outcome.withLock { $0 = outcome } }
    #expect(await eventually { answer.outcome.withLock({ $0 }) != nil })
    #expect(answer.outcome.withLock { $0 } == .unavailable)
  }
}
