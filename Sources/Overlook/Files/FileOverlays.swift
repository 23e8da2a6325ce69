import Glibc
import OverlookCanvas
import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookScene
import OverlookSupport

/// What of a file is drawn: a marker for each of few points, one layer for many, one layer each for all lines and all areas.
@MainActor final class FileOverlays {
  /// Of a file without looks of its own.
  static let (lineColor, fillAlpha) = (Color(red: 0.85, green: 0.18, blue: 0.32), Float(0.22))
  private static let (lineWidth, outlineWidth): (Float, Float) = (3, 2)
  /// More points are one layer without windows of their own.
  private static let markerLimit = 500

  private var overlays: [Overlay] = []
  private var markers: [Marker] = []
  /// That the file gives its pictures.
  private var groundOpacities: [ObjectIdentifier: Double] = [:]
  /// Numbers of features by element, for layers of many, and of markers.
  private var features: [ObjectIdentifier: [Int32]] = [:]
  /// Stands where a line or an area was clicked, and is not seen.
  private let windowMarker = Marker()
  private let document: FileDocument
  private var pictures: [String: Image?] = [:]
  private var images: [IconKey: Image] = [:]
  /// How far markers with a picture reach below their places, in points, by the number of the feature.
  private var belows: [Int: Double] = [:]
  /// Of a point of a layer of many, in points; 0 where points are markers.
  private var pointRadius = 0.0

  /// A picture may be shown at several sizes.
  private struct IconKey: Hashable {
    let name: String
    let scale: Float
  }

  /// Of what the file gives no colour.
  private let plainColor: Color

  init(_ document: FileDocument, color: Color? = nil) {
    self.document = document
    plainColor = color ?? Self.lineColor
    windowMarker.icon = Image()
    windowMarker.groundAnchor = .center
    addGroundOverlays()
    addAreas()
    addLines()
    addPoints()
  }

  func set(_ map: MapView?) {
    for overlay in overlays { overlay.map = map }
    if map == nil { windowMarker.map = nil }
  }

  func remove() { set(nil) }

  func setOpacity(_ opacity: Double) {
    for overlay in overlays {
      switch overlay {
      case let layer as DataLayer: layer.opacity = opacity
      case let marker as Marker: marker.opacity = opacity
      case let ground as GroundOverlay: ground.opacity = (groundOpacities[ObjectIdentifier(ground)] ?? 1) * opacity
      default: break
      }
    }
  }

  func setZIndex(_ zIndex: Int) {
    for overlay in overlays where overlay.zIndex != zIndex { overlay.zIndex = zIndex }
  }

  /// The feature of an element; nil for what is not of this file.
  func feature(of overlay: Overlay, row: Int?) -> Int? {
    guard let numbers = features[ObjectIdentifier(overlay)] else { return nil }
    let row = row ?? 0
    return numbers.indices.contains(row) ? Int(numbers[row]) : nil
  }

  func showWindow(of feature: Int, at place: LocationCoordinate?, _ text: (title: String, snippet: String), on map: MapView) {
    if place == nil, let marker = markers.first(where: { self.feature(of: $0, row: nil) == feature }) {
      (marker.title, marker.snippet) = text
      map.selectedMarker = map.selectedMarker === marker ? nil : marker
      return
    }
    guard let place else { return }
    map.selectedMarker = nil
    windowMarker.position = place
    (windowMarker.title, windowMarker.snippet) = text
    windowMarker.map = map
    map.selectedMarker = windowMarker
  }

  private func add(_ overlay: Overlay, _ numbers: [Int32]) {
    overlays.append(overlay)
    features[ObjectIdentifier(overlay)] = numbers
  }

  // MARK: Areas and lines

  /// Whether every shape is of one kind, and has what is drawn. Then the file's own places are those of the layer: a copy would be the
  /// largest thing in memory.
  private func holdsOnly(_ kind: FeatureShapes.Kind, _ isDrawn: (FeatureLook) -> Bool) -> Bool {
    guard document.shapes.shapes.allSatisfy({ $0.kind == kind }) else { return false }
    return document.looks.isEmpty || (0..<document.featureCount).allSatisfy { isDrawn(document.look(of: $0)) }
  }

