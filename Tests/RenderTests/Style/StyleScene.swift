import OverlookCamera
import OverlookFormats
import OverlookGPU
import OverlookGeometry
import OverlookLayout
import OverlookStyle
import OverlookStylePasses
import OverlookSupport
import OverlookTestSupport
import OverlookText

/// A style with inline GeoJSON, drawn headless: documents in, pixels out.
@MainActor final class StyleScene {
  let surface: TestSurface
  let renderer: StyleRenderer
  var view: ViewTransform
  var frame: StyleFrame
  private let document: StyleDocument
  private let images: StyleImages
  private let glyphs: GlyphLibrary?
  /// By layer and tile.
  private var layouts: [String: [OverscaledTile: TileLayout]] = [:]

  /// The document says center, zoom, bearing and pitch; sizes in points.
  init(
    _ style: String, width: Int, height: Int, scale: Double = 1, images: [String: StyleImage] = [:], overscale: Int = 0,
    glyphs: GlyphLibrary? = nil
  ) throws {
    self.glyphs = glyphs
    document = try StyleDocument(Array(style.utf8))
    surface = try TestSurface(width: Int(Double(width) * scale), height: Int(Double(height) * scale))
    renderer = try StyleRenderer(surface.device)
    let camera = CameraPosition(
      target: document.center ?? LocationCoordinate(latitude: 0, longitude: 0), zoom: (document.zoom ?? 0) + 1,
      bearing: document.bearing ?? 0, viewingAngle: document.pitch ?? 0)
    view = ViewTransform(camera: camera, size: ScreenSize(width: Double(width), height: Double(height)))
    var all = StyleImages()
    all.add(images)
    self.images = all
    frame = StyleFrame(zoom: camera.zoom - 1, pixelsPerPoint: scale, timeSeconds: 0)
    frame.images = all
    frame.light = StyleLight(document.light, globalState: document.globalState)
    frame.sky = document.sky.map { StyleSky($0, globalState: document.globalState) }
    try layOut(overscale: overscale)
  }

  /// What the reader of the style found wrong.
  var faults: [StyleFault] { document.faults }

  private func layOut(overscale: Int) throws {
    var indices: [String: GeoJSONIndex] = [:]
    for source in document.sources {
      guard case .geoJSON(let options) = source.kind, case .inline(let json) = options.content else { continue }
      indices[source.id] = GeoJSONIndex(try GeoJSONDocument(json), options)
    }
    let whole = max(Int(frame.zoom.rounded(.down)), 0)
    for layer in document.layers where layer.isShown(atZoom: frame.zoom) {
      let properties = LayerProperties(layer)
      guard let source = layer.source, let index = indices[source] else {
        frame.layers.append(StyleFrameLayer(layer: layer, properties: properties, content: .background))
        continue
      }
      let draws = tiles(whole - overscale).compactMap { tile, copy -> StyleTileDraw? in
        guard let features = index.tile(tile) else { return nil }
        var context = LayoutContext(tile: OverscaledTile(canonical: tile, overscaledZ: whole))
        context.images = images
        context.glyphs = glyphs
        context.pixelsPerPoint = frame.pixelsPerPoint
        let layout = TileLayouter.layout(features, layers: [layer], context)
        layouts[layer.id, default: [:]][context.tile] = layout
        return layout.buckets[layer.id].map { StyleTileDraw(tile: context.tile, worldCopy: copy, bucket: $0) }
      }
      for draw in draws { frame.liveBuckets.insert(draw.bucket.id) }
      frame.layers.append(StyleFrameLayer(layer: layer, properties: properties, content: .tiles(draws)))
    }
  }

  /// Has layers show states of features, without laying them out anew.
  func repaint(_ states: FeatureStates) {
    for index in frame.layers.indices {
      guard case .tiles(let draws) = frame.layers[index].content else { continue }
      let layer = frame.layers[index].layer
      frame.layers[index].content = .tiles(
        draws.map { draw in
          var context = LayoutContext(tile: draw.tile, pixelsPerPoint: frame.pixelsPerPoint)
          (context.images, context.featureStates) = (images, states)
          let changed = { (sourceLayer: String?) in states.changed(in: sourceLayer, since: 0) }
          guard let layout = layouts[layer.id]?[draw.tile]?.repainted([layer], changed: changed, context),
            let bucket = layout.buckets[layer.id]
          else { return draw }
          var fresh = draw
          fresh.bucket = bucket
          return fresh
        })
    }
    (frame.content, frame.paint) = (BucketID(), BucketID())
  }

