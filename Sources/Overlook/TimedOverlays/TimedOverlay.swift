import OverlookFormats
import OverlookGeometry
public import OverlookScene
public import OverlookSupport
import OverlookTiles

/// A row of pictures over time on the ground of one map: a weather loop. Main thread only.
///
/// Attached to a map, it fetches the frames of one layer of its catalogue in any order and off the main thread. A frame that
/// cannot be had counts as arrived and shows nothing. When all are there, they are shown by time, each for `interval` seconds,
/// the next in the place of the one before, and from the first again. Pictures lie in the driver's memory before their turn, as
/// far as `memoryBudget` reaches.
///
/// ```swift
/// let rain = TimedOverlay(catalogue: .rainField(seed: 7))
/// rain.map = map
/// rain.play()
/// ```
@MainActor public final class TimedOverlay {
  /// How far it is.
  public enum State: Hashable, Sendable {
    /// It is on no map, or has no layer.
    case idle
    /// Frames are on their way.
    case loading(resolved: Int, of: Int)
    /// Every frame is there or is known not to come.
    case ready
    /// The layer cannot be shown; `reason` says why, in one line.
    case failed(reason: String)
  }

  /// What it shows from.
  public let catalogue: TimedOverlayCatalogue
  /// Where the pictures lie: for its title, `isTappable`, `bearing`. Its image, bounds, corners, opacity, zIndex and map are set by
  /// this object.
  public let overlay = GroundOverlay(bounds: .empty, icon: nil)

  /// The frames of the layer, by time.
  public internal(set) var frames: [TimedFrame] = []
  /// How far loading is.
  public internal(set) var state = State.idle
  /// The layer that is shown; nil for the first of the catalogue.
  public private(set) var layerName: String?
  /// Credit that the map shows; nil when the catalogue asks for none.
  public internal(set) var attribution: String?
  /// What the document says that is not as it should be, one line each.
  public internal(set) var warnings: [String] = []
  /// The colours that the pictures come with; nil when the catalogue does not say, and `scale` can change nothing.
  public internal(set) var deliveredScale: ColorScale?

  /// Told of another frame and of every change of `state`. It may do anything, removing this from its map included.
  public var onChange: (@MainActor (TimedOverlay) -> Void)?

  /// 0, invisible, to 1, the default.
  public var opacity: Double {
    get { overlay.opacity }
    set { overlay.opacity = newValue }
  }

  /// The colours that it is shown in; nil, the default, for those that it comes with. Frames change one after the other.
  public var scale: ColorScale? {
    didSet { if scale != oldValue { reload() } }
  }

  /// Order among the overlays of the map; default 0.
  public var zIndex = 0 {
    didSet { applyZIndex() }
  }

  /// Added to `zIndex` once for each frame, so that the first frame has `zIndex + zIndexStep`. Default 0;
  /// with 5, frames lie at 5, 10, 15 and so on.
  public var zIndexStep = 0 {
    didSet { applyZIndex() }
  }

  /// Bytes of decoded pictures that are kept at once, 0 or more; the driver keeps a third more besides. Default 256 MiB. Of a
  /// longer row those are kept that come next, and each is made again before its turn. The present frame is always kept.
  public var memoryBudget = 256 << 20 {
    didSet { updateWindow() }
  }

  /// Whether the map shows the controls of time for it: play, step, speed, a slider with the time of the frame, and the legend.
  /// Of several on a map, those of the last attached. Default true.
  public var showsControls = true {
    didSet { host?.requestFrame(.interface) }
  }

  /// Whether it shows the frame nearest to the time of the map's clock once that is set, and sets the clock to its own frames when
  /// it plays or a person moves it. Default false.
  public var followsClock = false {
    didSet { if followsClock, let host { clockDidChange(in: host) } }
  }
  /// While the clock moves it.
  var isFollowing = false

  /// The most frames that are taken of a layer, the newest; 1 ... 1000, default 120.
  public private(set) var frameLimit = 120

  /// Of the pictures without corners of their own.
  private var bounds = CoordinateBounds.empty
  var playback = FramePlayback()
  /// Whether `play()` was called since `pause()`; it plays when all frames are resolved.
  var wantsToPlay = false
  weak var host: MapView?
  var loader: TimedFrameLoader?
  /// Frames whose picture is in other colours than asked for.
  var stale: Set<Int> = []
  /// How to get a picture; nil before the frames are known.
  var pictureFetch: PictureFetch?
  /// Of the largest picture that was seen.
  var pictureBytes = 0
  private var opening: Task<Void, Never>?

  /// The layer `layer` of `catalogue`, the first one when it is nil.
  public init(catalogue: TimedOverlayCatalogue, layer: String? = nil) {
    self.catalogue = catalogue
    layerName = layer
  }

