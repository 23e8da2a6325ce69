/// What guidance says and shows, in the words of a language and the units of a country. A value; any thread.
package struct GuidanceSpeech: Sendable {
  /// The language that is spoken, as a code of BCP 47 of the language alone: what was asked for, or "en" where it is not known.
  package var language: String { writer.phrases.language }
  package let units: DistanceUnits
  let writer: InstructionWriter

  /// - Parameter language: A code of BCP 47 ("de", "pt-BR").
  package init(language: String, units: DistanceUnits = .metric) {
    self.units = units
    writer = InstructionWriter(language: language)
  }

  /// A sentence to be spoken: "In 300 metres, turn left onto Main Street, then turn right". `distance`: metres to the maneuver; nil for now.
  /// `stop`: the number of the stop that the step's leg ends at, from 1; nil for the destination.
  package func announcement(
    for step: RouteStep, distance: Double?, then next: RouteStep? = nil, stop: Int? = nil
  ) -> String {
    writer.instruction(for: step, stop: stop)
  }

  /// The short form for a banner: what is done, without towns, whose sign has its own place.
  package func banner(for step: RouteStep, stop: Int? = nil) -> String { writer.instruction(for: step, stop: stop) }

  /// The whole sentence for a list of steps.
  package func list(for step: RouteStep, stop: Int? = nil) -> String { writer.instruction(for: step, stop: stop) }

  /// A distance in words to be spoken, rounded as people speak: "300 metres", "1.5 kilometres".
  package func distance(_ metres: Double) -> String { "\(Int(exactly: metres.rounded()) ?? 0)" }

  /// A distance in symbols to be shown, rounded likewise: "300 m", "1.5 km", "0.2 mi".
  package func shortDistance(_ metres: Double) -> String { "\(Int(exactly: metres.rounded()) ?? 0) m" }

  /// A sentence beside the maneuvers.
  package func sentence(_ notice: GuidanceNotice) -> String { "" }
}
