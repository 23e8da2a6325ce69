import OverlookGeometry
import OverlookRoads
import OverlookSupport

/// A step as a server or a document tells it; the numbers are indices into the shape of its leg.
struct DraftStep {
  var kind: Maneuver.Kind
  var modifier: Maneuver.Modifier?
  var exit: Int?
  var begin: Int
  var end: Int
  /// Nil where the geometry is to say it.
  var bearingBefore: Double?
  var bearingAfter: Double?
  var name = ""
  var ref = ""
  var destinations: [String] = []
  var exitNumber = ""
  var rotaryName = ""
  var mode: TravelMode
  var isFerry = false
  var distance = 0.0
  var duration = 0.0
  var lanes: [Lane] = []
  var speedLimit: Double?
  /// Empty where the sentence is to be made here.
  var instruction = ""
}

/// Puts a route together from its legs, and holds it to what every route is: a geometry of two places at least, steps that follow each
/// other along it, with a departure and an arrival in each leg.
struct RouteAssembly {
  /// Whose route it is, in errors.
  let thing: String
  let mode: TravelMode
  let language: String
  private var geometry: [LocationCoordinate] = []
  private var legs: [RouteLeg] = []
  private var stepCount = 0

  /// Nobody follows more.
  static let stepLimit = 50_000
  static let placeLimit = 2_000_000
  private static let laneLimit = 32

  init(thing: String, mode: TravelMode, language: String) {
    self.thing = thing
    self.mode = mode
    self.language = language
  }

  mutating func add(
    leg steps: [DraftStep], shape: [LocationCoordinate], distance: Double, duration: Double
  ) throws(RoutingError) {
    let number = legs.count + 1
    guard let first = shape.first else { throw fault("leg \(number) has no geometry") }
    guard geometry.count + shape.count <= Self.placeLimit else { throw fault("more than \(Self.placeLimit) places") }
    stepCount += steps.count
    guard stepCount <= Self.stepLimit else { throw fault("more than \(Self.stepLimit) steps") }
    guard steps.count >= 2, steps.first?.kind == .depart, steps.last?.kind == .arrive else {
      throw fault("leg \(number) does not begin with a departure and end with an arrival")
    }
    let isJoined = geometry.last == first
    let offset = isJoined ? geometry.count - 1 : geometry.count
    geometry += isJoined ? shape.dropFirst() : shape[...]
    var position = 0
    var made: [RouteStep] = []
    made.reserveCapacity(steps.count)
    for (index, step) in steps.enumerated() {
      guard step.begin >= position, step.end >= step.begin, step.end < shape.count else {
        throw fault(
          "step \(index + 1) of leg \(number) lies at \(step.begin) to \(step.end) of a geometry of \(shape.count) places")
      }
      position = step.begin
      made.append(self.step(step, shape: shape, offset: offset))
    }
    legs.append(RouteLeg(steps: made, distance: distance, duration: duration))
  }

  /// The route of the legs that were added.
  func route(distance: Double, duration: Double) throws(RoutingError) -> Route {
    guard !legs.isEmpty else { throw fault("it has no legs") }
    // Where start and destination are the same place, the geometry is that place twice.
    let places = geometry.count == 1 ? geometry + geometry : geometry
    var route = Route(geometry: places, legs: legs, distance: distance, duration: duration, mode: mode)
    InstructionWriter(language: language).fillMissing(in: &route)
    return route
  }

  private func fault(_ text: String) -> RoutingError { .unusable("\(thing): the route is wrong: \(text)") }

  private func step(_ draft: DraftStep, shape: [LocationCoordinate], offset: Int) -> RouteStep {
    let maneuver = Maneuver(
      kind: draft.kind, modifier: draft.modifier, exit: draft.exit, location: shape[draft.begin],
      bearingBefore: draft.bearingBefore ?? ShapeBearing.before(draft.begin, of: shape),
      bearingAfter: draft.bearingAfter ?? ShapeBearing.after(draft.begin, of: shape))
    let hasWay = draft.lanes.count <= Self.laneLimit && draft.lanes.contains { $0.isValid }
    return RouteStep(
      maneuver: maneuver, range: (draft.begin + offset)...(draft.end + offset), name: draft.name, ref: draft.ref,
      destinations: draft.destinations, exitNumber: draft.exitNumber, rotaryName: draft.rotaryName, mode: draft.mode,
      isFerry: draft.isFerry, distance: draft.distance, duration: draft.duration,
      // Lanes none of which leads on tell nobody where to drive.
      lanes: hasWay ? draft.lanes : [], speedLimit: draft.speedLimit, instruction: draft.instruction)
  }
}

/// Bearings at a place of a line, 0 where the line has no length.
enum ShapeBearing {
  static func before(_ index: Int, of shape: [LocationCoordinate]) -> Double {
    var other = index - 1
    while other >= 0, shape[other] == shape[index] { other -= 1 }
    return other >= 0 ? SphericalGeometry.heading(from: shape[other], to: shape[index]) : 0
  }

  static func after(_ index: Int, of shape: [LocationCoordinate]) -> Double {
    var other = index + 1
    while other < shape.count, shape[other] == shape[index] { other += 1 }
    return other < shape.count ? SphericalGeometry.heading(from: shape[index], to: shape[other]) : 0
  }
}
