internal import Foundation

/// The bytes that a model is made of, by the numbers of its buffers.
struct GLTFBuffers {
  /// A part of a buffer.
  struct View {
    var buffer: Int
    var offset: Int
    var count: Int
    /// Bytes from element to element; nil: they follow each other.
    var stride: Int?
  }

  private let document: GLTFDocument
  private let folder: ModelFolder?
  private let budget: ModelBudget
  private(set) var buffers: [[UInt8]] = []

  init(
    _ document: GLTFDocument, binary: [UInt8]?, folder: ModelFolder?, _ budget: ModelBudget
  ) throws(FormatError) {
    self.document = document
    self.folder = folder
    self.budget = budget
    for index in 0..<document.count(.buffers) {
      let object = try document.item(.buffers, index)
      let needed = try object.neededCount("byteLength")
      let bytes: [UInt8]
      if let uri = object.string("uri") {
        bytes = try contents(of: uri, object.thing)
      } else if index == 0, let binary {
        bytes = binary
      } else {
        throw .malformed(object.thing, fault: "it has neither an address nor a part of the file")
      }
      guard bytes.count >= needed else { throw .truncated(object.thing) }
      buffers.append(bytes)
    }
  }

  /// What an address holds: `data:`, or a file in the model's folder.
  func contents(of uri: String, _ thing: String) throws(FormatError) -> [UInt8] {
    let bytes: [UInt8]
    if uri.prefix(5).lowercased() == "data:" {
      bytes = try Self.data(uri, thing)
    } else if let folder {
      bytes = try folder.read(uri, thing: thing, byteLimit: budget.remaining)
    } else {
      throw .unsupported(thing, fault: "it lies in a file of its own, and this model came without a folder")
    }
    try budget.take(bytes.count, size: 1, for: thing)
    return bytes
  }

  private static func data(_ uri: String, _ thing: String) throws(FormatError) -> [UInt8] {
    guard let comma = uri.firstIndex(of: ","), uri[..<comma].lowercased().hasSuffix(";base64"),
      let data = Data(base64Encoded: String(uri[uri.index(after: comma)...]))
    else { throw .malformed(thing, fault: "its data: address is not in base64") }
    return [UInt8](data)
  }

  /// A view that lies within its buffer.
  func view(_ index: Int) throws(FormatError) -> View {
    let object = try document.item(.bufferViews, index)
    let buffer = try object.neededCount("buffer")
    let (offset, count) = (try object.count("byteOffset", or: 0), try object.neededCount("byteLength"))
    guard buffers.indices.contains(buffer) else {
      throw .malformed(object.thing, fault: "buffer \(buffer) is named, and there are \(buffers.count)")
    }
    let size = buffers[buffer].count
    guard offset <= size, count <= size - offset else {
      throw .malformed(object.thing, fault: "it reaches beyond the \(size) bytes of its buffer")
    }
    let stride = try object.count("byteStride")
    if let stride, !(4...252).contains(stride) {
      throw .malformed(object.thing, fault: "a stride of \(stride) bytes, where 4 to 252 are allowed")
    }
    return View(buffer: buffer, offset: offset, count: count, stride: stride)
  }

  /// The bytes of a view as an array of their own.
  func bytes(ofView index: Int) throws(FormatError) -> [UInt8] {
    let view = try view(index)
    try budget.take(view.count, size: 1, for: "buffer view \(index)")
    return Array(buffers[view.buffer][view.offset..<view.offset + view.count])
  }
}
