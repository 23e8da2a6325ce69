package import OverlookCamera
package import OverlookGeometry
package import OverlookScene
import OverlookSupport

/// Polygons, circles and polylines around the view as vertices and indices in drawing order, and what of these the GPU has not
/// seen.
///
/// Made anew when the drawing order is, or when curves have to become finer; a change of one row rewrites what is its own. No GL
/// here.
@MainActor
package struct ShapeBatch {
  /// What one overlay of the order became.
  package struct Element: Equatable, Sendable {
    package let kind: OverlayKind
    package let slot: Int32
    package internal(set) var vertices: Range<Int>
    package internal(set) var indices: Range<Int>
    package internal(set) var parts: ShapeBaker.Parts
  }

  /// What the GPU has not seen.
  package struct Changes: Equatable, Sendable {
    /// Then the ranges do not count.
    package internal(set) var isEverything = false
    package internal(set) var positions = ContiguousArray<Range<Int>>()
    package internal(set) var styles = ContiguousArray<Range<Int>>()
    package internal(set) var indices = ContiguousArray<Range<Int>>()

    package init() {}

    fileprivate mutating func removeAll() {
      isEverything = false
      positions.removeAll(keepingCapacity: true)
      styles.removeAll(keepingCapacity: true)
      indices.removeAll(keepingCapacity: true)
    }
  }

  package private(set) var stream = ShapeStream()
  /// In drawing order: number n is the n-th shape of the order, as `OverlayRun.first` counts them.
  package private(set) var elements = ContiguousArray<Element>()
  package private(set) var changes = Changes()
  /// Polygons that could only be outlined because cutting them into triangles would have taken too long.
  package private(set) var outlineOnlyCount = 0
  /// What the elements cover in x, in the frame of `scope`.
  package private(set) var extentX = 0.0...0.0
  package private(set) var scope: ShapeScope?
  /// No stroke near the view is wider.
  package private(set) var widestStrokePoints = 0.0

  private var seenVersion = -1
  private var dependsOnZoom = false
  private var feathersFills = true
  private var polylines = GeometryCache()
  private var polygons = GeometryCache()
  private var circles = GeometryCache()
  private var elementOfSlot: [ContiguousArray<Int32>] = Array(repeating: [], count: OverlayKind.allCases.count)
  /// Rows whose path changed while they were in view get room to grow.
  private var growing: [DirtyRows] = Array(repeating: DirtyRows(), count: OverlayKind.allCases.count)
  private var scratch = ShapeStream()
  package private(set) var paints = ShapePaints()
  private var screenDistances = ScreenDistances()
  /// Texels of `paints` when everything was made anew.
  private var texelsAtFirst = 0
  /// For each element how many before it have a fill, a stroke, a thin stroke and something painted.
  private var partsBefore = ContiguousArray<SIMD4<Int32>>()

  /// Above this number of edges around the view, fills do without their antialiased margin, which costs two triangles an edge.
  private static let maximumFeatheredEdges = 50_000
  /// Texels that changed lines may leave behind, beside as many as there were.
  private static let sparePaintTexels = 1024
  /// Baked for views up to this much closer.
  private static let zoomAhead = 1.0

  package init() {}

  /// Brings everything up to date with `order`, which was updated for this frame, and with the rows that changed.
  package mutating func update(_ store: OverlayStore, order: DrawOrder, view: ViewTransform, pixelsPerPoint: Double = 1) {
    changes.removeAll()
    guard let region = order.region else { return }
    updateRows(store, order: order, region: region, view: view, pixelsPerPoint: pixelsPerPoint)
    followView(view)
  }

  private mutating func updateRows(
    _ store: OverlayStore, order: DrawOrder, region: WorldRect, view: ViewTransform, pixelsPerPoint: Double
  ) {
    if order.version != seenVersion || needsOtherZoom(view) || scope?.pixelsPerPoint != pixelsPerPoint {
      let zoom = view.camera.zoom + Self.zoomAhead
      rebuild(store, order: order, scope: ShapeScope(region: region, zoom: zoom, pixelsPerPoint: pixelsPerPoint))
      return
    }
    var needsRebuild = false
    updateDirty(store.polygons.dirtyRows, .polygon, store, &needsRebuild)
    updateDirty(store.circles.dirtyRows, .circle, store, &needsRebuild)
    updateDirty(store.polylines.dirtyRows, .polyline, store, &needsRebuild)
    if needsRebuild, let scope { rebuild(store, order: order, scope: scope) }
  }

  /// Brings to `view` what is measured on the screen, and patterns of fills.
  private mutating func followView(_ view: ViewTransform) {
    guard let scope, !stream.distances.isEmpty || !paints.patterns.isEmpty else { return }
    // In the copy of the world where the stream lies.
    var center = view.center
    if !scope.isWholeWorld { center.x += ((scope.region.minX + scope.region.maxX) / 2 - center.x).rounded() }
    paints.updateOrigins(center: center, pointsPerWorld: view.pointsPerWorld)
    screenDistances.update(&stream, view: view, center: center, changed: &changes.styles)
  }

  /// The GPU has seen the paints.
  package mutating func paintsWereUploaded() { paints.isChanged = false }

  /// The indices of the elements `first ..< first + count`, and whether there are fills and strokes among them.
  package func indexRange(first: Int, count: Int) -> (indices: Range<Int>, parts: ShapeBaker.Parts) {
    guard count > 0, first >= 0, first + count <= elements.count else { return (0..<0, []) }
    var parts = ShapeBaker.Parts()
    let counts = partsBefore[first + count] &- partsBefore[first]
    if counts.x > 0 { parts.insert(.fill) }
    if counts.y > 0 { parts.insert(.stroke) }
    if counts.z > 0 { parts.insert(.thinStroke) }
    if counts.w > 0 { parts.insert(.painted) }
    return (elements[first].indices.lowerBound..<elements[first + count - 1].indices.upperBound, parts)
  }

  /// Whether any of the elements `first ..< first + count` looks otherwise than before the last update.
  package func hasChanged(first: Int, count: Int) -> Bool {
    guard count > 0, first >= 0, first + count <= elements.count else { return false }
    if changes.isEverything || paints.isChanged && indexRange(first: first, count: count).parts.contains(.painted) { return true }
    let (vertices, indices) = (
      elements[first].vertices.lowerBound..<elements[first + count - 1].vertices.upperBound,
      elements[first].indices.lowerBound..<elements[first + count - 1].indices.upperBound
    )
    return changes.styles.contains { $0.overlaps(vertices) } || changes.positions.contains { $0.overlaps(vertices) }
      || changes.indices.contains { $0.overlaps(indices) }
  }

  /// The whole worlds by which the stream is moved to be seen in `view`: one, or one for each visible copy of the world.
  package func worldOffsets(for view: ViewTransform, visibleRect: WorldRect) -> ClosedRange<Int>? {
    guard let scope, !elements.isEmpty else { return nil }
    if !scope.isWholeWorld {
      let middle = (scope.region.minX + scope.region.maxX) / 2
      let offset = (view.center.x - middle).rounded()
      guard abs(offset) < 1e6 else { return nil }
      return Int(offset)...Int(offset)
    }
    let first = (visibleRect.minX - extentX.upperBound).rounded(.up)
    let last = (visibleRect.maxX - extentX.lowerBound).rounded(.down)
    guard first <= last, last - first < 64, abs(first) < 1e6 else { return nil }
    return Int(first)...Int(last)
  }

  private func needsOtherZoom(_ view: ViewTransform) -> Bool {
    guard let scope, dependsOnZoom else { return false }
    // A coarser view needs no rebuild for its looks, but should not pay for points that it cannot show.
    return view.camera.zoom > scope.zoom || view.camera.zoom < scope.zoom - 3
  }
}

