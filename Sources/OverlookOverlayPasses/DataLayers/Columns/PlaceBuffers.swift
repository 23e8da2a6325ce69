import OverlookCamera
import OverlookGPU
import OverlookScene

/// The columns of a layer of places in the driver's memory. Locations of attributes: 0 places, 1 colours, 2 sizes, 3 filter
/// values, 4 rotations, 5 icons.
@MainActor final class PlaceBuffers {
  private var places: ColumnBuffer
  private var colors: ColumnBuffer
  private var sizes: ColumnBuffer
  private var filterValues: ColumnBuffer
  private var rotations: ColumnBuffer
  private var icons: ColumnBuffer
  /// Of the columns that the buffers hold; nil until something is drawn from them.
  private var uploadedVersion: Int?

  init(_ device: GPUDevice) {
    places = ColumnBuffer(device, label: "places of a layer")
    colors = ColumnBuffer(device, label: "colours of a layer")
    sizes = ColumnBuffer(device, label: "sizes of a layer")
    filterValues = ColumnBuffer(device, label: "filter values of a layer")
    rotations = ColumnBuffer(device, label: "rotations of a layer")
    icons = ColumnBuffer(device, label: "icon numbers of a layer")
  }

  /// Brings what changed of the columns to the buffers; true when vertex arrays must be attached anew. Buffers that nothing was
  /// drawn from yet take all.
  func update(_ columns: PlaceColumns) throws(GPUError) -> Bool {
    guard columns.version != uploadedVersion else { return false }
    let isNew = uploadedVersion == nil
    try places.update(columns.places, isNew: isNew)
    try colors.update(columns.colors, isNew: isNew)
    try sizes.update(columns.sizes, isNew: isNew)
    try filterValues.update(columns.filterValues, isNew: isNew)
    try rotations.update(columns.rotations, isNew: isNew)
    try icons.update(columns.icons, isNew: isNew)
    columns.clearChanges()
    uploadedVersion = columns.version
    return true
  }

  /// Feeds `vertices` from element `first` on. `divisor`: 0 for a vertex an element, 1 for an instance.
  func attach(to vertices: borrowing GPUVertexArray, divisor: Int, first: Int = 0) {
    places.attach(to: vertices, VertexAttribute(0, .integer, 2, offset: 0), stride: 8, divisor: divisor, first: first)
    colors.attach(
      to: vertices, VertexAttribute(1, .unsignedByteNormalized, 4, offset: 0), stride: 4, divisor: divisor, first: first)
    sizes.attach(to: vertices, VertexAttribute(2, .float, 1, offset: 0), stride: 4, divisor: divisor, first: first)
    filterValues.attach(to: vertices, VertexAttribute(3, .float, 1, offset: 0), stride: 4, divisor: divisor, first: first)
    rotations.attach(to: vertices, VertexAttribute(4, .float, 1, offset: 0), stride: 4, divisor: divisor, first: first)
    icons.attach(to: vertices, VertexAttribute(5, .unsignedInteger, 1, offset: 0), stride: 4, divisor: divisor, first: first)
  }
}

/// The uniforms of `data_place.glsl`.
@MainActor struct ElementUniforms {
  private let place: PlaceUniforms
  private let shown: GPUUniform

  init(_ program: borrowing GPUProgram) {
    place = PlaceUniforms(program)
    shown = program.uniform("u_shown")
  }

  /// Sets which filter values are shown; nil: all.
  func set(shownValues: ClosedRange<Float>?, of program: borrowing GPUProgram) {
    program.set(shown, shownValues.map { SIMD2($0.lowerBound, $0.upperBound) } ?? SIMD2(1, 0))
  }

  /// Sets which copy of the world is drawn.
  func set(_ view: ViewTransform, worldCopy: Int, of program: borrowing GPUProgram) {
    place.set(program, view, worldCopy: Int64(worldCopy))
  }
}
