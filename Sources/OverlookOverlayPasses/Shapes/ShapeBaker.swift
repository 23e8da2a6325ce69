package import OverlookGeometry
package import OverlookScene
import OverlookSupport

/// What is near the view, and how finely it is shown.
package struct ShapeScope: Equatable {
  /// From `DrawOrder`: x unwrapped, a million worlds wide when it means all the way round.
  package let region: WorldRect
  /// Finest zoom for which what is baked now looks smooth.
  package let zoom: Double
  package let pixelsPerPoint: Double

  package init(region: WorldRect, zoom: Double, pixelsPerPoint: Double) {
    self.region = region
    self.zoom = zoom
    self.pixelsPerPoint = pixelsPerPoint
  }

  /// Whether the region goes all the way round: shapes are then baked once, and drawn once for each visible copy of the world.
  package var isWholeWorld: Bool { region.maxX - region.minX > 1e5 }

  /// What may be left of a shape; nil when all of it. Three times the region, so that the ends never come into view.
  package var clip: WorldRect? {
    if isWholeWorld { return nil }
    let near = WorldRect(minX: region.minX, minY: max(region.minY, 0), maxX: region.maxX, maxY: min(region.maxY, 1))
    return near.minY < near.maxY ? near.expanded(byFraction: 1) : near.expanded(byFraction: 1).union(near)
  }

  package var refinement: CurveRefinement {
    CurveRefinement(tolerance: CurveRefinement.tolerance(atZoom: zoom), region: isWholeWorld ? nil : region)
  }

  /// The whole worlds by which a shape with `bounds` is moved to lie in the region.
  package func copies(of bounds: WorldRect) -> ClosedRange<Int>? {
    if isWholeWorld { return 0...0 }
    let first = (region.minX - bounds.maxX).rounded(.up)
    let last = (region.maxX - bounds.minX).rounded(.down)
    guard first <= last, last - first < 64, abs(first) < 1e6 else { return nil }
    return Int(first)...Int(last)
  }
}

