/// Brotli (RFC 7932) through libbrotlidec, where the machine has it.
enum Brotli {
  static var isAvailable: Bool { library != nil }

  /// From <brotli/decode.h>.
  private struct Library: Sendable {
    typealias Create = @Sendable @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> OpaquePointer?
    typealias Decompress =
      @Sendable @convention(c) (
        OpaquePointer, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafePointer<UInt8>?>, UnsafeMutablePointer<Int>,
        UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>?
      ) -> Int32
    typealias Destroy = @Sendable @convention(c) (OpaquePointer) -> Void

    let create: Create
    let decompress: Decompress
    let destroy: Destroy

    init?(_ library: SharedLibrary?) {
      guard let library, let create = library.function("BrotliDecoderCreateInstance", as: Create.self),
        let decompress = library.function("BrotliDecoderDecompressStream", as: Decompress.self),
        let destroy = library.function("BrotliDecoderDestroyInstance", as: Destroy.self)
      else { return nil }
      self.create = create
      self.decompress = decompress
      self.destroy = destroy
    }
  }

  private static let library = Library(SharedLibrary("libbrotlidec.so.1"))

  /// The content of `bytes`, at most `limit` bytes; a cut stream and bytes behind the end are errors.
  static func decompress(_ bytes: [UInt8], limit: Int, thing: String) throws(FormatError) -> [UInt8] {
    guard let library else {
      throw .unsupported(thing, fault: "it is compressed by brotli, and this machine has no libbrotlidec.so.1")
    }
    guard let decoder = library.create(nil, nil, nil) else { throw .tooLarge(thing, fault: "no memory to decompress it") }
    defer { library.destroy(decoder) }

    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(max(limit, 1), 64 * 1024))
    // Invariant: the decoder reads `available` bytes from `next` in `input` and writes at most `chunk.count` bytes, inside the
    // closures.
    return try bytes.withUnsafeBufferPointer { input throws(FormatError) in
      var available = input.count
      while true {
        let (status, produced) = chunk.withUnsafeMutableBufferPointer { buffer in
          var next = input.baseAddress.map { $0 + (input.count - available) }
          var room = buffer.count
          var target = buffer.baseAddress
          let status = library.decompress(decoder, &available, &next, &room, &target, nil)
          return (status, buffer.count - room)
        }
        guard produced <= limit - output.count else {
          throw .tooLarge(thing, fault: "it decompresses to more than \(limit) bytes")
        }
        output.append(contentsOf: chunk[..<produced])
        switch status {
        case 1:  // BROTLI_DECODER_RESULT_SUCCESS
          guard available == 0 else { throw .malformed(thing, fault: "\(available) bytes behind its end") }
          return output
        case 2: throw .truncated(thing)  // ..._NEEDS_MORE_INPUT
        case 3: continue  // ..._NEEDS_MORE_OUTPUT
        default: throw .malformed(thing, fault: "brotli data")
        }
      }
    }
  }
}
