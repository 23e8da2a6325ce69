import CZlib

/// The checksums by which damage to a stored answer is found: one of the body, and one of everything else with it.
struct CacheChecksum: Equatable {
  let body: UInt32
  let head: UInt32

  init(_ answer: CachedAnswer, key: CacheKey) {
    self.init(answer, key: key, body: Self.sum(answer.body), byteCount: answer.body.count)
  }

  /// With the sum of a body that is known already.
  init(_ answer: CachedAnswer, key: CacheKey, body: UInt32, byteCount: Int) {
    self.body = body
    let head = answer.head
    let number = { (value: Double?) in value.map { String($0.bitPattern) } }
    let fields: [String?] = [
      answer.source, String(answer.status), number(answer.receivedAt), String(byteCount), String(body), head.contentEncoding,
      head.contentType, head.entityTag, head.lastModified, head.cacheControl, head.expires, head.date, number(head.ageSeconds),
    ]
    var bytes = key.bytes
    for field in fields {
      // A byte that no text holds says which fields are there and where they end.
      guard let field else {
        bytes.append(0xFE)
        continue
      }
      bytes.append(contentsOf: field.utf8)
      bytes.append(0xFF)
    }
    self.head = Self.sum(bytes)
  }

  private static func sum(_ bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32_z(0, bytes, bytes.count))
  }
}