/// Writes rows of the store into a stream: fill first, then outline.
package struct ShapeBaker {
  /// What a row became.
  package struct Parts: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package static let fill = Parts(rawValue: 1)
    /// Lines whose joints matter.
    package static let stroke = Parts(rawValue: 2)
    package static let thinStroke = Parts(rawValue: 4)
    /// Lines and fills that are more than a colour.
    package static let painted = Parts(rawValue: 8)
    /// Something that belongs to the stream as a whole: a picture or a pattern.
    package static let shared = Parts(rawValue: 16)
  }

  package var scope: ShapeScope
  /// Where the looks of lines and fills are kept that are more than a colour.
  package var paints = ShapePaints()
  /// Whether fills without an outline get antialiased edges.
  package var feathersFills = true
  /// How far above the ground lines run that are more than a colour, in world units.
  var altitude = 0.0
  /// Whether anything was left out that a closer look would show.
  package internal(set) var dependsOnZoom = false
  package internal(set) var widestStrokePoints = 0.0

  package init(scope: ShapeScope) {
    self.scope = scope
  }

  package mutating func append(_ row: PolylineRow, _ geometry: ShapeGeometry, to stream: inout ShapeStream) -> Parts {
    let colors = StrokeColors(spans: row.spans, otherwise: row.stroke.color ?? .clear)
    let isPlain = row.stroke.isPlain && !colors.isGradient && !row.spans.contains { $0.style.stampStyle != nil }
    if isPlain { return append(geometry, fill: nil, stroke: plainLine(row.stroke, colors), to: &stream) }
    if row.spans.isEmpty, let lines = casedLines(row.stroke, colors) {
      return append(geometry, fill: nil, stroke: lines.casing, to: &stream)
        .union(append(geometry, fill: nil, stroke: lines.line, to: &stream))
    }
    return append(geometry, row.stroke, colors, row.spans, to: &stream)
  }

  /// An opaque line with a casing is a line on a wider one, each of them only a colour: pixels of those cost a fraction. Nil for what
  /// would look otherwise.
  private mutating func casedLines(_ stroke: Stroke, _ colors: StrokeColors) -> (casing: LineBaker, line: LineBaker)? {
    var plain = stroke
    (plain.style.casingColor, plain.style.casingWidth) = (nil, 0)
    // Beyond an end that is cut the casing reaches, and a wider line does not; corners that are cut lie elsewhere on a wider one.
    guard let color = stroke.style.casingColor, plain.isPlain, colors.isOpaque, stroke.style.cap != .butt,
      stroke.style.join != .bevel
    else { return nil }
    var wide = plain
    wide.width += 2 * stroke.style.casingWidth
    guard wide.width <= Self.maximumPlainWidthPoints else { return nil }
    return (plainLine(wide, StrokeColors(color)), plainLine(plain, colors))
  }

  package mutating func append(_ row: PolygonRow, _ geometry: ShapeGeometry, to stream: inout ShapeStream) -> Parts {
    append(geometry, row.fill, row.stroke, to: &stream)
  }

  package mutating func append(_ row: CircleRow, _ geometry: ShapeGeometry, to stream: inout ShapeStream) -> Parts {
    append(geometry, row.fill, row.stroke, to: &stream)
  }

  private mutating func append(
    _ geometry: ShapeGeometry, _ fill: Fill, _ stroke: Stroke, to stream: inout ShapeStream
  ) -> Parts {
    let strokeColors = stroke.width > 0 ? stroke.color.map { StrokeColors($0) } : nil
    var outline: LineBaker?
    if let strokeColors, stroke.isPlain { outline = plainLine(stroke, strokeColors) }
    if strokeColors == nil, geometry.isOutlineOnly, let color = fill.color {
      outline = LineBaker(widthPoints: 1, colors: StrokeColors(color))
    }
    let interior = fillBaker(fill, geometry, hasOutline: strokeColors != nil, &stream)
    var parts = append(geometry, fill: interior, stroke: outline, to: &stream)
    if let strokeColors, !stroke.isPlain { parts.formUnion(append(geometry, stroke, strokeColors, [], to: &stream)) }
    return parts
  }

  private mutating func plainLine(_ stroke: Stroke, _ colors: StrokeColors) -> LineBaker {
    var line = LineBaker(widthPoints: stroke.width, colors: colors)
    line.join = stroke.style.join
    line.cap = stroke.style.cap
    widestStrokePoints = max(widestStrokePoints, stroke.width)
    return line
  }

  private mutating func fillBaker(
    _ fill: Fill, _ geometry: ShapeGeometry, hasOutline: Bool, _ stream: inout ShapeStream
  ) -> FillBaker? {
    guard fill.isVisible else { return nil }
    var baker = FillBaker(color: (fill.color ?? .clear).packedPremultiplied, isFeathered: feathersFills && !hasOutline)
    if let pattern = fill.pattern, let bounds = geometry.bounds {
      let anchor = WorldPoint(x: (bounds.minX + bounds.maxX) / 2, y: (bounds.minY + bounds.maxY) / 2)
      baker.paintRow = paints.row(PatternPaint(pattern: pattern, color: fill.color, anchor: anchor))
      // The row has the colours; of the vertices only whether they are clear matters.
      if baker.paintRow != nil { baker.color = .max }
      if case .image(let image) = pattern { stream.startPicture(image) }
    }
    return baker
  }

  private mutating func append(
    _ geometry: ShapeGeometry, fill: FillBaker?, stroke: LineBaker?, lines: [WorldLine]? = nil, reachMeters: Double = 0,
    to stream: inout ShapeStream
  ) -> Parts {
    guard let bounds = geometry.bounds?.widened(byMeters: reachMeters), let copies = scope.copies(of: bounds) else { return [] }
    if geometry.isCurved { dependsOnZoom = true }
    var parts = Parts()
    for copy in copies {
      let shift = Double(copy)
      var clip = scope.clip.map { WorldRect(minX: $0.minX - shift, minY: $0.minY, maxX: $0.maxX - shift, maxY: $0.maxY) }
      clip = clip?.widened(byMeters: reachMeters)
      if clip?.contains(bounds) == true { clip = nil }
      if let fill { parts.formUnion(append(geometry, fill, clip, shift: shift, to: &stream)) }
      if let stroke { parts.formUnion(append(lines ?? geometry.lines, stroke, clip, shift: shift, to: &stream)) }
    }
    return parts
  }

  private func append(
    _ geometry: ShapeGeometry, _ fill: FillBaker, _ clip: WorldRect?, shift: Double, to stream: inout ShapeStream
  ) -> Parts {
    guard let region = geometry.region, let triangles = geometry.triangles, !triangles.indices.isEmpty else { return [] }
    var fill = fill
    let before = stream.indices.count
    fill.append(region, triangles, clip: clip, shift: shift, to: &stream)
    guard stream.indices.count > before else { return [] }
    return fill.paintRow == nil ? .fill : [.painted, .shared]
  }

  private mutating func append(
    _ lines: [WorldLine], _ stroke: LineBaker, _ clip: WorldRect?, shift: Double, to stream: inout ShapeStream
  ) -> Parts {
    var stroke = stroke
    let before = stream.indices.count
    stroke.spacing = spacing
    stroke.thinWidthPoints = Self.thinWidthPixels / scope.pixelsPerPoint
    let measured = stroke.pattern.flatMap { $0.period > 0 ? LineDistances.length($0.unit) : nil }
    for line in lines {
      guard let clip else {
        stroke.append(line, shift: shift, to: &stream)
        continue
      }
      for part in line.clipped(to: clip, length: measured) { stroke.append(part, shift: shift, to: &stream) }
    }
    dependsOnZoom = dependsOnZoom || stroke.droppedPoints
    guard stream.indices.count > before else { return [] }
    return stroke.pattern != nil ? .painted : stroke.isThin ? .thinStroke : .stroke
  }

  /// What `StyleBits.line` can hold, and some more than any screen shows.
  private static let maximumPlainWidthPoints = 1024.0

  /// Up to this width nobody can tell the shape of a joint.
  static let thinWidthPixels = 3.0

  /// A tenth of a point at the finest zoom.
  private var spacing: Double { CurveRefinement.tolerance(atZoom: scope.zoom) }
}

