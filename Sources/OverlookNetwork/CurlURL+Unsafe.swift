import CCurl

/// An address taken apart by curl. Belongs to one thread.
final class CurlURL {
  private let curl: UnsafePointer<overlook_curl>
  private let handle: OpaquePointer

  enum Part {
    case scheme, host, port, user, password
  }

  init?() {
    guard let curl = Curl.functions, let handle = curl.pointee.url() else { return nil }
    self.curl = curl
    self.handle = handle
  }

  deinit {
    curl.pointee.url_cleanup(handle)
  }

  /// Replaces the address; where there is one, the new one may be relative to it. False when it cannot be read.
  func set(_ url: String) -> Bool {
    curl.pointee.url_set(handle, CURLUPART_URL, url, UInt32(CURLU_URLENCODE)) == CURLUE_OK
  }

  /// Nil where the address has no such part.
  func part(_ part: Part) -> String? {
    switch part {
    case .scheme: text(CURLUPART_SCHEME, 0)
    case .host: text(CURLUPART_HOST, 0)
    case .port: text(CURLUPART_PORT, CURLU_DEFAULT_PORT)
    case .user: text(CURLUPART_USER, CURLU_URLDECODE)
    case .password: text(CURLUPART_PASSWORD, CURLU_URLDECODE)
    }
  }

  func withoutUserAndFragment() -> String? {
    for part in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_FRAGMENT] {
      guard curl.pointee.url_set(handle, part, nil, 0) == CURLUE_OK else { return nil }
    }
    return text(CURLUPART_URL, 0)
  }

  private func text(_ part: CURLUPart, _ flags: Int32) -> String? {
    var bytes: UnsafeMutablePointer<CChar>?
    guard curl.pointee.url_get(handle, part, &bytes, UInt32(flags)) == CURLUE_OK, let bytes else { return nil }
    defer { curl.pointee.free(bytes) }
    return String(cString: bytes)
  }
}
