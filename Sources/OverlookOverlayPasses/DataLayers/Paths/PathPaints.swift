import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookRaster
import OverlookScene

/// What paths need in the driver's memory that are more than a colour: what they look like, and how far along its path each place
/// lies.
@MainActor final class PathPaints {
  /// What the distances were made of.
  private struct Held: Equatable {
    let placesVersion: Int
    let level: PathLevel?
    let pattern: DashPattern?
    /// Of the heights, where there are any.
    let version: Int?
    /// Nil: measured along the ground.
    let screen: ScreenMeasure.Key?
  }

  private var paints: GPUTexelBuffer
  /// The casing and the line, or the line alone.
  private var rows = PaintedRows()
  /// For which style they are held.
  private var heldStyle: PathStyle?
  private var distances: GPUTexelBuffer
  private var held: Held?
  private var measure = ScreenMeasure()
  private var values = ContiguousArray<Float>()

  init(_ device: GPUDevice) {
    paints = GPUTexelBuffer(device, format: .float4, label: "paints of a path layer")
    distances = GPUTexelBuffer(device, format: .float, label: "distances along the paths of a layer")
  }

  /// Brings both up to date with `sequences`, the places of `columns` at a level of detail.
  func update(
    _ columns: PathColumns, _ sequences: PlaceSequences, level: PathLevel?, _ style: PathStyle, _ view: ViewTransform,
    _ screen: PlaceScreen
  ) throws(GPUError) {
    try updateRows(style)
    let key = style.dashes != nil && style.unit == .points ? ScreenMeasure.Key(view, center: view.center) : nil
    let wanted = Held(
      placesVersion: columns.placesVersion, level: level, pattern: style.dashes,
      version: style.altitude.map { _ in columns.version }, screen: key)
    guard wanted != held else { return }
    held = nil
    let count = style.dashes == nil ? 1 : sequences.places.count
    if values.count != count { values = ContiguousArray(repeating: 0, count: count) }
    if let pattern = style.dashes {
      if key?.isTilted == true {
        measureTilted(columns, sequences, style, pattern, view, screen)
      } else {
        measureAll(sequences, pattern, style.unit, view)
      }
    }
    try distances.buffer.replace(values)
    held = wanted
  }

  func bind() {
    paints.bind(unit: 2)
    distances.bind(unit: 4)
  }

  private func updateRows(_ style: PathStyle) throws(GPUError) {
    guard style != heldStyle else { return }
    heldStyle = nil
    rows = PaintedRows(style)
    try paints.buffer.replace(rows.texels)
    heldStyle = style
  }

  /// Where the texels of the line begin, and of its casing.
  var lineRow: Int { rows.lineRow }
  static let casingRow = 0

  /// Distances of all paths, which stay while the view moves.
  private func measureAll(_ sequences: PlaceSequences, _ pattern: DashPattern, _ unit: LengthUnit, _ view: ViewTransform) {
    let length = LineDistances.length(.meters)
    for path in 0..<sequences.count {
      let range = sequences.range(of: path)
      let line = LineDistances(range, unit, pattern)
      measure.take(sequences, range)
      switch unit {
      case .points:
        measure.measure(from: 0, view, target: .zero)
        for (number, index) in range.enumerated() { values[index] = line.wrapped(measure.distances[number]) }
      case .meters:
        var distance = 0.0
        for (number, index) in range.enumerated() {
          if number > 0 { distance += length(WorldPoint(measure.places[number - 1]), WorldPoint(measure.places[number])) }
          values[index] = line.wrapped(distance)
        }
      }
    }
  }

  /// Distances of the paths in view.
  private func measureTilted(
    _ columns: PathColumns, _ sequences: PlaceSequences, _ style: PathStyle, _ pattern: DashPattern, _ view: ViewTransform,
    _ screen: PlaceScreen
  ) {
    var measured: UInt32?
    for (number, group) in sequences.groups.enumerated() where screen.copies(of: group) != nil {
      let first = number * PlaceSequences.groupSize
      for piece in sequences.pieces[first..<min(first + PlaceSequences.groupSize, sequences.pieces.count)]
      where piece.path != measured {
        guard let copies = screen.copies(of: piece.box) else { continue }
        measured = piece.path
        let range = sequences.range(of: Int(piece.path))
        let line = LineDistances(range, .points, pattern)
        measure.take(sequences, range)
        // Moved to where the piece is seen, the target being at 0.
        let seen = screen.offset(of: sequences.places.elements[Int(piece.first)], in: piece.box, copy: copies.lowerBound)
        let east = Double(seen) / FixedPlace.stepsEast - measure.places[Int(piece.first) - range.lowerBound].x
        for index in measure.places.indices { measure.places[index].x += east }
        let meters = style.altitude.map { $0.height ?? columns.heights.elements[Int(piece.path)] } ?? 0
        let altitude = Double(meters * screen.pointsPerMeter(piece.box)) / view.pointsPerWorld
        measure.measure(from: 0, altitude: altitude, view, target: SIMD2(0, view.center.y))
        for (number, index) in range.enumerated() { values[index] = line.wrapped(measure.distances[number]) }
      }
    }
  }
}

/// The line, and beneath it the casing if there is one.
private struct PaintedRows {
  private(set) var lineRow = 0
  private(set) var texels = ContiguousArray<SIMD4<Float>>()

  init() {}

  init(_ style: PathStyle) {
    var paint = StrokePaint(halfWidth: Double(style.width ?? style.largestWidth) / 2, unit: style.unit, offset: 0)
    (paint.dashLengths, paint.dashCap) = (style.dashes?.lengths ?? [], style.dashes?.cap ?? .butt)
    if let casing = style.casing {
      var around = paint
      (around.casing, around.isHollow) = (Double(casing.width), casing.isHollow)
      texels.append(contentsOf: around.texels)
      lineRow = texels.count
      if style.altitude != nil { paint.lead = paint.halfWidth + around.casing }
    }
    texels.append(contentsOf: paint.texels)
  }
}

extension ScreenMeasure {
  /// Takes the places of a path, each the shorter way from the one before.
  fileprivate mutating func take(_ sequences: PlaceSequences, _ range: Range<Int>) {
    let elements = sequences.places.elements
    places.removeAll(keepingCapacity: true)
    guard let first = range.first else { return }
    var east = elements[first].worldPoint.x
    for index in range {
      if index > first {
        east += Double(Int32(bitPattern: elements[index].x &- elements[index - 1].x)) / FixedPlace.stepsEast
      }
      places.append(SIMD2(east, elements[index].worldPoint.y))
    }
  }
}

extension LineDistances {
  fileprivate init(_ range: Range<Int>, _ unit: LengthUnit, _ pattern: DashPattern) {
    self.init(vertices: range, lengthBefore: 0, unit: unit, period: pattern.period, phase: pattern.phase)
  }
}

extension WorldPoint {
  fileprivate init(_ place: SIMD2<Double>) { self.init(x: place.x, y: place.y) }
}