// Lines that are more than a colour of a width in points.
extension ShapeBaker {
  /// The outline of a roof, as high as `altitude` says.
  mutating func appendRoofLine(_ stroke: Stroke, _ geometry: ShapeGeometry, to stream: inout ShapeStream) {
    guard stroke.isVisible, let color = stroke.color else { return }
    _ = append(geometry, stroke, StrokeColors(color), [], to: &stream)
  }

  /// From the bottom: the casing of all of the line, the line, the pictures along it.
  private mutating func append(
    _ geometry: ShapeGeometry, _ stroke: Stroke, _ colors: StrokeColors, _ spans: [StyleSpan], to stream: inout ShapeStream
  ) -> Parts {
    let style = stroke.style
    let stamps = spans.compactMap(\.style.stampStyle)
    widestStrokePoints = max(widestStrokePoints, 2 * stroke.reachPoints(stamps: stamps))
    var paint = StrokePaint(halfWidth: stroke.width / 2, unit: style.unit, offset: style.offset)
    paint.altitude = altitude
    if altitude > 0, style.casingColor != nil { paint.lead = stroke.reach(stamps: stamps) }
    paint.dashLengths = style.dashes?.lengths ?? []
    paint.dashCap = style.dashes?.cap ?? .butt
    let reachMeters = stroke.reachMeters(stamps: stamps)
    var parts = Parts()
    if let color = style.casingColor {
      var casing = paint
      casing.casing = style.casingWidth
      casing.isHollow = !colors.isOpaque
      casing.lead = 0
      if let line = paintedLine(casing, StrokeColors(color), style) {
        parts.formUnion(append(geometry, fill: nil, stroke: line, reachMeters: reachMeters, to: &stream))
      }
    }
    if !colors.isClear, let line = paintedLine(paint, colors, style) {
      parts.formUnion(append(geometry, fill: nil, stroke: line, reachMeters: reachMeters, to: &stream))
    }
    parts.formUnion(appendStamps(geometry, stroke, spans, reachMeters: reachMeters, to: &stream))
    return parts
  }

  private mutating func paintedLine(_ paint: StrokePaint, _ colors: StrokeColors, _ style: LineStyle) -> LineBaker? {
    guard let row = paints.row(paint) else { return nil }
    var line = LineBaker(widthPoints: 0, colors: colors)
    let phase = paint.picturePitch > 0 ? 0 : style.dashes?.phase ?? 0
    line.pattern = LinePattern(row: row, unit: style.unit, period: paint.period, phase: phase, altitude: paint.altitude)
    line.join = style.join
    line.cap = style.cap
    return line
  }

  /// Those of the line's style all along it, or those of its spans, each from where the span starts.
  private mutating func appendStamps(
    _ geometry: ShapeGeometry, _ stroke: Stroke, _ spans: [StyleSpan], reachMeters: Double, to stream: inout ShapeStream
  ) -> Parts {
    guard spans.contains(where: { $0.style.stampStyle != nil }) else {
      guard let stamp = stroke.style.stamp else { return [] }
      return append(geometry, stroke, stamp, lines: geometry.lines, reachMeters: reachMeters, to: &stream)
    }
    var parts = Parts()
    var start = 0.0
    for (index, span) in spans.enumerated() {
      let end = index + 1 < spans.count ? start + span.segments : .infinity
      if let stamp = span.style.stampStyle ?? stroke.style.stamp {
        let lines = geometry.lines.flatMap { $0.part(start..<end) }
        parts.formUnion(append(geometry, stroke, stamp, lines: lines, reachMeters: reachMeters, to: &stream))
      }
      start = end
    }
    return parts
  }

  private mutating func append(
    _ geometry: ShapeGeometry, _ stroke: Stroke, _ stamp: StampStyle, lines: [WorldLine], reachMeters: Double,
    to stream: inout ShapeStream
  ) -> Parts {
    let size = stamp.size(lineWidth: stroke.width)
    var paint = StrokePaint(halfWidth: size.width / 2, unit: stroke.style.unit, offset: stroke.style.offset)
    paint.altitude = altitude
    if altitude > 0 { paint.lead = 2 * stroke.reach(stamps: [stamp]) }
    paint.pictureLength = size.length
    paint.picturePitch = size.pitch
    guard let line = paintedLine(paint, StrokeColors(.clear), stroke.style) else { return [] }
    stream.startPicture(stamp.image)
    return append(geometry, fill: nil, stroke: line, lines: lines, reachMeters: reachMeters, to: &stream).union(.shared)
  }
}
