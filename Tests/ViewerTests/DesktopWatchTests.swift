import Foundation
import Overlook
import OverlookTestSupport
import Testing

@testable import OverlookViewer

/// The portal for settings, played by a program on a bus of its own.
@Suite struct DesktopWatchTests {
  /// Prefers dark colours; a line of its input sets a value. With "--old" it knows `Read` alone.
  private static let portal = """
    import sys, dbus, dbus.service, dbus.mainloop.glib
    from gi.repository import GLib
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.bus.BusConnection(sys.argv[1])
    N, I = 'org.freedesktop.appearance', 'org.freedesktop.portal.Settings'
    values = {'color-scheme': 1, 'reduced-motion': 0}
    def value(space, key):
      if space != N or key not in values:
        raise dbus.DBusException('no', name='org.freedesktop.portal.Error.NotFound')
      return dbus.UInt32(values[key], variant_level=1)
    class Portal(dbus.service.Object):
      @dbus.service.method(I, in_signature='ss', out_signature='v')
      def Read(self, space, key):
        inner = value(space, key)
        return dbus.UInt32(int(inner), variant_level=2)
      @dbus.service.signal(I, signature='ssv')
      def SettingChanged(self, space, key, value): pass
    class New(Portal):
      @dbus.service.method(I, in_signature='ss', out_signature='v')
      def ReadOne(self, space, key): return value(space, key)
    portal = (Portal if '--old' in sys.argv else New)(bus, '/org/freedesktop/portal/desktop')
    name = dbus.service.BusName('org.freedesktop.portal.Desktop', bus)
    steps = [('other.space', 'color-scheme', 2), (N, 'color-scheme', 2), (N, 'reduced-motion', 1), (N, 'color-scheme', 77)]
    def step():
      if not steps: return False
      space, key, number = steps.pop(0)
      portal.SettingChanged(space, key, dbus.UInt32(number, variant_level=1))
      return True
    if '--change' in sys.argv: GLib.timeout_add(300, step)
    print('ready', flush=True)
    GLib.MainLoop().run()
    """

  private func watch(_ arguments: [String], until isThere: ([DesktopPreferences]) -> Bool) async throws -> [DesktopPreferences] {
    let bus = try await PrivateBus()
    defer { bus.end() }
    let portal = try await bus.service(Self.portal, arguments)
    defer { portal.kill() }
    let watch = DesktopWatch(wake: {})
    watch.start(address: bus.address)
    var told: [DesktopPreferences] = []
    _ = await eventually {
      if let news = watch.takeNews() { told.append(news) }
      return isThere(told)
    }
    return told
  }

  @Test(.enabled(if: PrivateBus.isPossible, "\(PrivateBus.whatIsMissing)"), arguments: [[], ["--old"]])
  func whatTheDesktopPrefersIsRead(arguments: [String]) async throws {
    let told = try await watch(arguments) { !$0.isEmpty }
    var dark = DesktopPreferences()
    dark.isDark = true
    #expect(told == [dark])
  }

  @Test(.enabled(if: PrivateBus.isPossible, "\(PrivateBus.whatIsMissing)"))
  func changesAreFollowedAndUnknownValuesAreNoPreference() async throws {
    let told = try await watch(["--change"]) { $0.last?.reducesMotion == true && $0.last?.isDark == nil }
    #expect(told.first?.isDark == true && told.first?.reducesMotion == false)
    #expect(told.contains { $0.isDark == false })
    #expect(told.last?.reducesMotion == true && told.last?.isDark == nil)
  }

  @Test(arguments: [nil, "", "nonsense", "unix:path=/nonexistent/bus"]) func withoutAPortalNothingIsPreferred(address: String?)
    async throws
  {
    let watch = DesktopWatch(wake: {})
    watch.start(address: address)
    try await Task.sleep(for: .milliseconds(100))
    #expect(watch.takeNews() == nil)
  }
}

@MainActor @Suite struct ThemePartTests {
  @Test func aChoiceCountsMoreThanTheDesktop() {
    let settings = ViewerSettings(path: nil)
    var fixture = WindowFixture { $0.settings = settings }
    #expect(fixture.map.interfaceTheme == .light && !fixture.map.reducesMotion)
    settings.theme = .dark
    settings.motion = .reduced
    fixture.run(seconds: 0.1)
    #expect(fixture.map.interfaceTheme == .dark && fixture.map.reducesMotion)
    settings.theme = .light
    settings.motion = .full
    fixture.run(seconds: 0.1)
    #expect(fixture.map.interfaceTheme == .light && !fixture.map.reducesMotion)
  }

  @Test func theStyleOfTheNightComesWithTheLightOfTheSunAndNotToAChosenMap() throws {
    var fixture = WindowFixture()
    #expect(fixture.map.nightStyle == nil)
    fixture.map.sunLight = .now
    fixture.run(seconds: 0.1)
    #expect(fixture.map.nightStyle?.name == "Night")
    fixture.map.sunLight = .off
    fixture.run(seconds: 0.1)
    #expect(fixture.map.nightStyle == nil)
    let base = try #require(fixture.window.part(LayersPart.self)?.content?.base)
    fixture.map.sunLight = .now
    fixture.run(seconds: 0.1)
    base.show("terrain")
    fixture.run(seconds: 0.1)
    #expect(fixture.map.nightStyle == nil, "who chose a map sees it at any hour")
    base.show("day")
    fixture.run(seconds: 0.1)
    #expect(fixture.map.nightStyle?.name == "Night")
  }
}