  deinit {
    opening?.cancel()
  }

  /// The map that shows it; nil removes it, which ends what is on its way. It is on one map at a time, and the map keeps it
  /// alive.
  public var map: MapView? {
    get { host }
    set {
      guard host !== newValue else { return }
      host?.remove(self as any MapComponent)
      newValue?.add(self as any MapComponent)
    }
  }

  /// Shows another layer of the catalogue, from its newest `frames` times; nil for as many as before. Its frames are
  /// loaded anew.
  public func selectLayer(_ name: String?, frames limit: Int? = nil) {
    layerName = name
    if let limit { frameLimit = min(max(limit, 1), PictureSeries.stepLimit) }
    clear()
    start()
  }

  /// Asks again for the frames that have no data.
  public func retry() {
    for index in frames.indices {
      if case .noData = frames[index].state { frames[index].state = .waiting }
    }
    updateWindow()
    updateState()
  }

  // MARK: On a map

  func stop() {
    opening?.cancel()
    opening = nil
    loader = nil
    overlay.map = nil
    host = nil
    state = frames.isEmpty || !frames.allSatisfy(\.isResolved) ? .idle : .ready
  }

  private func clear() {
    opening?.cancel()
    loader = nil
    frames = []
    stale = []
    pictureFetch = nil
    pictureBytes = 0
    playback.count = 0
    overlay.upcomingIcons = []
    overlay.show(nil)
    state = .idle
  }

  /// Finds out which frames there are, and then gets them.
  func start() {
    guard let host else { return }
    guard frames.isEmpty else { return load(from: host) }
    switch catalogue.content {
    case .made(let made):
      guard layerName == nil || layerName == made.layer.name else {
        return fail("there is no layer \(layerName ?? "")")
      }
      take(made)
      load(from: host)
    case .source(let source):
      setState(.loading(resolved: 0, of: 0))
      let (layer, limit, services) = (layerName, frameLimit, host.services)
      opening = Task { [weak self] in
        do throws(TileSourceError) {
          let series = try await source.series(layer: layer, limit: limit, services: services)
          if Task.isCancelled { return }
          self?.arrived(series, from: source)
        } catch {
          if !Task.isCancelled { self?.fail("\(error)") }
        }
      }
    }
  }

  private func take(_ made: TimedOverlayCatalogue.Made) {
    let order = made.timesSeconds.indices.filter { made.timesSeconds[$0].isFinite }.sorted {
      made.timesSeconds[$0] < made.timesSeconds[$1]
    }.suffix(frameLimit)
    frames = order.map { index in
      TimedFrame(
        timeSeconds: made.timesSeconds[index], timeStep: "", layerName: made.layer.name,
        corners: made.corners.indices.contains(index) ? made.corners[index] : nil)
    }
    deliveredScale = made.scale
    lay(over: made.bounds)
    let (numbers, picture) = (Array(order), made.picture)
    makeLoader { index, scale, ticket, services, completion in
      services.workers.submit(ticket) {
        guard let image = picture(numbers[index], scale) else {
          return completion(.failure(PictureFault("there is no picture of this time")))
        }
        completion(.success(image))
      }
    }
  }

  private func arrived(_ series: PictureSeries, from source: PictureSource) {
    guard let host else { return }
    layerName = series.name
    frames = series.steps.map { step in
      TimedFrame(
        timeSeconds: step.timeSeconds, timeStep: step.name, layerName: series.name,
        corners: (step.corners ?? series.corners).flatMap { GroundCorners($0) })
    }
    attribution = series.attribution
    warnings = series.warnings
    deliveredScale = series.scale
    lay(over: series.bounds)
    overlay.rows = series.rows == .latitude ? .latitude : .mercator
    let (places, block, delivered) = (series.steps.map(\.place), series.block, series.scale)
    makeLoader { index, scale, ticket, services, completion in
      source.fetch(places[index], of: block, ticket: ticket, services: services) { result in
        guard let delivered, let scale, scale != delivered else { return completion(result) }
        services.workers.submit(ticket) {
          completion(result.map { ScaleRecoloring(from: delivered, to: scale).picture($0) })
        }
      }
    }
    host.collectAttributions()
    load(from: host)
  }

  /// Pictures are stretched over these bounds, but for those with corners.
  private func lay(over bounds: CoordinateBounds) {
    self.bounds = bounds
    overlay.bounds = bounds
  }

  /// Brings the overlay to where the picture of a frame lies.
  func place(_ frame: TimedFrame?) {
    if let corners = frame?.corners {
      overlay.corners = corners
    } else if overlay.corners != nil {
      overlay.bounds = bounds
    }
  }

  private func fail(_ reason: String) {
    setState(.failed(reason: reason))
  }
}
