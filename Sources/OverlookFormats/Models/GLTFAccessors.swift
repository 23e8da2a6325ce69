/// Reads the numbers of a model: every place is checked against its buffer before the first is read.
struct GLTFAccessors {
  private enum Component: Int {
    case int8 = 5120
    case uint8 = 5121
    case int16 = 5122
    case uint16 = 5123
    case uint32 = 5125
    case float = 5126

    var byteCount: Int {
      switch self {
      case .int8, .uint8: 1
      case .int16, .uint16: 2
      case .uint32, .float: 4
      }
    }

    var isUnsigned: Bool { self == .uint8 || self == .uint16 || self == .uint32 }
  }

  /// Elements in a buffer.
  private struct Run {
    var buffer: Int
    var offset: Int
    var stride: Int
    var component: Component
  }

  private struct Accessor {
    var thing: String
    var count: Int
    /// Numbers an element.
    var width: Int
    var component: Component
    var isNormalized: Bool
    /// Nil: zeros.
    var run: Run?
    var sparse: Sparse?
  }

  /// Elements that take the place of others.
  private struct Sparse {
    var count: Int
    var indices: Run
    var values: Run
  }

  private let document: GLTFDocument
  let buffers: GLTFBuffers
  private let budget: ModelBudget

  init(_ document: GLTFDocument, _ buffers: GLTFBuffers, _ budget: ModelBudget) {
    self.document = document
    self.buffers = buffers
    self.budget = budget
  }

  private static let widths = ["SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16]

  /// Elements of an accessor, and how many numbers each has.
  func shape(_ index: Int) throws(FormatError) -> (count: Int, width: Int) {
    let object = try document.item(.accessors, index)
    guard let width = object.string("type").flatMap({ Self.widths[$0] }) else {
      throw .malformed(object.thing, fault: "its type is none that is used here")
    }
    return (try object.neededCount("count"), width)
  }

  /// All numbers of an accessor of elements of one of `widths`, which must be finite.
  func floats(_ index: Int, widths: ClosedRange<Int>) throws(FormatError) -> [Float] {
    let accessor = try accessor(index, widths: widths, elementBytes: 4)
    var numbers = [Float](repeating: 0, count: accessor.count * accessor.width)
    if let run = accessor.run {
      for element in 0..<accessor.count { read(run, element, accessor, into: &numbers, at: element) }
    }
    try replaceSparse(accessor) { run, from, element in read(run, from, accessor, into: &numbers, at: element) }
    guard numbers.allSatisfy(\.isFinite) else { throw .malformed(accessor.thing, fault: "a number that is not finite") }
    return numbers
  }

  /// All numbers of an accessor of unsigned whole numbers.
  func integers(_ index: Int, widths: ClosedRange<Int>) throws(FormatError) -> [UInt32] {
    let accessor = try accessor(index, widths: widths, elementBytes: 4)
    guard accessor.component.isUnsigned else { throw .malformed(accessor.thing, fault: "its numbers are not unsigned") }
    var numbers = [UInt32](repeating: 0, count: accessor.count * accessor.width)
    func read(_ run: Run, _ from: Int, at element: Int) {
      let bytes = buffers.buffers[run.buffer]
      let start = run.offset + from * run.stride
      for part in 0..<accessor.width {
        numbers[element * accessor.width + part] = Self.integer(
          bytes, start + part * run.component.byteCount, run.component.byteCount)
      }
    }
    if let run = accessor.run {
      for element in 0..<accessor.count { read(run, element, at: element) }
    }
    try replaceSparse(accessor) { run, from, element in read(run, from, at: element) }
    return numbers
  }

  // MARK: Elements

  private func read(_ run: Run, _ from: Int, _ accessor: Accessor, into numbers: inout [Float], at element: Int) {
    let start = run.offset + from * run.stride
    let size = run.component.byteCount
    for part in 0..<accessor.width {
      let bits = Self.integer(buffers.buffers[run.buffer], start + part * size, size)
      numbers[element * accessor.width + part] = Self.number(bits, run.component, isNormalized: accessor.isNormalized)
    }
  }

  private static func integer(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> UInt32 {
    switch count {
    case 1: UInt32(bytes[offset])
    case 2: UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8
    default:
      UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2]) << 16
        | UInt32(bytes[offset + 3]) << 24
    }
  }

