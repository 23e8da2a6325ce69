import Foundation
import OverlookMeasurement
import OverlookTestSupport

/// A TCP socket on a free port of 127.0.0.1 that listens.
final class ListeningSocket {
  let port: Int
  let handle: FileHandle

  init() throws {
    guard let socket = LoopbackSocket.listening() else { throw ToolError(text: "no free port on 127.0.0.1") }
    port = socket.port
    handle = FileHandle(fileDescriptor: socket.descriptor, closeOnDealloc: true)
  }

  /// A port that was free a moment ago, for servers that want a number.
  static func freePort() throws -> Int {
    let socket = try ListeningSocket()
    defer { try? socket.handle.close() }
    return socket.port
  }

  /// Whether something listens on the port.
  static func isAnswering(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
