import Glibc
import Overlook
import OverlookFormats
import OverlookSupport

/// Writes pictures so that the file is whole or as it was before: a temporary file beside it, then a rename. Devices and
/// pipes (`/dev/stdout`) are written to as they are; `-` is standard output.
enum PictureFile {
  /// The formats of pictures, told by the end of a name.
  enum Format {
    case png, jpeg, webp

    /// PNG for a name without an end, as devices and standard output have; nil for the end of another format.
    init?(path: String) {
      let name = path.split(separator: "/").last ?? ""
      switch name.lastIndex(of: ".").map({ name[$0...].lowercased() }) {
      case nil, ".", ".png": self = .png
      case ".jpg", ".jpeg": self = .jpeg
      case ".webp": self = .webp
      default: return nil
      }
    }
  }

  private static let standardOutput = "-"

  private enum Kind {
    case absent, regular, other
  }

  static func write(_ image: Image, to path: String) throws(CommandFailure) {
    let bytes: [UInt8]
    do {
      switch try format(path) {
      case .png: bytes = try PNGEncoder.encode(image)
      case .jpeg: bytes = try JPEGEncoder.encode(image)
      case .webp: bytes = try WebPEncoder.encodeLossless(image)
      }
    } catch let fault as CommandFailure {
      throw fault
    } catch {
      throw CommandFailure(description: "\(path): \(error)")
    }
    try write(bytes, to: path)
  }

  static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    if path == standardOutput {
      guard writeAll(bytes, to: STDOUT_FILENO) else { throw failure("standard output") }
      return
    }
    switch try kind(path) {
    case .other:
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw failure(path) }
      defer { close(descriptor) }
      guard writeAll(bytes, to: descriptor) else { throw failure(path) }
    case .absent: try replace(path, with: bytes)
    case .regular: try replace(resolved(path), with: bytes)
    }
  }

  /// Throws when a picture could not be written at `path`, before the work that is to be written there.
  static func check(_ path: String) throws(CommandFailure) {
    guard !path.isEmpty else { throw CommandFailure(description: "the name of the picture to write is empty", status: 2) }
    if path == standardOutput {
      guard isatty(STDOUT_FILENO) == 0 else {
        throw CommandFailure(description: "-o - writes the picture to standard output, which is a terminal here", status: 2)
      }
      return
    }
    // Devices and pipes take any bytes.
    if try kind(path) != .other { _ = try format(path) }
    switch try kind(path) {
    case .other:
      if access(path, W_OK) != 0 { throw failure(path) }
    case .absent, .regular:
      if access(folder(of: resolved(path)), W_OK | X_OK) != 0 { throw failure(path) }
    }
  }

  /// Whether a path leads to a file, which others may lie beside; not to standard output, a device or a pipe.
  static func isFile(_ path: String) -> Bool {
    if path == standardOutput { return false }
    if case .regular? = try? kind(path) { return true }
    return false
  }

  private static func format(_ path: String) throws(CommandFailure) -> Format {
    if case .other? = try? kind(path) { return .png }
    guard let format = Format(path: path) else {
      throw CommandFailure(
        description:
          "cannot write \(path): pictures are written as .png, .jpg or .webp\(PageFormat(path: path) == nil ? "" : "; overlook export writes .pdf and .svg")",
        status: 2)
    }
    return format
  }

  private static func kind(_ path: String) throws(CommandFailure) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return .absent }
      throw failure(path)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .regular
    case S_IFDIR:
      errno = EISDIR
      throw failure(path)
    default: return .other
    }
  }

  /// Where symbolic links lead, so that the file is replaced and not the link; `path` itself where nothing is.
  private static func resolved(_ path: String) -> String {
    guard let pointer = realpath(path, nil) else { return path }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func replace(_ path: String, with bytes: [UInt8]) throws(CommandFailure) {
    let temporary = "\(path).\(getpid()).part"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw failure(path) }
    let isWritten = writeAll(bytes, to: descriptor) && fsync(descriptor) == 0
    let fault = isWritten ? nil : failure(path)
    close(descriptor)
    if fault == nil, rename(temporary, path) == 0 { return }
    let error = fault ?? failure(path)
    unlink(temporary)
    throw error
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return false }
      rest = rest.dropFirst(written)
    }
    return true
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure(description: "cannot write \(path): \(String(cString: strerror(errno)))")
  }
}
