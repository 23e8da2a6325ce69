import CCurl
import Foundation

/// libcurl, looked for when it is needed first.
enum Curl {
  // Invariant: written before anybody has it, and never freed; what it points to are functions of a library that stays loaded.
  /// Its functions; nil on a machine without it.
  nonisolated(unsafe) static let functions: UnsafePointer<overlook_curl>? = {
    let functions = UnsafeMutablePointer<overlook_curl>.allocate(capacity: 1)
    guard overlook_curl_load(functions) else {
      functions.deallocate()
      return nil
    }
    return UnsafePointer(functions)
  }()
}

/// Wakes the network thread. `curl_multi_wakeup` is the one function of a multi handle that other threads may call; `CurlInbox`
/// holds the waker under its lock and forgets it before the handle dies.
struct CurlWaker: @unchecked Sendable {
  private let curl: UnsafePointer<overlook_curl>
  private let multi: UnsafeMutableRawPointer

  fileprivate init(_ curl: UnsafePointer<overlook_curl>, multi: UnsafeMutableRawPointer) {
    self.curl = curl
    self.multi = multi
  }

  func wake() {
    _ = curl.pointee.multi_wakeup(multi)
  }
}

/// A set of transfers and the connections that they share. Belongs to one thread.
final class CurlMulti {
  private let curl: UnsafePointer<overlook_curl>
  private let multi: UnsafeMutableRawPointer

  // curl wants its own set-up done once in a process.
  private static let isReady: Bool = {
    guard let curl = Curl.functions else { return false }
    keepCryptographyAtExit(curl.pointee.library)
    return curl.pointee.global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
  }()

  /// OpenSSL would take its locks away when the program ends, under a network thread that still starts or works: a crash at the
  /// end of programs that do little. Its first initialisation decides (OPENSSL_init_crypto(3), OPENSSL_INIT_NO_ATEXIT). A curl
  /// built with another library does without.
  private static func keepCryptographyAtExit(_ library: UnsafeMutableRawPointer?) {
    typealias Initialise = @convention(c) (_ options: UInt64, _ settings: OpaquePointer?) -> Int32
    guard let symbol = dlsym(library, "OPENSSL_init_crypto") else { return }
    let withoutCleanUpAtExit: UInt64 = 0x0008_0000
    _ = unsafeBitCast(symbol, to: Initialise.self)(withoutCleanUpAtExit, nil)
  }

  init?() {
    guard Self.isReady, let curl = Curl.functions, let multi = curl.pointee.multi_init() else { return nil }
    // Where no file may be opened any more, curl makes a handle that cannot be woken, and whose sleep nothing would end.
    guard curl.pointee.multi_wakeup(multi) == CURLM_OK else {
      _ = curl.pointee.multi_cleanup(multi)
      return nil
    }
    self.curl = curl
    self.multi = multi
    _ = overlook_curl_multi_set_long(curl, multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
    _ = overlook_curl_multi_set_long(curl, multi, CURLMOPT_MAX_HOST_CONNECTIONS, HostLimits.maximumTransfersPerHost)
    _ = overlook_curl_multi_set_long(curl, multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, HostLimits.maximumTransfers)
  }

  deinit {
    _ = curl.pointee.multi_cleanup(multi)
  }

  var waker: CurlWaker { CurlWaker(curl, multi: multi) }

  func add(_ easy: CurlEasy) -> Bool {
    curl.pointee.multi_add_handle(multi, easy.handle) == CURLM_OK
  }

  func remove(_ easy: CurlEasy) {
    _ = curl.pointee.multi_remove_handle(multi, easy.handle)
  }

  func perform() {
    var running: Int32 = 0
    _ = curl.pointee.multi_perform(multi, &running)
  }

  /// Sleeps until a connection can go on, `wake` is called, there is something to read from `descriptor`, or the time is over.
  /// True for something to read.
  func poll(milliseconds: Int32, watching descriptor: Int32?) -> Bool {
    guard let descriptor else {
      _ = curl.pointee.multi_poll(multi, nil, 0, milliseconds, nil)
      return false
    }
    var watched = curl_waitfd(fd: descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
    _ = curl.pointee.multi_poll(multi, &watched, 1, milliseconds, nil)
    return watched.revents != 0
  }

  /// One transfer that ended, and how.
  func nextDone() -> (handle: UnsafeMutableRawPointer, code: CURLcode)? {
    var left: Int32 = 0
    while let message = curl.pointee.multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
      return (handle, overlook_curl_result(message))
    }
    return nil
  }
}

/// One transfer's handle, used again for the next. Belongs to one thread.
final class CurlEasy {
  private let curl: UnsafePointer<overlook_curl>
  let handle: UnsafeMutableRawPointer
  /// curl reads the list while the transfer runs, and does not free it.
  private var headerList: UnsafeMutablePointer<curl_slist>?

  init?() {
    guard let curl = Curl.functions, let handle = curl.pointee.easy_init() else { return nil }
    self.curl = curl
    self.handle = handle
  }

  deinit {
    curl.pointee.easy_cleanup(handle)
    curl.pointee.slist_free_all(headerList)
  }

  func reset() {
    curl.pointee.easy_reset(handle)
    curl.pointee.slist_free_all(headerList)
    headerList = nil
  }

