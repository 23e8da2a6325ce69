/// What bzip2 has compressed (all streams), in parts, from a file of any size; through libbz2, where the machine has it.
final class BunzippedParts {
  /// From <bzlib.h>: `bz_stream`.
  private struct Stream {
    var nextInput: UnsafeMutablePointer<UInt8>?
    var inputCount: UInt32 = 0
    var totalInputLow: UInt32 = 0
    var totalInputHigh: UInt32 = 0
    var nextOutput: UnsafeMutablePointer<UInt8>?
    var outputCount: UInt32 = 0
    var totalOutputLow: UInt32 = 0
    var totalOutputHigh: UInt32 = 0
    var state: UnsafeMutableRawPointer?
    var allocate: UnsafeMutableRawPointer?
    var free: UnsafeMutableRawPointer?
    var opaque: UnsafeMutableRawPointer?
  }

  private struct Library: Sendable {
    typealias Begin = @Sendable @convention(c) (UnsafeMutableRawPointer, Int32, Int32) -> Int32
    typealias Step = @Sendable @convention(c) (UnsafeMutableRawPointer) -> Int32

    let begin: Begin
    let decompress: Step
    let end: Step

    init?(_ library: SharedLibrary?) {
      guard let library, let begin = library.function("BZ2_bzDecompressInit", as: Begin.self),
        let decompress = library.function("BZ2_bzDecompress", as: Step.self),
        let end = library.function("BZ2_bzDecompressEnd", as: Step.self)
      else { return nil }
      self.begin = begin
      self.decompress = decompress
      self.end = end
    }
  }

  private static let library = Library(SharedLibrary("libbz2.so.1.0") ?? SharedLibrary("libbz2.so.1"))

  static var isAvailable: Bool { library != nil }

  private let library: Library
  private let source: SequentialFile
  private let thing: String
  private let limit: UInt64
  private var produced: UInt64 = 0
  /// Never moves: the library keeps its address.
  private let stream: UnsafeMutablePointer<Stream>
  private var input: [UInt8] = []
  private var consumed = 0
  private var isOpen = false

  init(_ source: SequentialFile, limit: UInt64, thing: String) throws(FormatError) {
    guard let library = Self.library else {
      throw .unsupported(thing, fault: "it is compressed by bzip2, and this machine has no libbz2.so.1.0")
    }
    self.library = library
    self.source = source
    self.limit = limit
    self.thing = thing
    stream = .allocate(capacity: 1)
    stream.initialize(to: Stream())
  }

  deinit {
    if isOpen { _ = library.end(stream) }
    stream.deallocate()
  }

  /// Nil at the end; parts may be empty.
  func next() throws(FormatError) -> [UInt8]? {
    if consumed == input.count {
      guard let part = try source.next() else {
        guard !isOpen else { throw .truncated(thing) }
        return nil
      }
      input = part
      consumed = 0
    }
    if !isOpen {
      stream.pointee = Stream()
      guard library.begin(stream, 0, 0) == 0 else { throw .tooLarge(thing, fault: "no memory to decompress it") }
      isOpen = true
    }
    var status: Int32 = 0
    // Invariant: the two pointers of the stream lead into the two arrays only inside the closures, and the counts bound them.
    let output = [UInt8](unsafeUninitializedCapacity: SequentialFile.partByteCount) { buffer, initialized in
      input.withUnsafeBufferPointer { bytes in
        stream.pointee.nextInput = UnsafeMutablePointer(mutating: bytes.baseAddress.map { $0 + consumed })
        stream.pointee.inputCount = UInt32(clamping: bytes.count - consumed)
        stream.pointee.nextOutput = buffer.baseAddress
        stream.pointee.outputCount = UInt32(clamping: buffer.count)
        status = library.decompress(stream)
        consumed = bytes.count - Int(stream.pointee.inputCount)
        initialized = buffer.count - Int(stream.pointee.outputCount)
      }
    }
    produced += UInt64(output.count)
    guard produced <= limit else { throw .tooLarge(thing, fault: "it decompresses to more than \(limit) bytes") }
    switch status {
    case 0: break  // BZ_OK
    case 4:  // BZ_STREAM_END; another one may follow
      _ = library.end(stream)
      isOpen = false
    case -3: throw .tooLarge(thing, fault: "no memory to decompress it")  // BZ_MEM_ERROR
    default: throw .malformed(thing, fault: "bzip2 data")
    }
    return output
  }
}
