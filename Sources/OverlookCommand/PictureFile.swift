import Glibc
import OverlookFormats
import OverlookSupport

/// Writes pictures as PNG so that the file is whole or as it was before: a temporary file beside it, then a rename.
enum PictureFile {
  static func write(_ image: Image, to path: String) throws {
    let bytes: [UInt8]
    do {
      bytes = try PNGEncoder.encode(image)
    } catch {
      throw CommandFailure(description: "\(path): \(error)")
    }
    try write(bytes, to: path)
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    let temporary = "\(path).\(getpid()).part"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw failure(path) }
    var offset = 0
    while offset < bytes.count {
      let written = bytes[offset...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else {
        let error = failure(path)
        close(descriptor)
        unlink(temporary)
        throw error
      }
      offset += written
    }
    guard fsync(descriptor) == 0, close(descriptor) == 0, rename(temporary, path) == 0 else {
      let error = failure(path)
      unlink(temporary)
      throw error
    }
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure(description: "cannot write \(path): \(String(cString: strerror(errno)))")
  }
}