  private func tiles(_ z: Int) -> [(TileID, Int)] {
    let rect = view.visibleRect
    let across = Double(1 << z)
    let (top, bottom) = (max((rect.minY * across).rounded(.down), 0), min((rect.maxY * across).rounded(.down), across - 1))
    var result: [(TileID, Int)] = []
    for y in stride(from: top, through: bottom, by: 1) {
      for x in stride(from: (rect.minX * across).rounded(.down), through: (rect.maxX * across).rounded(.down), by: 1) {
        let copy = (x / across).rounded(.down)
        result.append((TileID(z: z, x: Int(x - copy * across), y: Int(y)), Int(copy)))
      }
    }
    return result
  }

  /// One frame on white.
  func draw() throws {
    surface.makeCurrent()
    surface.device.beginFrame()
    surface.clear(.white)
    try renderer.prepare(frame, view: view)
    try renderer.draw(frame, view: view, target: surface.target, background: Color.white.premultiplied)
  }

  func picture() throws -> Image {
    try draw()
    return try surface.image(scale: frame.pixelsPerPoint)
  }

  /// Red, green, blue and alpha of a pixel of a frame.
  func pixel(_ x: Int, _ y: Int) throws -> [UInt8] {
    try draw()
    return try surface.pixel(x, y)
  }
}

extension StyleScene {
  /// A style of `layers` (JSON) over one source `shapes` with `features` (JSON), in the middle of the world at a style zoom.
  static func style(
    _ layers: String, _ features: String = "", zoom: Double = 4, bearing: Double = 0, pitch: Double = 0, extra: String = "",
    source: String = ""
  ) -> String {
    """
    {"version": 8, "center": [0, 0], "zoom": \(zoom), "bearing": \(bearing), "pitch": \(pitch), \(extra)
     "sources": {"shapes": {"type": "geojson", \(source) "data": {"type": "FeatureCollection", "features": [\(features)]}}},
     "layers": [\(layers)]}
    """
  }

  /// Places of the screen, from the middle, x right and y down in points at the style zoom, as longitude and latitude.
  static func places(_ points: [(Double, Double)], zoom: Double = 4) -> String {
    let side = 512 * Double(1 << Int(zoom)) * (zoom == zoom.rounded(.down) ? 1 : 0)
    let texts = points.map { point in
      let place = WorldPoint(x: 0.5 + point.0 / side, y: 0.5 + point.1 / side).coordinate
      return "[\(place.longitude), \(place.latitude)]"
    }
    return "[" + texts.joined(separator: ", ") + "]"
  }

  static func line(_ points: [(Double, Double)], _ properties: String = "", zoom: Double = 4) -> String {
    feature("LineString", places(points, zoom: zoom), properties)
  }

  static func polygon(_ rings: [[(Double, Double)]], _ properties: String = "", zoom: Double = 4) -> String {
    let closed = rings.map { ring in places(ring + ring.prefix(1), zoom: zoom) }
    return feature("Polygon", "[" + closed.joined(separator: ", ") + "]", properties)
  }

  static func feature(_ type: String, _ coordinates: String, _ properties: String) -> String {
    """
    {"type": "Feature", "properties": {\(properties)}, "geometry": {"type": "\(type)", "coordinates": \(coordinates)}}
    """
  }

  static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [(Double, Double)] {
    [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
  }

  static func layer(_ type: String, paint: String = "", layout: String = "", id: String = "layer", filter: String = "") -> String
  {
    """
    {"id": "\(id)", "type": "\(type)", "source": "shapes", \(filter) "layout": {\(layout)}, "paint": {\(paint)}}
    """
  }

  static let paper = ##"{"id": "paper", "type": "background", "paint": {"background-color": "#f4efe6"}}"##
}
