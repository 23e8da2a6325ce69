/// Tells steps in sentences.
struct InstructionWriter: Sendable {
  let phrases: InstructionPhrases

  init(language: String) {
    phrases = .phrases(for: language)
  }

  /// Gives each step of a route that has no sentence its own.
  func fillMissing(in route: inout Route) {
    for leg in route.legs.indices {
      for index in route.legs[leg].steps.indices where route.legs[leg].steps[index].instruction.isEmpty {
        // The last leg ends at the destination.
        let stop = leg == route.legs.count - 1 ? nil : leg + 1
        route.legs[leg].steps[index].instruction = instruction(for: route.legs[leg].steps[index], stop: stop)
      }
    }
  }

  /// The sentence of a step. `stop`: the number of the stop that its leg ends at, from 1; nil for the destination.
  func instruction(for step: RouteStep, stop: Int? = nil, form: InstructionForm = .list) -> String {
    clause(for: step, stop: stop, form: form).text.capitalizedFirst
  }

  /// The sentence as its template has it, and whether its first letter is as it is wherever it stands.
  func clause(for step: RouteStep, stop: Int? = nil, form: InstructionForm) -> (text: String, keepsFirstLetter: Bool) {
    let values = values(for: step, stop: stop, form: form)
    guard let template = phrases.templates[Self.key(step, isStop: stop != nil)] else { return ("", false) }
    let text = template.text(values, cases: phrases.cases)
    switch template.firstToken(values) {
    case .wayName, .rotaryName, .destination, .exit: return (text, true)
    default: return (text, false)
    }
  }

  private func values(for step: RouteStep, stop: Int?, form: InstructionForm) -> PhraseTemplate.Values {
    var values: PhraseTemplate.Values = [:]
    values[.wayName] = form == .spoken ? Self.spokenName(step) : Self.wayName(step)
    values[.destination] = form == .banner && values[.wayName] != nil ? nil : Self.destination(step)
    values[.exit] = step.exitNumber.isEmpty ? nil : step.exitNumber
    values[.rotaryName] = step.rotaryName.isEmpty ? nil : step.rotaryName
    values[.nth] = step.maneuver.exit.map { phrases.ordinal(max($0, 1)) }
    let bearing = step.maneuver.bearingAfter
    if bearing.isFinite { values[.compass] = phrases.compass[(Int(exactly: (bearing / 45).rounded()) ?? 0).wrapped(by: 8)] }
    if let modifier = step.maneuver.modifier {
      values[.modifier] = phrases.turn(modifier)
      values[.keep] = modifier.side.map { phrases.keeps[$0] }
      values[.place] = modifier.side.map { phrases.places[$0] }
    }
    if step.maneuver.kind == .arrive { values[.nth] = stop.map { phrases.ordinal($0) } }
    return values
  }

  /// A number behind a name is read, not said.
  static func spokenName(_ step: RouteStep) -> String? {
    step.name.isEmpty ? (step.ref.isEmpty ? nil : step.ref) : step.name
  }

  /// Name and number of a road.
  private static func wayName(_ step: RouteStep) -> String? {
    switch (step.name.isEmpty, step.ref.isEmpty) {
    case (true, true): nil
    case (false, true): step.name
    case (true, false): step.ref
    case (false, false): step.name == step.ref ? step.name : "\(step.name) (\(step.ref))"
    }
  }

  /// Signs name many places; nobody hears more than two.
  private static func destination(_ step: RouteStep) -> String? {
    step.destinations.isEmpty ? nil : step.destinations.prefix(2).joined(separator: ", ")
  }

  private static func key(_ step: RouteStep, isStop: Bool) -> PhraseKey {
    let modifier = step.maneuver.modifier
    let hasSide = modifier?.side != nil
    if step.isFerry, step.maneuver.kind != .arrive { return .ferry }
    if modifier == .uturn, step.maneuver.kind.mayTurnBack { return .uturn }
    switch step.maneuver.kind {
    case .depart: return .depart
    case .turn: return hasSide ? .turn : .goStraight
    case .newName: return hasSide ? .bear : .newName
    case .continue: return hasSide ? .stayTurning : .stay
    case .merge: return hasSide ? .mergeSide : .merge
    case .onRamp: return hasSide ? .rampSide : .ramp
    case .offRamp: return hasSide ? .exitSide : .exit
    case .fork: return hasSide ? .fork : .forkStraight
    case .endOfRoad: return hasSide ? .endOfRoad : .endStraight
    case .roundabout: return step.maneuver.exit == nil ? .roundabout : .roundaboutExit
    case .rotary where step.rotaryName.isEmpty: return step.maneuver.exit == nil ? .roundabout : .roundaboutExit
    case .rotary: return step.maneuver.exit == nil ? .rotary : .rotaryExit
    case .exitRoundabout: return .leaveRoundabout
    case .notification: return .notification
    case .arrive:
      if isStop { return hasSide ? .stopSide : .stop }
      return hasSide ? .arriveSide : modifier == .straight ? .arriveAhead : .arrive
    }
  }
}

extension Maneuver.Modifier {
  /// 0 for what goes to the right, 1 for the left, nil for neither.
  var side: Int? {
    switch self {
    case .sharpRight, .right, .slightRight: 0
    case .sharpLeft, .left, .slightLeft: 1
    case .uturn, .straight: nil
    }
  }
}

extension Maneuver.Kind {
  /// Whether a U-turn is told as one, and not as what it happens at.
  fileprivate var mayTurnBack: Bool {
    switch self {
    case .turn, .newName, .continue, .endOfRoad: true
    case .depart, .merge, .onRamp, .offRamp, .fork, .roundabout, .rotary, .exitRoundabout, .notification, .arrive: false
    }
  }
}

/// What a sentence of a step is for.
enum InstructionForm: String, CaseIterable, Sendable {
  /// All that is known.
  case list
  /// What is said: the name of a road without its number.
  case spoken
  /// What is read in a moment: no towns where the road has a name.
  case banner
}

extension String {
  /// With a capital first letter.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
