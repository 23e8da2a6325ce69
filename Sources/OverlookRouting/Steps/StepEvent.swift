import OverlookRoads

/// Something to be told on a path, before it has become a step.
struct StepEvent {
  var kind: Maneuver.Kind
  var modifier: Maneuver.Modifier?
  var exit: Int?
  /// The number of the arc of the path that it begins with.
  var index: Int
  /// The number of the arc whose road is the one that is told: behind a slip lane, for instance.
  var roadIndex: Int
  /// Degrees that one turns from the arc before `index` to that of `roadIndex`.
  var angle: Double
  var rotaryName = ""
  var exitNumber = ""
  var destinations: [String] = []

  init(_ kind: Maneuver.Kind, _ modifier: Maneuver.Modifier?, at index: Int, angle: Double = 0) {
    self.kind = kind
    self.modifier = modifier
    self.index = index
    roadIndex = index
    self.angle = angle
  }

  /// Whether it is a turn like any other, that others near it may be told with.
  var isPlain: Bool {
    switch kind {
    case .turn, .newName, .continue, .endOfRoad, .fork: exit == nil
    case .depart, .merge, .onRamp, .offRamp, .roundabout, .rotary, .exitRoundabout, .notification, .arrive: false
    }
  }
}
