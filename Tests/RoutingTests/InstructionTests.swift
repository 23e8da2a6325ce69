import OverlookGeometry
import OverlookRoads
import Testing

@testable import OverlookRouting

@Suite struct InstructionTests {
  static let place = LocationCoordinate(latitude: 53.5, longitude: 13.2)

  static func step(
    _ kind: Maneuver.Kind, _ modifier: Maneuver.Modifier? = nil, exit: Int? = nil, bearing: Double = 0, name: String = "",
    ref: String = "", destinations: [String] = [], exitNumber: String = "", rotaryName: String = "", isFerry: Bool = false
  ) -> RouteStep {
    RouteStep(
      maneuver: Maneuver(
        kind: kind, modifier: modifier, exit: exit, location: place, bearingBefore: 0, bearingAfter: bearing), range: 0...1,
      name: name, ref: ref, destinations: destinations, exitNumber: exitNumber, rotaryName: rotaryName, mode: .car,
      isFerry: isFerry, distance: 1, duration: 1)
  }

  /// All that a step can be, with and without each of the things that a sentence may tell.
  static let combinations: [RouteStep] = {
    let modifiers: [Maneuver.Modifier?] = [nil] + Maneuver.Modifier.allCases
    var steps: [RouteStep] = []
    for kind in Maneuver.Kind.allCases {
      for modifier in modifiers {
        for bits in 0..<64 {
          func has(_ bit: Int) -> Bool { bits >> bit & 1 == 1 }
          steps.append(
            step(
              kind, modifier, exit: has(0) ? 2 : nil, bearing: Double(bits) * 5.7, name: has(1) ? "Qwyx" : "",
              ref: has(2) ? "Z 77" : "", destinations: has(3) ? ["Vjorn", "Hqal", "Never"] : [], exitNumber: has(4) ? "41b" : "",
              rotaryName: has(5) ? "Krwg" : "", isFerry: bits == 63))
        }
      }
    }
    return steps
  }()

  @Test(arguments: InstructionPhrases.all.map(\.language)) func everyCombinationIsASentence(language: String) {
    let writer = InstructionWriter(language: language)
    #expect(Self.combinations.count == 14 * 9 * 64)
    for step in Self.combinations {
      for stop in step.maneuver.kind == .arrive ? [nil, 1, 12] : [nil] {
        let text = writer.instruction(for: step, stop: stop)
        let isClean =
          !text.isEmpty && !text.contains(where: { "{}[]|".contains($0) }) && !text.contains("  ") && !text.hasSuffix(" ")
          && !text.hasSuffix(",") && !text.hasSuffix(":") && !text.contains(" ,") && text.first?.isLowercase == false
          && text.first?.isWhitespace == false
        if !isClean {
          Issue.record("\(language): '\(text)' of \(step.maneuver.kind) \(String(describing: step.maneuver.modifier))")
        }
      }
    }
  }

