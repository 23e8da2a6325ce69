import Foundation

/// An X server with a touchpad that tests move their fingers on: Xorg with a screen in memory and its driver `inputtest`, which
/// takes events from a socket (`xorg/xf86-input-inputtest-protocol.h`).
package final class TouchpadDisplay {
  package enum Phase: UInt16 {
    case begin = 27
    case update, end
  }

  package let display: VirtualDisplay
  private let folder: URL
  private let socket: Int32

  /// Whether such a server can be started here: it takes root, and the packages.
  package static let isAvailable = (try? TouchpadDisplay()) != nil

  package init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.folder = folder
    let (path, configuration) = (folder.path + "/socket", folder.path + "/xorg.conf")
    try Self.configuration(socketPath: path).write(toFile: configuration, atomically: true, encoding: .utf8)
    display = try VirtualDisplay(
      program: "Xorg", ["-config", configuration, "-logfile", folder.path + "/log", "-nolisten", "tcp", "-sharevts", "vt7"])
    socket = try Self.connect(path)
    // The version of the protocol, which the driver answers with its own.
    send(kind: 0, Self.bytes(UInt16(1)) + Self.bytes(UInt16(1)))
    receive()
  }

  deinit {
    close(socket)
    display.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Two fingers that are `scale` times as far apart as when they began, turned clockwise since the last event.
  package func pinch(_ phase: Phase, scale: Double = 1, degrees: Double = 0) {
    let head = Self.bytes(phase.rawValue) + Self.bytes(UInt16(2)) + Self.bytes(UInt32(0))
    send(kind: 7, head + [0, 0, 0, 0, scale, degrees].flatMap { Self.bytes($0) })
    // The driver could tell when the server is done, but does not before something else wakes that.
    usleep(30_000)
  }

  private func send(kind: UInt32, _ body: [UInt8]) {
    let message = Self.bytes(UInt32(8 + body.count)) + Self.bytes(kind) + body
    _ = message.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
  }

  private func receive() {
    var answer = [UInt8](repeating: 0, count: 64)
    _ = answer.withUnsafeMutableBytes { read(socket, $0.baseAddress, $0.count) }
  }

  private static func bytes<Number>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number) { Array($0) }
  }

  private static func connect(_ path: String) throws -> Int32 {
    let socket = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8.prefix($0.count - 1))) }
    // A driver that hangs must not hang the tests.
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    for _ in 0..<200 {
      let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Foundation.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      if status == 0 { return socket }
      usleep(20_000)
    }
    throw ToolError(text: "the touchpad's driver does not answer")
  }

  private static func configuration(socketPath: String) -> String {
    """
    Section "ServerFlags"
      Option "AutoAddDevices" "false"
      Option "AllowEmptyInput" "true"
    EndSection
    Section "Device"
      Identifier "memory"
      Driver "dummy"
      VideoRam 65536
    EndSection
    Section "Monitor"
      Identifier "monitor"
      HorizSync 5-1000
      VertRefresh 5-200
    EndSection
    Section "Screen"
      Identifier "screen"
      Device "memory"
      Monitor "monitor"
      DefaultDepth 24
      SubSection "Display"
        Depth 24
        Virtual 1280 1024
      EndSubSection
    EndSection
    Section "InputDevice"
      Identifier "touchpad"
      Driver "inputtest"
      Option "SocketPath" "\(socketPath)"
      Option "DeviceType" "PointerGesture"
    EndSection
    Section "ServerLayout"
      Identifier "layout"
      Screen "screen"
      InputDevice "touchpad" "CorePointer"
    EndSection
    """
  }
}
