public import Foundation
public import OverlookControls
public import OverlookGeometry
import OverlookScene
import OverlookSupport

/// How many hours the Sun shines where on the ground between houses, as colours below the map's labels, with a legend: of a square around a
/// place, in cells of two metres. Houses are those of the regions of the machine, also that which the program brings along; the ground is taken as
/// level, and the air as clear. Worked out off the main thread; the old colours stay until the new ones are there. Main thread only.
///
/// ```swift
/// let hours = SunHoursLayer(span: .year(2026))
/// map.add(hours)
/// ```
@MainActor public final class SunHoursLayer: MapComponent {
  /// The time that is summed up.
  public enum Span: Hashable, Sendable {
    /// The 24 hours from a moment on.
    case day(from: Date)
    /// All days of a year, 1600 to 2600, in local mean time.
    case year(Int)
  }

  /// How far it is.
  public enum State: Hashable, Sendable {
    /// It is on no map.
    case idle
    /// The hours are being worked out.
    case working
    /// They are shown; no ground has more than `mostHours`.
    case ready(mostHours: Double)
    /// There are none; `reason` says why, in one line.
    case failed(reason: String)
  }

  /// The time that is summed up; setting it works the hours out anew.
  public var span: Span { didSet { if span != oldValue { work() } } }
  /// Metres along a side of the square: 50 to 1,500.
  public let sideMeters: Double
  /// The middle of the square; nil until it is on a map, whose middle it takes then.
  public private(set) var center: LocationCoordinate?
  /// How far it is.
  public private(set) var state = State.idle
  /// Told of every change of `state`.
  public var onChange: (@MainActor (SunHoursLayer) -> Void)?
  /// 0, invisible, to 1. Default 0.75.
  public var opacity: Double {
    get { overlay.opacity }
    set {
      overlay.opacity = newValue
      legend.opacity = overlay.opacity
      map?.requestFrame(.interface)
    }
  }

  private let streets: InstalledStreets
  private let overlay = GroundOverlay(bounds: .empty, icon: nil)
  private let legend = LegendControl()
  private var ground: SunHoursGround?
  private weak var map: MapView?
  private var working: Task<Void, Never>?

  private static let sides = 50.0...1_500
  private static let legendRows = 8

  /// Hours of `span`. `sideMeters`: of the square, within 50 to 1,500; `center`: its middle, nil for that of the view of the map;
  /// `streets`: whose houses.
  public init(
    span: Span, sideMeters: Double = 800, center: LocationCoordinate? = nil, streets: InstalledStreets = InstalledStreets()
  ) {
    (self.span, self.center, self.streets) = (span, center, streets)
    self.sideMeters = sideMeters.isFinite ? min(max(sideMeters, Self.sides.lowerBound), Self.sides.upperBound) : 800
    overlay.isBelowLabels = true
    overlay.opacity = 0.75
    legend.opacity = 0.75
    legend.staysInNarrowViews = true
    legend.onAction = { [weak self] action in
      if case .opacity(let opacity) = action { self?.opacity = opacity }
    }
  }

  deinit { working?.cancel() }

  /// Shows the hours around another place. Does nothing for one that is not valid.
  public func move(to place: LocationCoordinate) {
    guard place.isValid, place != center else { return }
    center = place
    work()
  }

  /// Hours of Sun on the ground at a place; nil on roofs, outside of the square, and while there are none.
  public func hours(at place: LocationCoordinate) -> Double? { ground?.hours(at: place) }

  // MARK: On a map

  /// Called by the map that it was added to.
  public func didAttach(to map: MapView) {
    self.map = map
    overlay.map = map
    if center == nil { center = map.camera.target }
    work()
  }

  /// Called by the map that it was removed from.
  public func didDetach(from map: MapView) {
    working?.cancel()
    overlay.map = nil
    self.map = nil
    set(.idle)
  }

  /// Takes the hours off the map.
  public func didClear(_ map: MapView) { map.remove(self) }

  /// Nothing of its own: what is worked out asks for its frame when it is there.
  public func update(_ frame: MapFrame) -> RedrawReasons {
    if let map { legend.coveredWidth = map.coveredWidth }
    return []
  }

  /// The legend.
  public var controls: [any Control] { [legend] }

  /// Loading while hours are worked out.
  public var progress: LoadProgress { state == .working ? .loading : .ready }

  // MARK: Working out

  /// Sliders that are dragged ask anew with each of their steps.
  private static let restMilliseconds = 60

  private func work() {
    working?.cancel()
    guard map != nil, let center else { return }
    set(.working)
    let (span, side, streets) = (span, sideMeters, streets)
    working = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(Self.restMilliseconds))
      guard !Task.isCancelled else { return }
      let made = await Self.made(around: center, side, span, streets)
      guard !Task.isCancelled else { return }
      self?.take(made)
    }
  }

  @concurrent private static func made(
    around center: LocationCoordinate, _ side: Double, _ span: Span, _ streets: InstalledStreets
  ) async -> Result<SunHoursGround?, SunHoursProblem> {
    do throws(SunHoursProblem) {
      return .success(try await SunHoursGround.make(around: center, sideMeters: side, span, streets))
    } catch { return .failure(error) }
  }

  private func take(_ made: Result<SunHoursGround?, SunHoursProblem>) {
    switch made {
    case .success(let ground?):
      self.ground = ground
      overlay.icon = ground.image
      overlay.bounds = ground.bounds
      legend.scale = Self.scale(upTo: ground.mostHours)
      set(.ready(mostHours: ground.mostHours))
    case .success(nil): break
    case .failure(let problem):
      ground = nil
      overlay.icon = nil
      legend.scale = nil
      set(.failed(reason: problem.text))
    }
  }

  private func set(_ new: State) {
    guard new != state else { return }
    state = new
    map?.requestFrame(.interface)
    onChange?(self)
  }

  private static func scale(upTo most: Double) -> ColorScale? {
    guard most > 0 else { return nil }
    let stops = SunHoursColors.marks(upTo: most, count: legendRows).map { hours in
      let color = SIMD3<Float>(SunHoursColors.color(hours / most) / 255)
      return ColorScale.Stop(value: hours, color: Color(red: color.x, green: color.y, blue: color.z))
    }
    return ColorScale(name: localized("Hours of sun"), unit: "h", stops: stops)
  }
}
