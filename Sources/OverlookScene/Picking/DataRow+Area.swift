import OverlookGeometry

extension DataRow {
  /// The elements whose place is in the area, and the paths and polygons that have a point in it, ascending.
  @MainActor func elements(in probe: AreaProbe) -> [Int] {
    switch content {
    case .points(let columns, let style): columns.elements(in: probe) { columns.isDrawn($0, style) }
    case .icons(let columns, let style): columns.elements(in: probe) { columns.isDrawn($0, style) }
    case .paths(let columns, let style): columns.elements(in: probe, style)
    case .polygons(let columns, let style): columns.elements(in: probe, style)
    case .prisms(let columns, let style): columns.elements(in: probe) { columns.isDrawn($0, style) }
    case .heat, .arcs: []
    }
  }
}

extension DataRow.Content {
  /// Whether what is hit is known only by drawing: arcs stand in the air, and where they are seen has little to do with the
  /// ground below.
  package var isFoundByDrawing: Bool {
    switch self {
    case .points, .icons, .heat, .paths, .polygons, .prisms: false
    case .arcs: true
    }
  }
}

extension PlaceColumns {
  /// The elements that are drawn in the area, ascending.
  fileprivate func elements(in probe: AreaProbe, isDrawn: (_ index: Int) -> Bool) -> [Int] {
    var found: [Int] = []
    for (chunk, box) in chunks.boxes.enumerated() where box.meets(probe.ground) {
      let first = chunk * PlaceChunks.size
      for index in first..<min(first + PlaceChunks.size, places.count) {
        let place = places.elements[index]
        guard place.isValid, isDrawn(index), probe.contains(place.worldPoint) else { continue }
        found.append(index)
      }
    }
    return found
  }

  /// Whether a point has a size and passes the filter.
  fileprivate func isDrawn(_ index: Int, _ style: PointStyle) -> Bool {
    (style.radius ?? sizes.elements[index]) > 0 && isShown(index, style.shownValues)
  }

  /// Whether an icon has an image, a size and an angle, and passes the filter.
  fileprivate func isDrawn(_ index: Int, _ style: IconStyle) -> Bool {
    let icon = Int(style.icon ?? icons.elements[index])
    return (style.scale ?? sizes.elements[index]) > 0 && (style.rotation ?? rotations.elements[index]).isFinite
      && style.set.images.indices.contains(icon) && isShown(index, style.shownValues)
  }

  /// Whether a column has a height, which may be 0, and passes the filter.
  func isDrawn(_ index: Int, _ style: PrismStyle) -> Bool {
    !(style.height ?? sizes.elements[index]).isNaN && isShown(index, style.shownValues)
  }

  /// Whether an element passes the filter.
  func isShown(_ index: Int, _ shownValues: ClosedRange<Float>?) -> Bool {
    shownValues?.contains(filterValues.elements[index]) ?? true
  }
}

extension PlaceChunks.Box {
  /// Whether it and a rectangle, in any copy of the world, have a place in common.
  func meets(_ rect: WorldRect) -> Bool {
    guard !isEmpty else { return false }
    let (low, high) = (FixedPlace(x: minX, y: minY).worldPoint, FixedPlace(x: maxX, y: maxY).worldPoint)
    guard high.y >= rect.minY, low.y <= rect.maxY else { return false }
    return low.x + (rect.minX - high.x).rounded(.up) <= rect.maxX
  }
}

extension PathColumns {
  /// The paths that have a point in the area, ascending.
  fileprivate func elements(in probe: AreaProbe, _ style: PathStyle) -> [Int] {
    var found: Set<Int> = []
    for (number, group) in sequences.groups.enumerated() where probe.meets(group) {
      let first = number * PlaceSequences.groupSize
      for piece in sequences.pieces[first..<min(first + PlaceSequences.groupSize, sequences.pieces.count)] {
        let path = Int(piece.path)
        guard probe.meets(piece.box), !found.contains(path), isDrawn(path, style) else { continue }
        if probe.meets(sequences.line(Int(piece.first)..<Int(piece.last) + 1)) { found.insert(path) }
      }
    }
    return found.sorted()
  }

  private func isDrawn(_ path: Int, _ style: PathStyle) -> Bool {
    guard style.width ?? widths.elements[path] > 0 else { return false }
    return style.shownValues?.contains(filterValues.elements[path]) ?? true
  }
}

extension PolygonColumns {
  /// The polygons that have a point in the area, ascending.
  fileprivate func elements(in probe: AreaProbe, _ style: PolygonStyle) -> [Int] {
    (0..<count).filter { polygon in
      guard probe.meets(boxes[polygon]), isDrawn(polygon, style), let region = region(of: polygon) else { return false }
      return probe.meets(region)
    }
  }

  private func isDrawn(_ polygon: Int, _ style: PolygonStyle) -> Bool {
    if !heights.isEmpty, heights.elements[polygon].isNaN { return false }
    return style.shownValues?.contains(filterValues.elements[polygon]) ?? true
  }

  private func region(of polygon: Int) -> WorldRegion? {
    // Each ring ends with its first place.
    let lines = rings(of: polygon).map { rings.sequences.range(of: $0) }.filter { $0.count > 3 }.map {
      rings.sequences.line($0.dropLast(), isClosed: true)
    }
    return lines.first.map { WorldRegion(outer: $0, holes: Array(lines.dropFirst())) }
  }
}

extension PlaceSequences {
  /// A run of places, each in the copy of the world that is nearest to the one before.
  fileprivate func line(_ range: Range<Int>, isClosed: Bool = false) -> WorldLine {
    var points: [WorldPoint] = []
    points.reserveCapacity(range.count)
    for place in places.elements[range] {
      var point = place.worldPoint
      if let last = points.last {
        point.x -= (point.x - last.x).rounded()
        if point == last { continue }
      }
      points.append(point)
    }
    return WorldLine(points: points, isClosed: isClosed)
  }
}

extension AreaProbe {
  /// Whether something of a box is under the area, in any copy of the world.
  fileprivate func meets(_ box: PlaceBox) -> Bool {
    let rect = box.worldRect
    guard rect.minY <= ground.maxY, rect.maxY >= ground.minY else { return false }
    return rect.minX + (ground.minX - rect.maxX).rounded(.up) <= ground.maxX
  }
}
