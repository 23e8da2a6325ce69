import OverlookSupport

/// What guidance says and shows, in the words of a language and the units of a country. A value; any thread.
package struct GuidanceSpeech: Sendable {
  /// The language that is spoken, as a code of BCP 47 of the language alone: what was asked for, or "en" where it is not known.
  package var language: String { writer.phrases.language }
  package let units: DistanceUnits
  let writer: InstructionWriter
  let phrases: GuidancePhrases

  /// - Parameter language: A code of BCP 47 ("de", "pt-BR").
  package init(language: String, units: DistanceUnits = .metric) {
    self.units = units
    writer = InstructionWriter(language: language)
    phrases = .phrases(for: writer.phrases)
  }

  /// A sentence to be spoken: "In 300 metres, turn left onto Main Street, then turn right".
  ///
  /// - Parameters:
  ///   - distance: Metres to the maneuver; nil for now.
  ///   - next: What follows so soon that it is said along.
  ///   - stop: The number of the stop that the leg of the steps ends at, from 1; nil for the destination.
  ///   - saysLanes: Whether the lanes are told, where some lead elsewhere and it is not yet now.
  package func announcement(
    for step: RouteStep, distance: Double?, then next: RouteStep? = nil, stop: Int? = nil, saysLanes: Bool = true
  ) -> String {
    var text = opening(step, distance: distance, stop: stop)
    if let next { text = self.text(text, then: next, stop: stop) }
    if saysLanes, distance != nil, let lanes = LaneAdvice(step.lanes) {
      text += phrases.pause + fill(lanes.key, [.count: "\(lanes.count)"])
    }
    return text.capitalizedFirst
  }

  /// Two sentences, one behind the other.
  package func joined(_ first: String, _ second: String) -> String { first + phrases.pause + second }

  /// The short form for a banner, beside the distance to it: what is done, without the towns of signs where the road has a name. Of an end
  /// it says what lies there and not that one is there.
  package func banner(for step: RouteStep, stop: Int? = nil) -> String {
    if step.maneuver.kind == .arrive {
      return fill(stop == nil ? .destination : .stop, arrivalValues(step, stop)).capitalizedFirst
    }
    return writer.instruction(for: step, stop: stop, form: .banner)
  }

  /// The whole sentence for a list of steps.
  package func list(for step: RouteStep, stop: Int? = nil) -> String {
    writer.instruction(for: step, stop: stop, form: .list)
  }

  /// How long the road of a step is followed: "Continue on Main Street for 5 kilometres". `distance`: metres.
  package func following(_ step: RouteStep, for distance: Double) -> String {
    var values = distanceValues(distance)
    values[.wayName] = InstructionWriter.spokenName(step)
    return fill(.follow, values).capitalizedFirst
  }

  /// A distance in words to be spoken, rounded as people speak: "300 metres", "1.5 kilometres". `metres` may be anything: what is no
  /// number counts as 0.
  package func distance(_ metres: Double) -> String { phrases.words(.spoken(metres, units)) }

  /// A distance in signs to be shown, rounded likewise: "300 m", "1.5 km", "0.2 mi".
  package func shortDistance(_ metres: Double) -> String { phrases.signs(.shown(metres, units)) }

  /// A time in words to be spoken: "5 minutes", "1 hour 20 minutes".
  package func duration(_ seconds: Double) -> String { phrases.words(Amount.duration(seconds)) }

  /// A sentence beside the maneuvers.
  package func sentence(_ notice: GuidanceNotice) -> String {
    switch notice {
    case .offRoute: fill(.offRoute)
    case .newRoute: fill(.newRoute)
    case .fasterRoute(let saving): fill(.fasterRoute, saving >= 60 ? [.duration: duration(saving)] : [:])
    case .wrongWay: fill(.wrongWay)
    case .speeding(let limit): fill(.speeding, speedValues(limit))
    case .ahead(let hazard, let distance, let delay): fill(hazard.key, hazardValues(distance, delay))
    case .signalLost: fill(.signalLost)
    case .signalFound: fill(.signalFound)
    }
  }

  // MARK: Parts

  private func opening(_ step: RouteStep, distance: Double?, stop: Int?) -> String {
    let kind = step.maneuver.kind
    guard let distance else {
      let text = writer.clause(for: step, stop: stop, form: .spoken).text
      // Where one begins or is is not said to be now.
      return kind == .depart || kind == .arrive ? text : fill(.now, clauseValues(step))
    }
    guard kind == .arrive else { return fill(.ahead, clauseValues(step).merging(distanceValues(distance)) { first, _ in first }) }
    return fill(
      stop == nil ? .arriveIn : .stopIn, arrivalValues(step, stop).merging(distanceValues(distance)) { first, _ in first })
  }

  private func text(_ text: String, then next: RouteStep, stop: Int?) -> String {
    var values = next.maneuver.kind == .arrive ? arrivalValues(next, stop) : clauseValues(next)
    values[.next] = values[.instruction]
    values[.instruction] = text
    guard next.maneuver.kind == .arrive else { return fill(.then, values) }
    return fill(stop == nil ? .thenArrive : .thenStop, values)
  }

  /// A step inside of a sentence: whole, and in two parts, its first word, which is a verb, and the rest.
  private func clauseValues(_ step: RouteStep) -> PhraseTemplate.Values {
    let (text, keepsFirstLetter) = writer.clause(for: step, form: .spoken)
    let first = text.prefix { $0 != " " }
    let isKept = keepsFirstLetter || phrases.capitalized.contains(String(first))
    let inner = isKept ? text : text.prefix(1).lowercased() + text.dropFirst()
    let rest = text.dropFirst(first.count + 1)
    return [
      .instruction: inner, .next: inner, .first: String(inner.prefix(first.count)), .rest: rest.isEmpty ? nil : String(rest),
    ].compactMapValues { $0 }
  }

  private func arrivalValues(_ step: RouteStep, _ stop: Int?) -> PhraseTemplate.Values {
    var values: PhraseTemplate.Values = [:]
    values[.place] = step.maneuver.modifier?.side.map { writer.phrases.places[$0] }
    values[.nth] = stop.map { writer.phrases.ordinal(max($0, 1)) }
    return values
  }

  private func distanceValues(_ metres: Double) -> PhraseTemplate.Values {
    let amount = Amount.spoken(metres, units)
    return [.distance: phrases.words(amount, isAhead: true), .length: phrases.words(amount)]
  }

  private func speedValues(_ limit: Double?) -> PhraseTemplate.Values {
    guard let limit, limit.isFinite, limit > 0 else { return [:] }
    let value = units == .metric ? limit : limit / MeasureFormat.kilometresPerMile
    return Int(exactly: value.rounded()).map { [.speed: "\($0)"] } ?? [:]
  }

  private func hazardValues(_ distance: Double?, _ delay: Double?) -> PhraseTemplate.Values {
    var values = distance.map { distanceValues($0) } ?? [:]
    if let delay, delay >= 60 { values[.duration] = duration(delay) }
    return values
  }

  private func fill(_ key: GuidanceKey, _ values: PhraseTemplate.Values = [:]) -> String {
    phrases.templates[key]?.text(values, cases: [:]) ?? ""
  }
}

extension GuidanceNotice.Hazard {
  fileprivate var key: GuidanceKey {
    switch self {
    case .congestion: .congestion
    case .accident: .accident
    case .roadworks: .roadworks
    case .closure: .closure
    case .danger: .danger
    case .speedCamera: .speedCamera
    }
  }
}