  /// As glTF 2.0 says in 3.6.2.2 and 3.11.
  private static func number(_ bits: UInt32, _ component: Component, isNormalized: Bool) -> Float {
    switch component {
    case .float: return Float(bitPattern: bits)
    case .uint32: return Float(bits)
    case .uint8: return isNormalized ? Float(bits) / 255 : Float(bits)
    case .uint16: return isNormalized ? Float(bits) / 65535 : Float(bits)
    case .int8:
      let value = Float(Int8(truncatingIfNeeded: bits))
      return isNormalized ? max(value / 127, -1) : value
    case .int16:
      let value = Float(Int16(truncatingIfNeeded: bits))
      return isNormalized ? max(value / 32767, -1) : value
    }
  }

  private func replaceSparse(_ accessor: Accessor, _ body: (_ run: Run, _ from: Int, _ element: Int) -> Void) throws(FormatError)
  {
    guard let sparse = accessor.sparse else { return }
    let bytes = buffers.buffers[sparse.indices.buffer]
    for number in 0..<sparse.count {
      let place = sparse.indices.offset + number * sparse.indices.stride
      let element = Int(Self.integer(bytes, place, sparse.indices.component.byteCount))
      guard element < accessor.count else {
        throw .malformed(accessor.thing, fault: "element \(element) is replaced, and there are \(accessor.count)")
      }
      body(sparse.values, number, element)
    }
  }

  // MARK: Descriptions

  private func accessor(_ index: Int, widths: ClosedRange<Int>, elementBytes: Int) throws(FormatError) -> Accessor {
    let object = try document.item(.accessors, index)
    let (count, width) = try shape(index)
    guard widths.contains(width) else {
      throw .malformed(object.thing, fault: "its elements have \(width) numbers, where others are asked for")
    }
    let component = try Self.component(object)
    guard count > 0 else { throw .malformed(object.thing, fault: "it has no elements") }
    let (numbers, overflow) = count.multipliedReportingOverflow(by: width)
    guard !overflow else { throw .tooLarge(object.thing, fault: "\(count) elements") }
    try budget.take(numbers, size: elementBytes, for: object.thing)
    var accessor = Accessor(
      thing: object.thing, count: count, width: width, component: component,
      isNormalized: object["normalized"]?.bool == true)
    if let view = try object.count("bufferView") {
      accessor.run = try run(
        view, offset: try object.count("byteOffset", or: 0), count: count, width: width, component, object.thing)
    }
    if let sparse = object.child("sparse") { accessor.sparse = try self.sparse(sparse, accessor) }
    return accessor
  }

  private func sparse(_ object: GLTFObject, _ accessor: Accessor) throws(FormatError) -> Sparse {
    let count = try object.neededCount("count")
    guard count <= accessor.count, let indices = object.child("indices"), let values = object.child("values") else {
      throw .malformed(object.thing, fault: "it is not complete, or has more elements than its accessor")
    }
    let component = try Self.component(indices)
    guard component.isUnsigned else { throw .malformed(indices.thing, fault: "its numbers are not unsigned") }
    return Sparse(
      count: count,
      indices: try run(
        try indices.neededCount("bufferView"), offset: try indices.count("byteOffset", or: 0), count: count, width: 1,
        component, indices.thing),
      values: try run(
        try values.neededCount("bufferView"), offset: try values.count("byteOffset", or: 0), count: count,
        width: accessor.width, accessor.component, values.thing))
  }

  private static func component(_ object: GLTFObject) throws(FormatError) -> Component {
    guard let component = Component(rawValue: try object.neededCount("componentType")) else {
      throw .malformed(object.thing, fault: "its component type is none of glTF")
    }
    return component
  }

  /// Elements of a view, all of which lie within it.
  private func run(
    _ index: Int, offset: Int, count: Int, width: Int, _ component: Component, _ thing: String
  ) throws(FormatError) -> Run {
    let view = try buffers.view(index)
    let size = component.byteCount * width
    let stride = view.stride ?? size
    let (span, overflow) = max(count - 1, 0).multipliedReportingOverflow(by: stride)
    let needed = count > 0 ? size : 0
    guard stride >= size, !overflow, offset <= view.count, span <= view.count - offset,
      needed <= view.count - offset - span
    else { throw .malformed(thing, fault: "it reaches beyond its buffer view") }
    return Run(buffer: view.buffer, offset: view.offset + offset, stride: stride, component: component)
  }
}