  /// Areas, and their outlines. Where all that is filled is outlined, and the other way round, both have one copy of the places.
  private func addAreas() {
    let shapes = document.shapes
    let isAll = holdsOnly(.polygon) { $0.isFilled }
    var (coordinates, rings, polygons): ([Double], [Int], [Int]) = ([], [], [])
    var (numbers, colors): ([Int32], [Color]) = ([], [])
    forEachShape(.polygon) { shape, feature in
      let look = document.look(of: feature)
      guard look.isFilled else { return }
      polygons.append(rings.count)
      for part in shapes.parts(of: shape) {
        let positions = shapes.positions(of: part)
        rings.append(isAll ? positions.lowerBound : coordinates.count / 2)
        if !isAll { coordinates += shapes.coordinates[2 * positions.lowerBound..<2 * positions.upperBound] }
      }
      numbers.append(Int32(clamping: feature))
      if hasLooks { colors.append(look.fillColor ?? (look.strokeColor ?? plainColor).withAlpha(Self.fillAlpha)) }
    }
    guard !polygons.isEmpty else { return addOutlines(of: nil) }
    let layer = PolygonLayer()
    if isAll { coordinates = shapes.coordinates }
    layer.setPolygons(longitudesAndLatitudes: coordinates, ringStarts: rings, polygonStarts: polygons)
    layer.fillColor = Self.value(colors) ?? .constant(plainColor.withAlpha(Self.fillAlpha))
    add(layer, numbers)
    let areOutlined = !hasLooks || document.looks.allSatisfy { $0.isFilled == $0.isOutlined }
    addOutlines(of: areOutlined ? layer : nil)
  }

  /// Outlines of areas: of the rings of `layer`, which has all of them, or else of a copy.
  private func addOutlines(of layer: PolygonLayer?) {
    let isAll = layer == nil && holdsOnly(.polygon) { $0.isOutlined }
    var strokes = FileStrokes(document, plainColor, width: Self.outlineWidth, copies: layer == nil && !isAll)
    forEachShape(.polygon) { shape, feature in
      if document.look(of: feature).isOutlined { strokes.add(shape, feature) }
    }
    if isAll { strokes.coordinates = document.shapes.coordinates }
    add(strokes, to: layer.map { PathLayer(outliningRingsOf: $0) })
  }

  private func addLines() {
    let isAll = holdsOnly(.lines) { _ in true }
    var strokes = FileStrokes(document, plainColor, width: Self.lineWidth, copies: !isAll)
    forEachShape(.lines) { shape, feature in strokes.add(shape, feature) }
    if isAll { strokes.coordinates = document.shapes.coordinates }
    add(strokes, to: nil)
  }

  private func add(_ strokes: consuming FileStrokes, to outlines: PathLayer?) {
    guard !strokes.starts.isEmpty else { return }
    let layer = outlines ?? PathLayer()
    if outlines == nil { layer.setPaths(longitudesAndLatitudes: strokes.coordinates, starts: strokes.starts) }
    layer.strokeColor = Self.value(strokes.colors) ?? .constant(plainColor)
    layer.strokeWidth = Self.value(strokes.widths) ?? .constant(Double(strokes.width))
    layer.strokeCap = .round
    // A light edge, so that lines stand out from roads; of very many it would cost more than it tells.
    if !hasLooks, document.shapes.positionCount < 100_000 { (layer.casingColor, layer.casingWidth) = (.white, 1) }
    add(layer, strokes.numbers)
  }

  private var hasLooks: Bool { !document.looks.isEmpty }

  /// One value where all are the same, which costs no memory; nil where there is none.
  private static func value<Value: Equatable>(_ values: [Value]) -> LayerValue<Value>? {
    guard let first = values.first else { return nil }
    return values.allSatisfy { $0 == first } ? .constant(first) : .column(values)
  }

  private func forEachShape(_ kind: FeatureShapes.Kind, _ body: (_ shape: Int, _ feature: Int) -> Void) {
    for feature in 0..<document.featureCount {
      for shape in document.shapes.shapes(of: feature) where document.shapes.shapes[shape].kind == kind { body(shape, feature) }
    }
  }

  // MARK: Points

  private func addPoints() {
    let shapes = document.shapes
    let isAll = holdsOnly(.points) { _ in true }
    var (positions, numbers): ([Int32], [Int32]) = ([], [])
    if isAll {
      positions.reserveCapacity(shapes.positionCount)
      numbers.reserveCapacity(shapes.positionCount)
    }
    forEachShape(.points) { shape, feature in
      for part in shapes.parts(of: shape) {
        for position in shapes.positions(of: part) {
          positions.append(Int32(clamping: position))
          numbers.append(Int32(clamping: feature))
        }
      }
    }
    if positions.count <= Self.markerLimit, !document.isViewOfMore {
      for (position, feature) in zip(positions, numbers) { addMarker(shapes.place(Int(position)), Int(feature)) }
      return
    }
    let layer = PointLayer()
    layer.setPositions(longitudesAndLatitudes: isAll ? shapes.coordinates : Self.coordinates(of: positions, shapes))
    layer.fillColor = (hasLooks ? Self.value(numbers.map { pinColor(Int($0)) }) : nil) ?? .constant(plainColor)
    pointRadius = positions.count > 20_000 ? 3 : 5
    layer.radius = .constant(pointRadius)
    layer.strokeWidth = positions.count > 20_000 ? 0 : 1.5
    add(layer, numbers)
  }