// MARK: Making it anew

extension ShapeBatch {
  private mutating func rebuild(_ store: OverlayStore, order: DrawOrder, scope: ShapeScope) {
    if order.version != seenVersion { forgetRemoved(store) }
    seenVersion = order.version
    self.scope = scope
    // Held by this function alone: a stream that is also part of `self` would be copied with every element.
    var stream = ShapeStream()
    swap(&stream, &self.stream)
    stream.removeAll()
    elements.removeAll(keepingCapacity: true)
    for kind in elementOfSlot.indices {
      for slot in elementOfSlot[kind].indices { elementOfSlot[kind][slot] = -1 }
    }
    outlineOnlyCount = 0
    extentX = 0...0
    widestStrokePoints = 0
    var baker = ShapeBaker(scope: scope)
    swap(&baker.paints, &paints)
    baker.paints.removeAll()
    screenDistances.invalidate()
    baker.feathersFills = updateGeometries(store, order) <= Self.maximumFeatheredEdges
    feathersFills = baker.feathersFills
    // What the first piece of the first line and the last piece of the last one look at.
    stream.append(WorldPoint(x: 0, y: 0), style: .zero)
    for entry in order.entries where !entry.isBlock { append(entry, store, &baker, to: &stream) }
    stream.pad(vertices: stream.vertexCount + 2, indices: 0)
    swap(&stream, &self.stream)
    swap(&baker.paints, &paints)
    texelsAtFirst = paints.texels.count
    dependsOnZoom = baker.dependsOnZoom
    widestStrokePoints = baker.widestStrokePoints
    countParts()
    changes.isEverything = true
  }

