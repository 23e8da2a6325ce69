internal import OverlookFormats
internal import OverlookGeometry
internal import OverlookStyle

/// Cuts tiles out of features.
struct GeoJSONTiler: Sendable {
  private let attributes: GeoJSONAttributes
  private let documentTags: [Int32]
  private let tagRanges: [Range<Int32>]
  private let projected: ProjectedFeatures
  private let maximumZoom: Int
  /// In sides of a tile.
  private let buffer: Double
  private let tolerance: Double
  private let hasLineMetrics: Bool

  /// Points along the side of a tile, which the options count by.
  private static let tilePoints = 512.0

  init(_ document: GeoJSONDocument, _ attributes: GeoJSONAttributes, _ options: StyleSource.GeoJSONOptions) {
    self.attributes = attributes
    documentTags = document.tags
    tagRanges = document.features.map(\.tags)
    maximumZoom = Int(options.maximumZoom.rounded(.down))
    buffer = options.buffer / Self.tilePoints
    tolerance = options.tolerance / Self.tilePoints
    hasLineMetrics = options.hasLineMetrics
    projected = ProjectedFeatures(
      document, tolerance: tolerance / Double(sign: .plus, exponent: maximumZoom, significand: 1), splitsLines: hasLineMetrics)
  }

  func layer(_ tile: TileID) -> FeatureLayer {
    var job = Job(tile: tile, buffer: buffer, tolerance: tile.z >= maximumZoom ? 0 : tolerance)
    job.builder.keys = attributes.keys + (hasLineMetrics ? ["mapbox_clip_start", "mapbox_clip_end"] : [])
    if !hasLineMetrics { job.builder.values = attributes.values }
    // The world repeats: what lies beyond the antimeridian is in the tiles on the other side. Later features lie above, and the
    // copy from the west below all.
    for shift in [1.0, 0, -1] {
      let low = job.low - SIMD2(shift, 0)
      let high = job.high - SIMD2(shift, 0)
      for index in projected.boxes.items(in: BoxTree.Box(low, high)) { append(Int(index), shift, &job) }
    }
    return FeatureLayer(job.builder)
  }

  /// A tile that is being made.
  private struct Job {
    var builder = FeatureLayerBuilder(name: FeatureTile.geoJSONLayer)
    let scale: Double
    let origin: SIMD2<Double>
    /// What the tile holds, with its buffer.
    let low: SIMD2<Double>
    let high: SIMD2<Double>
    /// In widths of the world; 0 keeps every point.
    let tolerance: Double
    var first = ClippedParts()
    var second = ClippedParts()

    init(tile: TileID, buffer: Double, tolerance: Double) {
      scale = Double(sign: .plus, exponent: tile.z, significand: 1)
      origin = SIMD2(Double(tile.x), Double(tile.y))
      low = (origin - buffer) / scale
      high = (origin + (1 + buffer)) / scale
      self.tolerance = tolerance / scale
    }

    /// Adds a point of the world to the part at hand.
    mutating func append(_ point: SIMD2<Double>) {
      builder.append((point * scale - origin) * Double(FeatureLayer.extent))
    }
  }

  private func append(_ index: Int, _ shift: Double, _ job: inout Job) {
    let feature = projected.features[index]
    switch feature.kind {
    case .points: appendPoints(feature, shift, &job)
    case .lines: appendLines(feature, shift, &job)
    case .polygons: appendRings(feature, shift, &job)
    }
  }

  private func appendPoints(_ feature: ProjectedFeatures.Feature, _ shift: Double, _ job: inout Job) {
    let start = job.builder.pointCount
    for part in feature.parts {
      for index in projected.range(ofPart: part) {
        let point = projected.points[index] + SIMD2(shift, 0)
        guard point.x >= job.low.x, point.x <= job.high.x, point.y >= job.low.y, point.y <= job.high.y else { continue }
        job.append(point)
      }
    }
    guard job.builder.pointCount > start else { return }
    job.builder.endPart()
    end(feature, .point, nil, &job)
  }

  private func appendLines(_ feature: ProjectedFeatures.Feature, _ shift: Double, _ job: inout Job) {
    clip(feature, shift, &job)
    for part in job.second.parts {
      if job.tolerance > 0 && part.size < job.tolerance { continue }
      let start = job.builder.pointCount
      appendSimplified(part.range, &job)
      guard job.builder.pointCount - start > 1 else {
        job.builder.dropPart()
        continue
      }
      job.builder.endPart()
      if hasLineMetrics { end(feature, .line, part, &job) }
    }
    if !hasLineMetrics { end(feature, .line, nil, &job) }
  }

  private func appendRings(_ feature: ProjectedFeatures.Feature, _ shift: Double, _ job: inout Job) {
    clip(feature, shift, &job)
    for part in job.second.parts {
      if job.tolerance > 0 && part.size < job.tolerance * job.tolerance { continue }
      // The last point of a ring is its first one again.
      let start = job.builder.pointCount
      appendSimplified(part.range.dropLast(), &job)
      guard job.builder.pointCount - start > 2 else {
        job.builder.dropPart()
        continue
      }
      job.builder.endPart()
    }
    end(feature, .polygon, nil, &job)
  }

  /// Leaves the feature's parts, as far as they lie in the tile, in `job.second`.
  private func clip(_ feature: ProjectedFeatures.Feature, _ shift: Double, _ job: inout Job) {
    job.first.removeAll()
    for part in feature.parts {
      let range = projected.range(ofPart: part)
      let start = job.first.points.count
      if shift == 0 {
        job.first.points.append(contentsOf: projected.points[range])
      } else {
        job.first.points.append(contentsOf: projected.points[range].lazy.map { $0 + SIMD2(shift, 0) })
      }
      job.first.weights.append(contentsOf: projected.weights[range])
      let size = projected.sizes[Int(part)]
      job.first.parts.append(ClippedParts.Part(range: start..<job.first.points.count, size: size, start: 0, end: size))
    }
    let isRing = feature.kind == .polygons
    job.second.removeAll()
    LineClipper(axis: 0, low: job.low.x, high: job.high.x, isRing: isRing).clip(job.first, into: &job.second)
    job.first.removeAll()
    LineClipper(axis: 1, low: job.low.y, high: job.high.y, isRing: isRing).clip(job.second, into: &job.first)
    swap(&job.first, &job.second)
  }

  private func appendSimplified(_ range: Range<Int>, _ job: inout Job) {
    let limit = Float(job.tolerance * job.tolerance)
    for index in range where job.tolerance == 0 || job.second.weights[index] > limit {
      job.append(job.second.points[index])
    }
  }

  /// - Parameter piece: Of a line whose way along the whole line is asked for.
  private func end(_ feature: ProjectedFeatures.Feature, _ kind: Feature.Kind, _ piece: ClippedParts.Part?, _ job: inout Job) {
    let row = Int(feature.feature)
    let tags = tagRanges[row]
    if hasLineMetrics {
      for pair in stride(from: Int(tags.lowerBound), to: Int(tags.upperBound), by: 2) {
        job.builder.addTag(key: documentTags[pair], value: attributes.values[Int(documentTags[pair + 1])])
      }
      if let piece {
        let size = piece.size > 0 ? piece.size : 1
        let key = Int32(clamping: attributes.keys.count)
        job.builder.addTag(key: key, value: .number(piece.start / size))
        job.builder.addTag(key: key + 1, value: .number(piece.end / size))
      }
    } else {
      job.builder.appendTags(documentTags[Int(tags.lowerBound)..<Int(tags.upperBound)])
    }
    job.builder.endFeature(kind, id: attributes.ids[row])
  }
}
