import Glibc
package import OverlookCamera
package import OverlookGPU
package import OverlookGeometry
package import OverlookLayout
package import OverlookRaster

/// What the passes of a style share in a frame: the view, where tiles lie in it, and the clipping to their squares.
@MainActor package final class StyleStage {
  package let device: GPUDevice
  package let library: ShaderLibrary
  package private(set) var view: ViewTransform
  package private(set) var target = GPUTarget(name: 0, width: 1, height: 1)
  package private(set) var pixelsPerPoint = 1.0
  /// Of the style.
  package private(set) var zoom = 0.0
  /// For images and patterns: how far the change from one whole zoom to the next has come.
  package private(set) var crossFade = StyleCrossFade()
  /// The pictures of the style.
  package let images: StyleImageTextures
  let visibleChunks: VisibleChunks
  let mask: TileMask
  /// The ground in view, and a little beyond it.
  private var seenQuad: WorldQuad
  /// Whether an extrusion was drawn in this frame: what follows lies above it.
  package internal(set) var isAboveExtrusions = false
  private(set) var isRehearsing = false
  /// The pixels that are drawn.
  private var part = GPURect(x: 0, y: 0, width: 1, height: 1)

  package init(_ device: GPUDevice, library: ShaderLibrary) throws(GPUError) {
    self.device = device
    self.library = library
    view = ViewTransform(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 0), size: ScreenSize(width: 1, height: 1))
    seenQuad = view.visibleQuad
    visibleChunks = VisibleChunks(device)
    mask = try TileMask(device, library: library)
    images = StyleImageTextures(device)
  }

  func reloadShaders() throws(GPUError) { try mask.reload() }

  /// Called when a frame is prepared.
  func begin(_ frame: StyleFrame, view: ViewTransform) throws(GPUError) {
    self.view = view
    zoom = frame.zoom
    pixelsPerPoint = frame.pixelsPerPoint
    crossFade.update(zoom: frame.zoom, timeSeconds: frame.timeSeconds, fadeSeconds: frame.fadeSeconds)
    try images.prepare(frame.images)
  }

  /// As `begin(_:view:)`, for layers that are drawn by `body` out of view.
  func rehearse(_ frame: StyleFrame, view: ViewTransform, _ body: () throws(GPUError) -> Void) throws(GPUError) {
    self.view = view
    zoom = frame.zoom
    pixelsPerPoint = frame.pixelsPerPoint
    try images.prepare(frame.images)
    isRehearsing = true
    defer { isRehearsing = false }
    try body()
  }

  /// Called before layers are drawn; nothing outside of `part` needs to be.
  func begin(target: GPUTarget, part: GPURect? = nil) {
    self.target = target
    let part = part ?? GPURect(x: 0, y: 0, width: target.width, height: target.height)
    self.part = part
    func points(_ pixels: Int) -> Double { Double(pixels) / pixelsPerPoint }
    let margin = Self.marginPoints
    seenQuad = view.groundQuad(
      of: ScreenRect(
        x: points(part.x) - margin, y: points(target.height - part.y - part.height) - margin,
        width: points(part.width) + 2 * margin, height: points(part.height) + 2 * margin))
    isAboveExtrusions = false
    mask.begin()
  }

  /// The same after somebody else drew into the target and left its depths as they were.
  func resume(target: GPUTarget) {
    let wasAboveExtrusions = isAboveExtrusions
    begin(target: target)
    isAboveExtrusions = wasAboveExtrusions
  }

  /// Draws into another target for a while, whose stencil buffer may hold anything.
  func draw(into other: GPUTarget, _ body: () throws(GPUError) -> Void) throws(GPUError) {
    let own = target
    defer {
      target = own
      device.state.bind(target: own)
      mask.begin()
    }
    target = other
    device.state.bind(target: other)
    mask.begin()
    try body()
  }

  /// The target's size for shaders.
  package var targetPixels: SIMD2<Float> { SIMD2(Float(target.width), Float(target.height)) }

  /// Whether plain fills and lines may be rasterized now: in most of the target, and below all extrusions.
  var mayRasterize: Bool {
    !isRehearsing && !isAboveExtrusions && 2 * part.width * part.height >= target.width * target.height
  }

  // MARK: Tiles

  /// Clip coordinates from tile units (0 ... 8192 over the tile) and, above the ground, points or whatever `pointsPerMeter` makes
  /// points of.
  package func clipFromTile(
    _ tile: OverscaledTile, worldCopy: Int, translation: SIMD2<Double> = .zero, pointsPerMeter: Double = 1
  ) -> FloatMatrix4 {
    if isRehearsing { return Self.outOfView }
    let unit = 1 / Double(FeatureLayer.extent)
    var matrix = view.clipFromTile(tile.canonical, worldCopy: worldCopy) * Matrix4.scale(unit, unit, pointsPerMeter)
    if translation != .zero { matrix = matrix * Matrix4.translation(translation.x, translation.y, 0) }
    return matrix.floats
  }

  /// Clip coordinates from points, counted from a place on the ground and above it.
  func clipFromPoints(from origin: WorldPoint) -> FloatMatrix4 {
    if isRehearsing { return Self.outOfView }
    let (place, world) = (view.nearestCopy(of: origin), 1 / view.pointsPerWorld)
    let points = Matrix4.translation(place.x, place.y, 0) * Matrix4.scale(world, world, 1)
    return (view.clipFromTile(TileID(z: 0, x: 0, y: 0)) * points).floats
  }

  private static let outOfView = FloatMatrix4(.zero, .zero, .zero, SIMD4(1000, 1000, 0, 1))

  /// Of heights, as long as they are where the camera looks.
  package var pointsPerMeter: Double { view.stylePointsPerMeter }

  /// How long a unit of a tile is on the ground in the middle of the view.
  func metersPerUnit(_ tile: OverscaledTile) -> Double {
    let worldPoints = Double.pointsPerStyleTile / 2 * exp2(view.camera.zoom)
    return worldPoints / exp2(Double(tile.canonical.z)) / Double(FeatureLayer.extent) / pointsPerMeter
  }

  /// Tile units per point of the screen where the ground is not tilted away, at a zoom of the style (nil: the present one).
  package func unitsPerPoint(_ tile: OverscaledTile, zoom: Double? = nil) -> Double {
    let side = Double.pointsPerStyleTile * exp2Whole(zoom ?? self.zoom, less: tile.canonical.z)
    return Double(FeatureLayer.extent) / side
  }

  /// A translation of the style (points) in tile units.
  package func translation(_ points: SIMD2<Double>, anchor: String, _ tile: OverscaledTile) -> SIMD2<Double> {
    guard points != .zero else { return .zero }
    var turned = points
    if anchor == "viewport" {
      let bearing = view.camera.bearing * Angle.radiansPerDegree
      let (sine, cosine) = (sin(bearing), cos(bearing))
      turned = SIMD2(points.x * cosine - points.y * sine, points.x * sine + points.y * cosine)
    }
    return turned * unitsPerPoint(tile)
  }

  /// The part of a tile that can be seen, in tile units; nil for none of it. `reachPoints` is how far things reach beyond their
  /// place.
  package func visibleUnits(_ tile: OverscaledTile, worldCopy: Int, reachPoints: Double = 0) -> TileWindow? {
    let square = tile.canonical.worldRect
    let units = Double(FeatureLayer.extent) / (square.maxX - square.minX)
    func place(_ point: WorldPoint) -> SIMD2<Double> {
      SIMD2(point.x - Double(worldCopy) - square.minX, point.y - square.minY) * units
    }
    let window = TileWindow(
      place(seenQuad.nearLeft), place(seenQuad.nearRight), place(seenQuad.farRight), place(seenQuad.farLeft),
      reach: (reachPoints + 1) * unitsPerPoint(tile))
    let side = Int16(FeatureLayer.extent)
    return window.touches(.zero, SIMD2(side, side)) ? window : nil
  }

  /// Whether any of the chunks of a tile may be in view; all are while layers are rehearsed.
  func isSeen(_ chunks: [TileChunk], _ window: TileWindow) -> Bool {
    isRehearsing || chunks.contains { window.touches($0.low, $0.high) }
  }

  /// Beyond the edges of the view, for what is drawn wider than it lies on the ground.
  private static let marginPoints = 2.0

  // MARK: The horizon

  /// Where the sky begins in a tilted view, in pixels above the lower edge; nil when that is out of view. Ground within three
  /// quarters of a degree of the true horizon is so far away that it is not seen, nor what is 15 % higher than the middle of the
  /// view.
  package var horizonPixels: Double? {
    guard let height = heightPixels(pointsAbove: horizonPoints), height < view.size.height * pixelsPerPoint else { return nil }
    return height
  }

  /// The beginning of the sky, and the middle of the view, in pixels above the lower edge, where the view is tilted so much that
  /// the one is not far above the picture.
  var hazePixels: (horizon: Double, middle: Double)? {
    guard let horizon = heightPixels(pointsAbove: horizonPoints), let middle = heightPixels(pointsAbove: 0),
      horizon < 1.5 * Double(target.height)
    else { return nil }
    return (horizon, middle)
  }

  /// The beginning of the sky above the middle of the view; nil where the camera looks straight down.
  private var horizonPoints: Double? {
    // Of other grounds as much is drawn as covers say.
    guard view.isFlat else { return nil }
    let tilt = view.camera.viewingAngle * Angle.radiansPerDegree
    return tilt > 0 ? view.eyeDistancePoints * min(0.85 / tan(tilt), tan(Self.farthestAngle - tilt)) : nil
  }

  private static let farthestAngle = 89.25 * Angle.radiansPerDegree

  private func heightPixels(pointsAbove points: Double?) -> Double? {
    points.map { (view.size.height - view.focus.y + $0) * pixelsPerPoint }
  }

  /// How far above the middle the farthest ground is seen: beyond the beginning of the sky, and farther from a low eye, as the
  /// planes lie that cut off in other renderers what is far.
  private var groundPoints: Double? {
    guard let horizonPoints else { return nil }
    let tilt = view.camera.viewingAngle * Angle.radiansPerDegree
    let eye = view.eyeDistancePoints
    // From less than 100 m up it is seen as far as from there.
    let missingMeters = max(100 - eye * cos(tilt) / pointsPerMeter, 0)
    let reach = eye + missingMeters * pointsPerMeter / cos(tilt)
    func along(_ angle: Double) -> Double { sin(angle) * reach / sin(max(.pi / 2 - tilt - angle, 0.01)) }
    let angle = max(atan(horizonPoints / eye), .pi / 2 - Self.farthestAngle)
    let depth = 1.01 * (sin(tilt) * min(along(angle), along(ViewTransform.fieldOfView / 2)) + reach)
    return eye * cos(tilt) / sin(tilt) * (depth - eye) / depth
  }

  /// Whether nothing is drawn above the horizon, as what lies on the ground is not.
  package var isLimitedToGround = false {
    didSet { openScissor() }
  }

  /// Everything may be drawn on, but for the sky where that is kept free.
  func openScissor() {
    guard isLimitedToGround, horizonPixels != nil else { return device.state.setScissor(nil) }
    device.state.setScissor(GPURect(x: 0, y: 0, width: target.width, height: groundRows))
  }

  /// Rows of pixels on which ground is drawn: the lower ones.
  var groundRows: Int {
    guard horizonPixels != nil, let height = heightPixels(pointsAbove: groundPoints) else { return target.height }
    return Int(min(max((height - 0.5).rounded(.up), 0), Double(target.height)))
  }

  private func exp2Whole(_ zoom: Double, less whole: Int) -> Double { exp2(zoom - Double(whole)) }
}