  /// What is known of the road is told; what the sentence is of decides which.
  @Test(arguments: InstructionPhrases.all.map(\.language)) func eachTokenIsUsed(language: String) {
    let writer = InstructionWriter(language: language)
    for step in Self.combinations where step.maneuver.kind != .arrive {
      let text = writer.instruction(for: step)
      let isStay = step.maneuver.kind == .continue || step.maneuver.modifier == .uturn || step.maneuver.kind == .depart
      if !step.name.isEmpty { #expect(text.contains("Qwyx"), "\(text)") }
      if step.name.isEmpty, !step.ref.isEmpty { #expect(text.contains("Z 77"), "\(text)") }
      if !step.name.isEmpty, !step.ref.isEmpty { #expect(text.contains("(Z 77)"), "\(text)") }
      if !step.destinations.isEmpty, !isStay || step.isFerry { #expect(text.contains("Vjorn, Hqal"), "\(text)") }
      #expect(!text.contains("Never"), "\(text)")
      guard !step.isFerry else { continue }
      if step.maneuver.kind == .offRamp, !step.exitNumber.isEmpty { #expect(text.contains("41b"), "\(text)") }
      if step.maneuver.kind == .rotary, !step.rotaryName.isEmpty { #expect(text.contains("Krwg"), "\(text)") }
      if step.maneuver.kind == .roundabout || step.maneuver.kind == .rotary, step.maneuver.exit == 2 {
        #expect(text.contains(writer.phrases.ordinal(2)), "\(text)")
      }
    }
  }

  /// Every language has every sentence and every word, and takes none from another.
  @Test func nothingIsUntranslated() {
    for phrases in InstructionPhrases.all {
      #expect(Set(phrases.templates.keys) == Set(PhraseKey.allCases), "\(phrases.language)")
      #expect(phrases.turns.count == 6 && Set(phrases.turns).count == 6, "\(phrases.language)")
      #expect(phrases.keeps.count == 2 && phrases.places.count == 2, "\(phrases.language)")
      #expect(phrases.compass.count == 8 && Set(phrases.compass).count == 8, "\(phrases.language)")
      #expect(phrases.ordinals.count == 10 && Set(phrases.ordinals).count == 10, "\(phrases.language)")
      for other in InstructionPhrases.all where other.language != phrases.language {
        for key in PhraseKey.allCases {
          let values: PhraseTemplate.Values = [
            .modifier: "@", .keep: "@", .place: "@", .compass: "@", .nth: "@", .rotaryName: "@",
          ]
          let own = phrases.templates[key]?.text(values, cases: [:])
          #expect(own != other.templates[key]?.text(values, cases: [:]), "\(key) of \(phrases.language) and \(other.language)")
        }
      }
    }
    #expect(
      Set(InstructionPhrases.all.map(\.language)) == [
        "en", "de", "fr", "es", "it", "nl", "sv", "fi", "pl", "pt", "ru", "ja", "ar",
      ])
  }

  @Test func everyLanguageIsFoundByItsCode() {
    for phrases in InstructionPhrases.all {
      #expect(InstructionPhrases.phrases(for: phrases.language).language == phrases.language)
      #expect(GuidancePhrases.phrases(for: phrases).language == phrases.language)
    }
  }

  /// No two things sound alike: left is not right, and a fork is no turn.
  @Test(arguments: InstructionPhrases.all.map(\.language)) func differentManeuversSoundDifferent(language: String) {
    let writer = InstructionWriter(language: language)
    let steps =
      Maneuver.Modifier.allCases.map { Self.step(.turn, $0) }
      + [Maneuver.Modifier.left, .right].flatMap { side in
        [Maneuver.Kind.fork, .onRamp, .offRamp, .merge, .endOfRoad].map { Self.step($0, side) }
      } + [Self.step(.roundabout, exit: 1), Self.step(.roundabout, exit: 3), Self.step(.arrive), Self.step(.depart)]
    #expect(Set(steps.map { writer.instruction(for: $0) }).count == steps.count)
  }

  @Test(arguments: [
    ("en", Maneuver.Kind.turn, Maneuver.Modifier.left, "Turn left onto Main Street (B 96) towards Berlin"),
    ("de", .turn, .left, "Links abbiegen auf Main Street (B 96) in Richtung Berlin"),
    ("en", .offRamp, .slightRight, "Take exit 12 on the right to Main Street (B 96) towards Berlin"),
    ("ja", .turn, .right, "右方向に曲がり、Berlin方面、Main Street (B 96)に進みます"),
  ]) func sentencesReadAsPeopleSpeak(
    language: String, kind: Maneuver.Kind, modifier: Maneuver.Modifier, sentence: String
  ) {
    let step = Self.step(kind, modifier, name: "Main Street", ref: "B 96", destinations: ["Berlin"], exitNumber: "12")
    #expect(InstructionWriter(language: language).instruction(for: step) == sentence)
  }

  @Test(arguments: [
    ("fi", "Mannerheimintie", "Käänny vasemmalle Mannerheimintielle"),
    ("fi", "Iso Roobertinkatu", "Käänny vasemmalle Iso Roobertinkadulle"),
    ("fi", "Broadway", "Käänny vasemmalle tielle Broadway"), ("ru", "Ленинская улица", "Поверните налево на Ленинскую улицу"),
    ("ru", "Невский проспект", "Поверните налево на Невский проспект"),
    ("pl", "Marszałkowska", "Skręć w lewo w Marszałkowską"),
  ]) func namesOfStreetsStandInTheCaseOfTheLanguage(language: String, name: String, sentence: String) {
    #expect(InstructionWriter(language: language).instruction(for: Self.step(.turn, .left, name: name)) == sentence)
  }

  @Test func aLanguageIsFoundByItsCodeAndEnglishStandsInForOthers() {
    #expect(InstructionPhrases.phrases(for: "de-AT").language == "de")
    #expect(InstructionPhrases.phrases(for: "PT_br").language == "pt")
    #expect(InstructionPhrases.phrases(for: "tlh").language == "en" && InstructionPhrases.phrases(for: "").language == "en")
  }
}