  private mutating func append(
    _ entry: DrawOrder.Entry, _ store: OverlayStore, _ baker: inout ShapeBaker, to stream: inout ShapeStream
  ) {
    let slot = Int(entry.slot)
    let (firstVertex, firstIndex) = (stream.vertexCount, stream.indices.count)
    guard let parts = bake(entry.kind, slot, store, &baker, into: &stream) else { return }
    if growing[Int(entry.kind.rawValue)].contains(slot) {
      let (vertices, indices) = (stream.vertexCount - firstVertex, stream.indices.count - firstIndex)
      stream.pad(vertices: stream.vertexCount + vertices / 2 + 16, indices: stream.indices.count + indices / 2 + 48)
    }
    setElement(Int32(elements.count), entry.kind, slot)
    elements.append(
      Element(
        kind: entry.kind, slot: entry.slot, vertices: firstVertex..<stream.vertexCount,
        indices: firstIndex..<stream.indices.count, parts: parts))
    if let geometry = geometry(entry.kind, slot) {
      if geometry.isOutlineOnly { outlineOnlyCount += 1 }
      if let bounds = geometry.bounds {
        extentX = min(extentX.lowerBound, bounds.minX)...max(extentX.upperBound, bounds.maxX)
      }
    }
  }

  /// Writes the row into `stream`; nil for kinds that are no shapes.
  private func bake(
    _ kind: OverlayKind, _ slot: Int, _ store: OverlayStore, _ baker: inout ShapeBaker, into stream: inout ShapeStream
  ) -> ShapeBaker.Parts? {
    switch kind.shape {
    case .polyline:
      guard let row = store.polylineRow(slot), row.bounds != nil, let geometry = polylines[slot] else { return [] }
      return baker.append(row, geometry, to: &stream)
    case .polygon:
      guard let row = store.polygonRow(slot), row.bounds != nil, let geometry = polygons[slot] else { return [] }
      return baker.append(row, geometry, to: &stream)
    case .circle:
      guard let row = store.circleRow(slot), row.bounds != nil, let geometry = circles[slot] else { return [] }
      return baker.append(row, geometry, to: &stream)
    case nil: return nil
    }
  }

  private func geometry(_ kind: OverlayKind, _ slot: Int) -> ShapeGeometry? {
    switch kind.shape {
    case .polyline: polylines[slot]
    case .polygon: polygons[slot]
    case .circle: circles[slot]
    case nil: nil
    }
  }

  /// Makes the geometries that are missing or no longer fit; returns the number of edges of all fills.
  private mutating func updateGeometries(_ store: OverlayStore, _ order: DrawOrder) -> Int {
    var edges = 0
    for entry in order.entries where !entry.isBlock {
      updateGeometry(entry.kind, Int(entry.slot), store)
      if let geometry = geometry(entry.kind, Int(entry.slot)), geometry.triangles != nil {
        edges += geometry.region?.points.count ?? 0
      }
    }
    return edges
  }

  /// True when it was made anew.
  @discardableResult
  private mutating func updateGeometry(_ kind: OverlayKind, _ slot: Int, _ store: OverlayStore) -> Bool {
    guard let wanted = scope?.refinement else { return false }
    switch kind.shape {
    case .polyline:
      guard let row = store.polylineRow(slot), row.bounds != nil else { return false }
      let old = polylines[slot]
      if old?.isCurrent(key: row.key, version: row.geometryVersion, isFilled: false, wanted: wanted) == true { return false }
      polylines[slot] = ShapeGeometry(row, refinement: wanted)
    case .polygon:
      guard let row = store.polygonRow(slot), row.bounds != nil else { return false }
      let isFilled = row.fill.isVisible
      let old = polygons[slot]
      if old?.isCurrent(key: row.key, version: row.geometryVersion, isFilled: isFilled, wanted: wanted) == true { return false }
      polygons[slot] = ShapeGeometry(row, refinement: wanted)
    case .circle:
      guard let row = store.circleRow(slot), row.bounds != nil else { return false }
      let isFilled = row.fill.isVisible
      let old = circles[slot]
      if old?.isCurrent(key: row.key, version: row.geometryVersion, isFilled: isFilled, wanted: wanted) == true { return false }
      circles[slot] = ShapeGeometry(row, refinement: wanted)
    case nil: return false
    }
    return true
  }

