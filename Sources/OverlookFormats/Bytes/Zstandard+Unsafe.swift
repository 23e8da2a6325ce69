/// Zstandard (RFC 8878) through libzstd, where the machine has it.
enum Zstandard {
  static var isAvailable: Bool { library != nil }

  /// ZSTD_inBuffer and ZSTD_outBuffer of <zstd.h>: where, how many bytes, and how many of them are done.
  private struct Window {
    var start: UnsafeMutableRawPointer?
    var count = 0
    var position = 0
  }

  /// From <zstd.h>.
  private struct Library: Sendable {
    typealias Create = @Sendable @convention(c) () -> OpaquePointer?
    typealias SetParameter = @Sendable @convention(c) (OpaquePointer, Int32, Int32) -> Int
    typealias Decompress = @Sendable @convention(c) (OpaquePointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int
    typealias IsError = @Sendable @convention(c) (Int) -> UInt32
    typealias ErrorName = @Sendable @convention(c) (Int) -> UnsafePointer<CChar>?
    typealias Destroy = @Sendable @convention(c) (OpaquePointer) -> Int

    let create: Create
    let setParameter: SetParameter
    let decompress: Decompress
    let isError: IsError
    let errorName: ErrorName
    let destroy: Destroy

    init?(_ library: SharedLibrary?) {
      guard let library, let create = library.function("ZSTD_createDCtx", as: Create.self),
        let setParameter = library.function("ZSTD_DCtx_setParameter", as: SetParameter.self),
        let decompress = library.function("ZSTD_decompressStream", as: Decompress.self),
        let isError = library.function("ZSTD_isError", as: IsError.self),
        let errorName = library.function("ZSTD_getErrorName", as: ErrorName.self),
        let destroy = library.function("ZSTD_freeDCtx", as: Destroy.self)
      else { return nil }
      self.create = create
      self.setParameter = setParameter
      self.decompress = decompress
      self.isError = isError
      self.errorName = errorName
      self.destroy = destroy
    }
  }

  private static let library = Library(SharedLibrary("libzstd.so.1"))
  /// ZSTD_d_windowLogMax, and 2^25 bytes: the largest thing that is decompressed here.
  private static let windowParameter: (name: Int32, value: Int32) = (100, 25)

  /// The content of all frames of `bytes`, at most `limit` bytes; a cut frame and a wrong checksum are errors.
  static func decompress(_ bytes: [UInt8], limit: Int, thing: String) throws(FormatError) -> [UInt8] {
    guard let library else {
      throw .unsupported(thing, fault: "it is compressed by zstd, and this machine has no libzstd.so.1")
    }
    guard let decoder = library.create() else { throw .tooLarge(thing, fault: "no memory to decompress it") }
    defer { _ = library.destroy(decoder) }
    guard library.isError(library.setParameter(decoder, windowParameter.name, windowParameter.value)) == 0, !bytes.isEmpty else {
      throw .truncated(thing)
    }

    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(max(limit, 1), 64 * 1024))
    // Invariant: both windows point into arrays that live through the closures, `count` is what the arrays have there.
    return try bytes.withUnsafeBufferPointer { input throws(FormatError) in
      let start = input.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) }
      var source = Window(start: start, count: input.count)
      while true {
        let (hint, produced) = chunk.withUnsafeMutableBytes { buffer in
          var target = Window(start: buffer.baseAddress, count: buffer.count)
          return (library.decompress(decoder, &target, &source), target.position)
        }
        guard library.isError(hint) == 0 else {
          throw .malformed(thing, fault: library.errorName(hint).map { String(cString: $0) } ?? "zstd data")
        }
        guard produced <= limit - output.count else {
          throw .tooLarge(thing, fault: "it decompresses to more than \(limit) bytes")
        }
        output.append(contentsOf: chunk[..<produced])
        // 0: a frame is complete and all of it was handed out.
        if hint == 0 && source.position == source.count { return output }
        if hint != 0 && source.position == source.count && produced < chunk.count { throw .truncated(thing) }
      }
    }
  }
}