  func set(headers: [String]) -> Bool {
    for line in headers {
      // The list that is there is left as it was when there is no memory for the next line.
      guard let list = curl.pointee.slist_append(headerList, line) else { return false }
      headerList = list
    }
    return overlook_curl_set_list(curl, handle, CURLOPT_HTTPHEADER, headerList) == CURLE_OK
  }

  func set(_ option: CURLoption, _ value: Int) -> Bool {
    overlook_curl_set_long(curl, handle, option, value) == CURLE_OK
  }

  func set(_ option: CURLoption, _ text: String) -> Bool {
    overlook_curl_set_text(curl, handle, option, text) == CURLE_OK
  }

  /// Leaves the options as they are for nil.
  func set(_ text: String?, _ options: CURLoption...) -> Bool {
    guard let text else { return true }
    return options.allSatisfy { set($0, text) }
  }

  /// The callbacks get `context` unretained: it must live until the transfer was removed from its multi handle, which `CurlLoop`
  /// sees to by keeping it in `active`.
  func setCallbacks(_ context: CurlTransfer) -> Bool {
    let pointer = Unmanaged.passUnretained(context).toOpaque()
    let codes = [
      overlook_curl_set_pointer(curl, handle, CURLOPT_WRITEDATA, pointer),
      overlook_curl_set_data_callback(curl, handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
        let (length, overflow) = size.multipliedReportingOverflow(by: count)
        guard let bytes, let context, !overflow else { return 0 }
        let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        return transfer.receiveBody(UnsafeRawBufferPointer(start: bytes, count: length)) ? length : 0
      },
      overlook_curl_set_pointer(curl, handle, CURLOPT_HEADERDATA, pointer),
      overlook_curl_set_data_callback(curl, handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
        let (length, overflow) = size.multipliedReportingOverflow(by: count)
        guard let bytes, let context, !overflow else { return 0 }
        let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        return transfer.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: length)) ? length : 0
      },
      overlook_curl_set_pointer(curl, handle, CURLOPT_OPENSOCKETDATA, pointer),
      overlook_curl_set_socket_callback(curl, handle, CURLOPT_OPENSOCKETFUNCTION) { context, _, address in
        guard let context, let address else { return CURL_SOCKET_BAD }
        let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        let isPrivate = withUnsafePointer(to: &address.pointee.addr) { pointer in
          SocketAddress.isPrivate(
            UnsafeRawBufferPointer(start: pointer, count: min(Int(address.pointee.addrlen), 128)), family: address.pointee.family)
        }
        guard transfer.mayConnect(toPrivate: isPrivate, isConnected: false) else { return CURL_SOCKET_BAD }
        return socket(address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
      },
      overlook_curl_set_pointer(curl, handle, CURLOPT_PREREQDATA, pointer),
      // Also for a connection that another transfer had opened.
      overlook_curl_set_prereq_callback(curl, handle, CURLOPT_PREREQFUNCTION) { context, address, _, _, _ in
        guard let context, let address else { return CURL_PREREQFUNC_ABORT }
        let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        let isPrivate = SocketAddress.isPrivate(text: String(cString: address)) ?? true
        return transfer.mayConnect(toPrivate: isPrivate, isConnected: true) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
      },
    ]
    return codes.allSatisfy { $0 == CURLE_OK }
  }

  /// Of the answer that is coming, or came.
  var status: Int { number(CURLINFO_RESPONSE_CODE) }
  var usedHTTP2: Bool { number(CURLINFO_HTTP_VERSION) >= Int(CURL_HTTP_VERSION_2_0) }
  /// Whether the host was reached, and not merely looked up.
  var isConnected: Bool { number(CURLINFO_PRIMARY_PORT) != 0 }
  /// What OpenSSL found wrong with the server's certificate, 0 for nothing.
  var verifyResult: Int { number(CURLINFO_SSL_VERIFYRESULT) }

  /// The status with which a proxy would not let us through; nil when there was none.
  var proxyRefusal: Int? {
    let status = number(CURLINFO_HTTP_CONNECTCODE)
    return status >= 300 ? status : nil
  }

  private func number(_ info: CURLINFO) -> Int {
    var value = 0
    _ = overlook_curl_get_long(curl, handle, info, &value)
    return value
  }

  /// From when to when the server's own certificate is valid; nil when it was not asked for or cannot be read.
  var certificateWindow: ClosedRange<Date>? {
    var pointer: UnsafeMutableRawPointer?
    guard overlook_curl_get_pointer(curl, handle, CURLINFO_CERTINFO, &pointer) == CURLE_OK, let pointer else { return nil }
    // curl owns the list, and keeps it until the handle is used again. The server's own certificate is the first of its chain.
    let certificates = pointer.assumingMemoryBound(to: curl_certinfo.self).pointee
    guard certificates.num_of_certs > 0 else { return nil }
    var dates: [String: Date] = [:]
    var next = certificates.certinfo?.pointee
    while let line = next {
      let text = line.pointee.data.map { String(cString: $0) } ?? ""
      for name in ["Start date:", "Expire date:"] where text.hasPrefix(name) {
        dates[name] = CertificateFault.date(String(text.dropFirst(name.count)))
      }
      next = line.pointee.next
    }
    guard let start = dates["Start date:"], let end = dates["Expire date:"], start <= end else { return nil }
    return start...end
  }

  static func text(of code: CURLcode) -> String {
    Curl.functions?.pointee.easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
  }

  /// HTTP/2 over TLS where the server has it; a curl built without it keeps to HTTP/1.1.
  func setHTTPVersion() -> Bool {
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
      || set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
  }
}
