import Foundation
import OverlookTestSupport

/// A TCP socket on a free port of 127.0.0.1 that listens.
final class ListeningSocket {
  let port: Int
  let handle: FileHandle

  init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var address = Self.loopback(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, length) == 0 && listen(descriptor, 64) == 0 && getsockname(descriptor, generic, &length) == 0
      }
    }
    guard isBound else { throw ToolError(text: "no free port on 127.0.0.1") }
    port = Int(UInt16(bigEndian: address.sin_port))
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
    var address = loopback(port: port)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
