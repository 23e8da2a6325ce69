import Foundation
import OverlookTestSupport

/// The location service itself, on a bus of its own: with settings of its own, laid over those of the machine for this process alone, and
/// with a receiver of its own, whose sentences it reads from a socket.
struct RealGeoClue {
  private static let program = "/usr/libexec/geoclue"
  private static let settingsPath = "/etc/geoclue/geoclue.conf"

  /// What `unshare` is told to run a program for which the file `own` lies at `settingsPath`. Who is not root needs a namespace of users,
  /// too, and in it one more in which they are themselves again: buses let nobody in who says to be root and is not.
  private static func arguments(_ own: String, _ program: String) -> [String] {
    let line = #"mount --bind "$1" "$2" && shift 2 && exec "$@""#
    let isRoot = getuid() == 0
    let person = isRoot ? [] : ["unshare", "-U", "--map-user=\(getuid())", "--map-group=\(getgid())"]
    return [isRoot ? "-m" : "-mr", "sh", "-c", line, "sh", own, settingsPath] + person + [program]
  }

  /// Whether it is installed, in a version that reads sockets (from 2.6 on), and files can be laid over others.
  static let isPossible: Bool = {
    guard PrivateBus.isPossible, let bytes = FileManager.default.contents(atPath: program),
      bytes.range(of: Data("nmea-socket".utf8)) != nil, FileManager.default.fileExists(atPath: settingsPath)
    else { return false }
    return Tool.succeeds("unshare", arguments(settingsPath, "true"))
  }()

  /// A receiver that tells a place each second, each a hundredth of a minute farther north, and a desktop that lets programs know the place.
  static let surroundings = """
    import dbus, dbus.service, dbus.mainloop.glib, os, socket, sys, threading, time
    from gi.repository import GLib
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    address, path = sys.argv[1], sys.argv[2]
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    server.listen(1)
    def line(text):
      sum = 0
      for letter in text: sum ^= ord(letter)
      return ('$%s*%02X\\r\\n' % (text, sum)).encode()
    def tell(connection):
      count = 0
      try:
        while True:
          now = time.gmtime()
          clock, place = time.strftime('%H%M%S', now), '6010.%04d,N,02430.0000,E' % (100 * count)
          connection.send(line('GPGGA,%s.00,%s,1,08,0.9,20.0,M,40.0,M,,' % (clock, place)))
          connection.send(line('GPRMC,%s.00,A,%s,20.0,010.0,%s,,,A' % (clock, place, time.strftime('%d%m%y', now))))
          count += 1
          time.sleep(1)
      except OSError: pass
    def serve():
      while True: threading.Thread(target=tell, args=(server.accept()[0],), daemon=True).start()
    threading.Thread(target=serve, daemon=True).start()
    bus = dbus.bus.BusConnection(address)
    G = 'org.freedesktop.GeoClue2'
    # Of programs that are in no sandbox the service asks nothing but how exact places may be; 0 is not at all.
    level = dbus.UInt32(0 if '--refuse' in sys.argv else 8)
    class Agent(dbus.service.Object):
      @dbus.service.method(G + '.Agent', in_signature='su', out_signature='bu')
      def AuthorizeApp(self, name, level): return (True, level)
      @dbus.service.method('org.freedesktop.DBus.Properties', in_signature='ss', out_signature='v')
      def Get(self, interface, name): return level
      @dbus.service.method('org.freedesktop.DBus.Properties', in_signature='s', out_signature='a{sv}')
      def GetAll(self, interface): return {'MaxAccuracyLevel': level}
    agent = Agent(bus, '/org/freedesktop/GeoClue2/Agent')
    def register():
      manager = dbus.Interface(bus.get_object(G, '/org/freedesktop/GeoClue2/Manager'), G + '.Manager')
      manager.AddAgent('overlook-test', reply_handler=lambda: print('let in', flush=True), error_handler=lambda e: print(e, flush=True))
    bus.watch_name_owner(G, lambda owner: owner and register())
    print('ready', flush=True)
    GLib.MainLoop().run()
    """

  private let bus: PrivateBus
  private let desktop: Tool

  /// What stands around the service on `bus`.
  init(on bus: PrivateBus, isRefused: Bool = false) async throws {
    self.bus = bus
    let folder = bus.folder
    let sources = ["3g", "cdma", "modem-gps", "wifi", "compass"].map { "[\($0)]\nenable=false\n" }.joined()
    let settings = "[agent]\nwhitelist=overlook-test\n[network-nmea]\nenable=true\nnmea-socket=\(folder.path)/nmea\n" + sources
    try Data(settings.utf8).write(to: folder.appendingPathComponent("geoclue.conf"))
    desktop = try await bus.service(Self.surroundings, [folder.path + "/nmea"] + (isRefused ? ["--refuse"] : []))
  }

  /// The service, which the desktop lets in.
  func start() throws -> Tool {
    try Tool(
      "unshare", Self.arguments(bus.folder.path + "/geoclue.conf", Self.program),
      environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
  }

  func end() { desktop.kill() }
}
