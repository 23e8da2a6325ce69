internal import OverlookSupport

/// Checksums of files of any size.
package enum FileDigest {
  /// Bytes and 64 digits.
  package static func sha256(_ path: String) throws(FormatError) -> (size: Int, digest: String) {
    let file = try ArchiveFile(path: path)
    let parts = SequentialFile(file, thing: "contents")
    var digest = SHA256()
    while let part = try parts.next() { digest.update(part) }
    return (Int(clamping: file.byteCount), SHA256.hexadecimal(digest.finish()))
  }

  /// 32 digits; what servers of extracts put beside them. It tells of damage, not of forgery.
  package static func md5(_ path: String) throws(FormatError) -> String {
    let parts = SequentialFile(try ArchiveFile(path: path), thing: "contents")
    var digest = MD5()
    while let part = try parts.next() { digest.update(part) }
    return SHA256.hexadecimal(digest.finish())
  }
}
