import CCurl
import Glibc

/// Hears from the kernel that the machine got an address, or a way to everywhere (rtnetlink(7)). Belongs to one thread.
final class NetworkWatch {
  let descriptor: Int32

  /// Nil where the kernel does not tell, in some containers.
  init?() {
    let opened = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard opened >= 0 else { return nil }
    // struct sockaddr_nl: family, padding, our number (the kernel chooses), groups.
    let groups: UInt32 = 0x10 | 0x40 | 0x100 | 0x400
    var address: [UInt32] = [UInt32(AF_NETLINK), 0, groups]
    let isBound = address.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { bind(opened, $0.baseAddress, socklen_t(12)) == 0 }
    }
    guard isBound else {
      close(opened)
      return nil
    }
    descriptor = opened
  }

  /// Reads from a socket that is open, and closes it in the end.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Reads what there is to read; true when there is a new address or a new way out among it.
  func isBack() -> Bool {
    var isBack = false
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    // An end, for a machine whose ways change without end.
    for _ in 0..<64 {
      let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      // Too much was said to hear all of it: something did change.
      if count < 0 && errno == ENOBUFS { isBack = true }
      guard count > 0 else { return isBack }
      if Self.tellsOfReturn(bytes[..<min(count, bytes.count)]) { isBack = true }
    }
    return isBack
  }

  /// `messages`: of rtnetlink, one behind the other: length of all of it (4 bytes), kind (2), flags (2), number (4), sender (4),
  /// then of a route: family, bits of the destination, ...; in the machine's order of bytes.
  static func tellsOfReturn(_ messages: ArraySlice<UInt8>) -> Bool {
    let (newAddress, newRoute) = (20, 24)
    var rest = messages
    while rest.count >= 16 {
      let head = Array(rest.prefix(18))
      let length = rest.withUnsafeBytes { Int($0.loadUnaligned(as: UInt32.self)) }
      let kind = rest.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: 4, as: UInt16.self)) }
      guard length >= 16, length <= rest.count else { return false }
      if kind == newAddress || (kind == newRoute && length >= 18 && head.count == 18 && head[17] == 0) { return true }
      // The next one begins at a multiple of 4.
      rest = rest.dropFirst((length + 3) & ~3)
    }
    return false
  }
}
