import OverlookStyle

/// How large the texts or icons of a bucket are: what is known when it is laid out, and what depends on the zoom of a frame.
///
/// Sizes that depend on the zoom are taken at the stops around the tile's zoom and the next one and mixed between them, for all
/// features in the same way.
enum SymbolSize: Sendable {
  case constant(Float)
  /// Each run says its own.
  case feature
  case camera(stops: Stops, lower: Float, upper: Float)
  /// Each run says two.
  case composite(stops: Stops)

  struct Stops: Sendable {
    var name: StylePropertyName
    var lower: Double
    var upper: Double
  }

  init(_ properties: LayerProperties, _ name: StylePropertyName, tileZoom: Double) {
    guard let program = properties.program(name), !properties.isConstant(name) else {
      self = .constant(Float(properties.number(name, zoom: tileZoom + 1)))
      return
    }
    guard let zooms = program.zoomStops(around: tileZoom) else {
      self = .feature
      return
    }
    let stops = Stops(name: name, lower: zooms.lowerBound, upper: zooms.upperBound)
    guard program.isFeatureConstant else {
      self = .composite(stops: stops)
      return
    }
    self = .camera(
      stops: stops, lower: Float(properties.number(name, zoom: stops.lower)),
      upper: Float(properties.number(name, zoom: stops.upper)))
  }

  /// The sizes that a run of a feature carries.
  func sizes(_ properties: LayerProperties, _ name: StylePropertyName, zoom: Double, _ feature: ExpressionFeature) -> SIMD2<Float>
  {
    func size(_ zoom: Double) -> Float {
      // As fixed-point numbers of 1/128 below 256, which is what the sizes of vertices have elsewhere.
      let value = properties.value(name, zoom: zoom, feature: feature).number ?? 0
      return Float(min(value * 128, 32_640).rounded() / 128)
    }
    switch self {
    case .constant, .camera: return .zero
    case .feature: return SIMD2(repeating: size(zoom))
    case .composite(let stops): return SIMD2(size(stops.lower), size(stops.upper))
    }
  }

  /// The part of the size that is the same for all runs at a zoom: what is mixed, and how.
  func at(zoom: Double, _ properties: LayerProperties) -> Frame {
    switch self {
    case .constant(let size): return Frame(size: size, isOwn: false, t: 0)
    case .feature: return Frame(size: 0, isOwn: true, t: 0)
    case .camera(let stops, let lower, let upper):
      let t = Self.fraction(stops, zoom, properties)
      return Frame(size: lower + (upper - lower) * t, isOwn: false, t: t)
    case .composite(let stops): return Frame(size: 0, isOwn: true, t: Self.fraction(stops, zoom, properties))
    }
  }

  struct Frame {
    var size: Float
    var isOwn: Bool
    var t: Float

    func size(of own: SIMD2<Float>) -> Float { isOwn ? own.x + (own.y - own.x) * t : size }
  }

  private static func fraction(_ stops: Stops, _ zoom: Double, _ properties: LayerProperties) -> Float {
    guard stops.upper > stops.lower else { return 0 }
    let clamped = min(max(zoom, stops.lower), stops.upper)
    return Float(min(max(properties.zoomFraction(stops.name, zoom: clamped, from: stops.lower, to: stops.upper), 0), 1))
  }
}