  private mutating func forgetRemoved(_ store: OverlayStore) {
    polylines.drop { store.polylineRow($0) != nil }
    polygons.drop { store.polygonRow($0) != nil }
    circles.drop { store.circleRow($0) != nil }
  }

  private mutating func setElement(_ element: Int32, _ kind: OverlayKind, _ slot: Int) {
    let table = Int(kind.rawValue)
    while elementOfSlot[table].count <= slot { elementOfSlot[table].append(-1) }
    elementOfSlot[table][slot] = element
  }

  private mutating func countParts() {
    partsBefore.removeAll(keepingCapacity: true)
    var counts = SIMD4<Int32>.zero
    partsBefore.append(counts)
    for element in elements {
      if element.parts.contains(.fill) { counts.x &+= 1 }
      if element.parts.contains(.stroke) { counts.y &+= 1 }
      if element.parts.contains(.thinStroke) { counts.z &+= 1 }
      if element.parts.contains(.painted) { counts.w &+= 1 }
      partsBefore.append(counts)
    }
  }
}

// MARK: Changing one row

extension ShapeBatch {
  private mutating func updateDirty(
    _ rows: DirtyRows, _ kind: OverlayKind, _ store: OverlayStore, _ needsRebuild: inout Bool
  ) {
    var slot = 0
    while let dirty = rows.next(atLeast: slot) {
      slot = dirty + 1
      let table = elementOfSlot[Int(kind.rawValue)]
      guard dirty < table.count, table[dirty] >= 0 else { continue }
      if !update(Int(table[dirty]), store) { needsRebuild = true }
    }
  }

  /// Bakes one element again where it is; false when it does not fit there.
  private mutating func update(_ number: Int, _ store: OverlayStore) -> Bool {
    guard let scope else { return true }
    let element = elements[number]
    // Where pictures begin, and which rows of the paints are whose, is known for the stream as a whole.
    if element.parts.contains(.shared) || paints.texels.count > 2 * texelsAtFirst + Self.sparePaintTexels { return false }
    let slot = Int(element.slot)
    let isNewGeometry = updateGeometry(element.kind, slot, store)
    if isNewGeometry { growing[Int(element.kind.rawValue)].insert(slot) }
    var scratch = ShapeStream()
    swap(&scratch, &self.scratch)
    defer { swap(&scratch, &self.scratch) }
    scratch.removeAll()
    scratch.firstVertex = element.vertices.lowerBound
    var baker = ShapeBaker(scope: scope)
    baker.feathersFills = feathersFills
    swap(&baker.paints, &paints)
    let baked = bake(element.kind, slot, store, &baker, into: &scratch)
    swap(&baker.paints, &paints)
    guard let parts = baked else { return true }
    guard !parts.contains(.shared) else { return false }
    guard scratch.vertexCount <= element.vertices.count, scratch.indices.count <= element.indices.count else { return false }
    if parts != element.parts {
      elements[number].parts = parts
      countParts()
    }
    scratch.pad(vertices: element.vertices.count, indices: element.indices.count)
    dependsOnZoom = dependsOnZoom || baker.dependsOnZoom
    widestStrokePoints = max(widestStrokePoints, baker.widestStrokePoints)
    let samePositions = scratch.positions[...] == stream.positions[element.vertices]
    let sameIndices = scratch.indices[...] == stream.indices[element.indices]
    if parts.union(element.parts).contains(.painted) { screenDistances.invalidate() }
    stream.replace(fromVertex: element.vertices.lowerBound, fromIndex: element.indices.lowerBound, with: scratch)
    changes.styles.note(element.vertices)
    if !samePositions { changes.positions.note(element.vertices) }
    if !sameIndices { changes.indices.note(element.indices) }
    if isNewGeometry, let bounds = geometry(element.kind, slot)?.bounds {
      extentX = min(extentX.lowerBound, bounds.minX)...max(extentX.upperBound, bounds.maxX)
    }
    return true
  }
}

extension ContiguousArray where Element == Range<Int> {
  /// Appends `range`, or lets the last one grow where the two are neighbours.
  mutating func note(_ range: Range<Int>) {
    if let last, last.upperBound == range.lowerBound {
      self[count - 1] = last.lowerBound..<range.upperBound
    } else if !range.isEmpty {
      append(range)
    }
  }
}
