import OverlookFormats
public import OverlookGeometry
public import OverlookScene
public import OverlookSupport
public import OverlookTiles

/// What there is of pictures over time: layers, each with frames. A value; any thread.
///
/// Opened from a location: the capabilities of a weather office (in the form of the Met Office's DataPoint), a manifest of radar
/// tiles (in that of RainViewer), a WMS whose layers have times, or a folder of pictures with a `frames.json`; or made by the
/// program.
public struct TimedOverlayCatalogue: Sendable {
  /// A layer that can be chosen.
  public struct Layer: Hashable, Sendable {
    /// By which it is chosen.
    public let name: String
    /// For people.
    public let title: String
    /// How many frames there are; nil while they are not counted.
    public let frameCount: Int?
  }

  /// Pictures that the program makes or has.
  struct Made: Sendable {
    var layer: Layer
    var bounds: CoordinateBounds
    var timesSeconds: [Double]
    /// Of each picture; empty where all fill the bounds.
    var corners: [GroundCorners] = []
    var scale: ColorScale?
    /// The picture of a frame by its number, in the colours of a scale; called on workers. Nil: no data.
    var picture: @Sendable (Int, ColorScale?) -> Image?
  }

  enum Content: Sendable {
    case source(PictureSource)
    case made(Made)
  }

  let content: Content

  /// Opens the catalogue at `location`: an address or a file, `wms:` before those of a WMS, or a folder. What is kept or fetched
  /// goes by the threads and the network of `map`.
  ///
  /// - Parameter options: `key` for `{key}` in the addresses of pictures, which goes to the server of the catalogue alone;
  ///   `headers`; `bounds` for the area that a WMS or a manifest of tiles is asked for; `layer` for the one that is shown when
  ///   none is selected.
  @MainActor public static func open(
    _ location: String, options: TileSource.Options = TileSource.Options(), for map: MapView
  ) async throws(TileSourceError) -> TimedOverlayCatalogue {
    try await open(location, options: options, services: map.services)
  }

  /// As the other, by threads and a network that are named.
  package static func open(
    _ location: String, options: TileSource.Options, services: TileServices
  ) async throws(TileSourceError) -> TimedOverlayCatalogue {
    TimedOverlayCatalogue(content: .source(try await PictureSource.open(location, options: options, services: services)))
  }

  /// A catalogue of the program's own pictures over `bounds`, one layer. Times are seconds since 1970; a nil image is a time
  /// without data.
  public init(
    layerName: String, bounds: CoordinateBounds, frames: [(timeSeconds: Double, image: Image?)], scale: ColorScale? = nil
  ) {
    self.init(layerName: layerName, bounds: bounds, times: frames.map(\.timeSeconds), frames.map(\.image), corners: [], scale)
  }

  /// A catalogue of the program's own pictures between corners, one layer: old maps of one town, each drawn in its own way, or pictures of
  /// another projection. Straight lines of a picture stay straight on the map. Times are seconds since 1970; a nil image is a time without
  /// data, and a picture whose corners are not valid or point inwards is not drawn.
  public init(
    layerName: String, frames: [(timeSeconds: Double, image: Image?, corners: GroundCorners)], scale: ColorScale? = nil
  ) {
    let corners = frames.map(\.corners)
    self.init(
      layerName: layerName, bounds: CoordinateBounds(corners.flatMap(\.places).filter(\.isValid)),
      times: frames.map(\.timeSeconds),
      frames.map(\.image), corners: corners, scale)
  }

  private init(
    layerName: String, bounds: CoordinateBounds, times: [Double], _ images: [Image?], corners: [GroundCorners],
    _ scale: ColorScale?
  ) {
    self.init(layerName: layerName, title: layerName, bounds: bounds, timesSeconds: times, corners: corners, scale: scale) {
      index, target in
      guard let image = images[index] else { return nil }
      guard let scale, let target, target != scale else { return image }
      return ScaleRecoloring(from: scale, to: target).picture(image)
    }
  }

  /// As the other, with pictures that are made when they are wanted.
  init(
    layerName: String, title: String, bounds: CoordinateBounds, timesSeconds: [Double], corners: [GroundCorners] = [],
    scale: ColorScale?,
    picture: @escaping @Sendable (Int, ColorScale?) -> Image?
  ) {
    content = .made(
      Made(
        layer: Layer(name: layerName, title: title, frameCount: timesSeconds.count), bounds: bounds, timesSeconds: timesSeconds,
        corners: corners, scale: scale, picture: picture))
  }

  private init(content: Content) {
    self.content = content
  }

  /// What can be chosen, in the order of the document.
  public var layers: [Layer] {
    switch content {
    case .made(let made): [made.layer]
    case .source(let source):
      source.catalogue.layers.map { Layer(name: $0.name, title: $0.title, frameCount: $0.stepCount) }
    }
  }
}