  private static func coordinates(of positions: [Int32], _ shapes: FeatureShapes) -> [Double] {
    var coordinates: [Double] = []
    coordinates.reserveCapacity(2 * positions.count)
    for position in positions {
      coordinates.append(shapes.coordinates[2 * Int(position)])
      coordinates.append(shapes.coordinates[2 * Int(position) + 1])
    }
    return coordinates
  }

  private func pinColor(_ feature: Int) -> Color {
    let look = document.look(of: feature)
    return look.iconColor ?? look.fillColor ?? look.strokeColor ?? plainColor
  }

  private func addMarker(_ place: LocationCoordinate, _ feature: Int) {
    let look = document.look(of: feature)
    let marker = Marker(position: place)
    marker.title = document.title(of: feature)
    if let icon = icon(look) {
      marker.icon = icon
      let anchor = look.iconAnchor ?? SIMD2(0.5, 0.5)
      marker.groundAnchor = UnitPoint(x: Double(anchor.x), y: Double(anchor.y))
      marker.rotation = look.iconHeading.map(Double.init) ?? 0
      belows[feature] = Self.pointsBelow(icon, anchor: anchor, rotation: marker.rotation)
    } else {
      var options = PinOptions()
      options.backgroundColor = pinColor(feature).withAlpha(1)
      options.scale = Double(min(max(look.iconScale ?? 0.8, 0.5), 2))
      if let symbol = look.symbol, symbol.count <= 2 { options.glyph = .text(symbol.uppercased()) }
      marker.icon = Marker.pinImage(options)
    }
    markers.append(marker)
    add(marker, [Int32(clamping: feature)])
  }

  /// How far what is drawn of a point reaches below its place, in points; 0 for a pin, which stands on it.
  func pointsBelow(_ feature: Int) -> Double { belows[feature] ?? pointRadius }

  /// Of a picture that is turned about the place where it is held.
  private static func pointsBelow(_ icon: Image, anchor: SIMD2<Float>, rotation: Double) -> Double {
    let (width, height) = (Double(icon.width) / icon.scale, Double(icon.height) / icon.scale)
    let (sine, cosine) = (sin(rotation * .pi / 180), cos(rotation * .pi / 180))
    let lowest = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map { x, y in
      (x - Double(anchor.x)) * width * sine + (y - Double(anchor.y)) * height * cosine
    }.max()
    return lowest.map { $0.isFinite ? min(max($0, 0), 100) : 0 } ?? 0
  }

  /// Of the longer side of a picture at scale 1, as Google Earth has it.
  private static let iconPoints = 32.0

  /// A picture that came in the file, at the size that Google Earth gives it; nil where there is none.
  private func icon(_ look: FeatureLook) -> Image? {
    guard let name = look.iconName, let bytes = document.pictures[name] else { return nil }
    let key = IconKey(name: name, scale: look.iconScale ?? 1)
    if let known = images[key] { return known }
    let decoded = pictures[name] ?? (try? ImageDecoder.decode(bytes))
    pictures[name] = .some(decoded)
    guard let decoded else { return nil }
    let points = Self.iconPoints * Double(key.scale)
    let scale = Double(max(decoded.width, decoded.height)) / max(points, 4)
    let image = Image(width: decoded.width, height: decoded.height, scale: scale, premultipliedRGBA: decoded.pixels)
    images[key] = image
    return image
  }

  private func addGroundOverlays() {
    for overlay in document.groundOverlays where overlay.corners.count == 4 {
      guard let bytes = document.pictures[overlay.picture],
        let image = try? ImageDecoder.decode(bytes, limits: .userImage)
      else { continue }
      let ground = GroundOverlay(
        corners: GroundCorners(
          topLeft: overlay.corners[3], topRight: overlay.corners[2], bottomRight: overlay.corners[1],
          bottomLeft: overlay.corners[0]), icon: image)
      ground.opacity = Double(overlay.opacity)
      groundOpacities[ObjectIdentifier(ground)] = Double(overlay.opacity)
      overlays.append(ground)
    }
  }
}
