import Foundation
import OverlookSupport

/// Bytes to and from another program or a device: TCP, a socket of the file system, a serial line, a named pipe. Closed when it goes.
package final class ByteConnection: Sendable {
  /// What people call the other side.
  package let name: String
  // Invariant: open as long as this object is; only `deinit` closes it.
  package let descriptor: Int32

  private init(name: String, descriptor: Int32) {
    self.name = name
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  // MARK: Opening

  /// A server's port; tries its addresses one after the other, each for `seconds`. Names are looked up by the system, which may block.
  package static func tcp(
    host: String, port: Int, seconds: Double, signal: StopSignal
  ) throws(ConnectionError) -> ByteConnection {
    let name = "\(OutsideText.cleaned(host)):\(port)"
    guard (1...65_535).contains(port) else { throw ConnectionError("\(name): there is no such port") }
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, "\(port)", &hints, &list)
    guard status == 0, let list else { throw ConnectionError("\(name): \(String(cString: gai_strerror(status)))") }
    // Invariant: the list lives until the end of this function, and is only read.
    defer { freeaddrinfo(list) }
    var fault = "no address"
    for item in sequence(first: list, next: { $0.pointee.ai_next }) {
      let descriptor = socket(item.pointee.ai_family, Int32(SOCK_STREAM.rawValue), 0)
      guard descriptor >= 0 else { continue }
      let connection = ByteConnection(name: name, descriptor: descriptor)
      connection.setFlags()
      let answer = connect(descriptor, item.pointee.ai_addr, item.pointee.ai_addrlen)
      guard let failure = connection.failure(answer, seconds: seconds, signal: signal) else { return connection }
      fault = failure
    }
    throw ConnectionError("\(name): \(fault)")
  }

  /// A socket of the file system.
  package static func unix(path: String, seconds: Double, signal: StopSignal) throws(ConnectionError) -> ByteConnection {
    let name = OutsideText.cleaned(path)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard !bytes.isEmpty, bytes.count < room, !bytes.contains(0) else { throw ConnectionError("\(name): no path of a socket") }
    // Invariant: fewer bytes than the field holds, which began as zeros.
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw ConnectionError("\(name): \(String(cString: strerror(errno)))") }
    let connection = ByteConnection(name: name, descriptor: descriptor)
    connection.setFlags()
    func attempt() -> Int32 {
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    }
    // Others wait to be taken, too (EAGAIN of connect(2) on such sockets): nothing has begun, so it is tried again.
    let end = MonotonicClock.now() + seconds
    var answer = attempt()
    while answer != 0, errno == EAGAIN, MonotonicClock.now() < end, !signal.isSet {
      _ = signal.wait(for: -1, .readable, seconds: 0.05)
      answer = attempt()
    }
    if let failure = connection.failure(answer, seconds: seconds, signal: signal) { throw ConnectionError("\(name): \(failure)") }
    return connection
  }

  /// A named pipe, a file or a device, to read from. A pipe stays open when those who write to it leave.
  package static func file(path: String) throws(ConnectionError) -> ByteConnection {
    let name = OutsideText.cleaned(path)
    var status = stat()
    guard stat(path, &status) == 0 else { throw ConnectionError("\(name): \(String(cString: strerror(errno)))") }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw ConnectionError("\(name): it is a folder") }
    let mode = status.st_mode & S_IFMT == S_IFIFO ? O_RDWR : O_RDONLY
    let descriptor = open(path, mode | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw ConnectionError("\(name): \(String(cString: strerror(errno)))") }
    return ByteConnection(name: name, descriptor: descriptor)
  }

  /// A serial line with that many bits a second: eight bits, no parity, no flow control.
  package static func serial(path: String, speed: Int) throws(ConnectionError) -> ByteConnection {
    let name = OutsideText.cleaned(path)
    guard let code = speeds[speed] else { throw ConnectionError("\(name): no line has a speed of \(speed)") }
    let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw ConnectionError("\(name): \(String(cString: strerror(errno)))") }
    let connection = ByteConnection(name: name, descriptor: descriptor)
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { throw ConnectionError("\(name): it is no serial line") }
    cfmakeraw(&settings)
    settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
    cfsetispeed(&settings, code)
    cfsetospeed(&settings, code)
    guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else {
      throw ConnectionError("\(name): \(String(cString: strerror(errno)))")
    }
    return connection
  }

  private static let speeds: [Int: speed_t] = [
    1200: speed_t(B1200), 2400: speed_t(B2400), 4800: speed_t(B4800), 9600: speed_t(B9600), 19_200: speed_t(B19200),
    38_400: speed_t(B38400), 57_600: speed_t(B57600), 115_200: speed_t(B115200), 230_400: speed_t(B230400),
  ]

  private func setFlags() {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Why a connection that was begun did not come about; nil when it did.
  private func failure(_ answer: Int32, seconds: Double, signal: StopSignal) -> String? {
    if answer == 0 { return nil }
    guard errno == EINPROGRESS else { return String(cString: strerror(errno)) }
    guard signal.wait(for: descriptor, .writable, seconds: seconds) else { return "no answer" }
    var (status, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &status, &length)
    return status == 0 ? nil : String(cString: strerror(status))
  }

  // MARK: Bytes

  /// What there is to read, `limit` bytes at most: nil when there is nothing yet, empty when the other side has ended.
  package func read(limit: Int = 64 << 10) throws(ConnectionError) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: limit)
    // Invariant: as many bytes as the buffer has, which outlives the call.
    let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 { return Array(buffer.prefix(count)) }
    if errno == EAGAIN || errno == EINTR { return nil }
    // What a serial line says when its other side is gone.
    if errno == EIO { return [] }
    throw ConnectionError("\(name): \(String(cString: strerror(errno)))")
  }

  /// Sends all bytes, or throws when the other side takes none for `seconds`.
  package func write(_ bytes: [UInt8], seconds: Double, signal: StopSignal) throws(ConnectionError) {
    var sent = 0
    while sent < bytes.count {
      // Invariant: the bytes outlive the call, and no more are sent than there are.
      let count = bytes.withUnsafeBytes { buffer in
        send(descriptor, buffer.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if count < 0, errno != EAGAIN, errno != EINTR {
        throw ConnectionError("\(name): \(String(cString: strerror(errno)))")
      } else if !signal.wait(for: descriptor, .writable, seconds: seconds) {
        throw ConnectionError("\(name): it takes nothing")
      }
    }
  }

  /// Whether it is a file that only grows, which is never waited for.
  package var isPlainFile: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// How far a plain file reaches, in bytes.
  package var fileLength: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Goes to a place of a plain file.
  package func seek(to position: Int) { _ = lseek(descriptor, position, SEEK_SET) }
}
