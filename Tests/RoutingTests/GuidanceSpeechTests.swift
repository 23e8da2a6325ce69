import OverlookRoads
import OverlookSupport
import Testing

@testable import OverlookRouting

@Suite struct GuidanceSpeechTests {
  static let languages = GuidancePhrases.all.map(\.language)

  /// Marks that no sentence ends with and that do not follow each other; what is a mark of a template has no place at all.
  private static let marks = Set(",.:;、。".unicodeScalars)
  private static let placeholders = Set("{}[]|#".unicodeScalars)

  private static func isClean(_ text: String) -> Bool {
    guard let first = text.first, !first.isLowercase, !first.isWhitespace else { return false }
    var previous: Unicode.Scalar = ","
    for scalar in text.unicodeScalars {
      if placeholders.contains(scalar) { return false }
      let isAfterSpace = previous == " "
      if isAfterSpace && scalar == " " || (isAfterSpace || marks.contains(previous)) && marks.contains(scalar) { return false }
      previous = scalar
    }
    return previous != " " && !marks.contains(previous)
  }

  /// Every maneuver with every direction, alone and with what follows, near and far, in all forms.
  @Test(arguments: languages) func everyStepIsASentenceInEachForm(language: String) {
    let speech = GuidanceSpeech(language: language)
    // Steps of one word among them.
    let following = InstructionTests.combinations
    let distances: [Double?] = [nil, 1, 300, 1500]
    for (index, step) in InstructionTests.combinations.enumerated() {
      let (stop, distance) = (index % 3 == 0 ? 2 : nil, distances[index / 3 % 4])
      let alone = speech.announcement(for: step, distance: distance, stop: stop)
      let both = speech.announcement(for: step, distance: distance, then: following[index * 31 % following.count], stop: stop)
      for text in [alone, both, speech.banner(for: step, stop: stop), speech.list(for: step, stop: stop)]
      where !Self.isClean(text) {
        Issue.record("\(language): '\(text)' of \(step.maneuver.kind)")
      }
      if !both.hasPrefix(alone) || both.count <= alone.count { Issue.record("\(language): '\(both)'") }
    }
  }

  /// What is known is said: distance, road, town, exit; the number of a road that has a name is read and not said.
  @Test(arguments: languages) func whatIsSaidHasTheDistanceAndTheRoad(language: String) {
    let speech = GuidanceSpeech(language: language)
    for kind in Maneuver.Kind.allCases where kind != .arrive && kind != .depart {
      for modifier in [Maneuver.Modifier.left, .right] {
        let step = InstructionTests.step(
          kind, modifier, exit: 2, name: "Qwyx", ref: "Z 77", destinations: ["Vjorn"], exitNumber: "41b")
        let text = speech.announcement(for: step, distance: 300)
        let isStay = kind == .continue
        #expect(text.contains("300") && text.contains("Qwyx") && text.contains("Vjorn") != isStay, "\(text)")
        #expect(!text.contains("Z 77") && speech.list(for: step).contains("Z 77"), "\(text)")
        #expect(!speech.banner(for: step).contains("Vjorn"), "\(speech.banner(for: step))")
        #expect(!speech.announcement(for: step, distance: nil).contains("300"))
        if kind == .offRamp { #expect(text.contains("41b"), "\(text)") }
      }
      let unnamed = InstructionTests.step(kind, .left, exit: 2, ref: "Z 77", destinations: ["Vjorn"])
      #expect(speech.announcement(for: unnamed, distance: 300).contains("Z 77"))
    }
  }

  /// Each language has all sentences, its own words in them, and all that the sentence may tell.
  @Test func nothingIsUntranslatedAndEachTokenIsUsed() {
    let tokens: [GuidanceKey: Set<PhraseTemplate.Token>] = [
      .ahead: [.distance], .follow: [.wayName], .arriveIn: [.distance, .place], .stopIn: [.distance, .place, .nth],
      .destination: [.place], .stop: [.place, .nth],
      .thenArrive: [.instruction], .thenStop: [.instruction, .nth], .leftLanes: [.count], .middleLanes: [.count],
      .rightLanes: [.count], .fasterRoute: [.duration], .speeding: [.speed], .then: [.instruction],
    ]
    let hazards: [GuidanceKey] = [.congestion, .accident, .roadworks, .closure, .danger, .speedCamera]
    let values: PhraseTemplate.Values = Dictionary(uniqueKeysWithValues: PhraseTemplate.Token.allCases.map { ($0, "@") })
    #expect(GuidancePhrases.all.map(\.language) == InstructionPhrases.all.map(\.language))
    for phrases in GuidancePhrases.all {
      #expect(Set(phrases.templates.keys) == Set(GuidanceKey.allCases), "\(phrases.language)")
      #expect(Set(phrases.units.keys) == Set(MeasureUnit.allCases) && Set(phrases.symbols.keys) == Set(MeasureUnit.allCases))
      for key in GuidanceKey.allCases {
        let used = phrases.templates[key]?.tokens ?? []
        let wanted = hazards.contains(key) ? [.distance, .duration] : tokens[key] ?? []
        #expect(used.isSuperset(of: wanted), "\(key) of \(phrases.language)")
        // "Nu" is Dutch and Swedish.
        for other in GuidancePhrases.all where other.language != phrases.language && key != .now {
          let own = phrases.templates[key]?.text(values, cases: [:])
          #expect(own != other.templates[key]?.text(values, cases: [:]), "\(key) of \(phrases.language) and \(other.language)")
        }
      }
      for key in [GuidanceKey.ahead, .now, .then] {
        let used = phrases.templates[key]?.tokens ?? []
        #expect(used.contains(.first) && used.contains(.rest) || used.contains(key == .then ? .next : .instruction))
      }
      #expect(phrases.templates[.follow]?.tokens.isDisjoint(with: [.distance, .length]) == false)
    }
  }

  /// Whole numbers of the categories of CLDR 44, Language Plural Rules, cardinals ("@integer" of each rule).
  @Test(arguments: [
    (PluralRule.one, [PluralCategory.one: [1], .other: [0, 2, 3, 11, 21, 100]]),
    (.belowTwo, [.one: [0, 1], .many: [1_000_000, 3_000_000], .other: [2, 5, 11, 21, 101, 1_000_001]]),
    (.oneAndMillions, [.one: [1], .many: [1_000_000], .other: [0, 2, 21, 1_500_000]]), (.none, [.other: [0, 1, 2, 5, 11, 100]]),
    (.polish, [.one: [1], .few: [2, 3, 4, 22, 24, 32, 102], .many: [0, 5, 12, 14, 19, 21, 25, 31, 100, 112, 1000]]),
    (.russian, [.one: [1, 21, 31, 101, 1001], .few: [2, 4, 22, 34, 102], .many: [0, 5, 11, 12, 14, 19, 25, 100, 111, 1000]]),
    (
      .arabic,
      [
        .zero: [0], .one: [1], .two: [2], .few: [3, 10, 103, 110, 1003], .many: [11, 26, 99, 111, 1011],
        .other: [100, 101, 102, 200, 202, 1000, 1_000_000],
      ]
    ),
  ]) func numbersHaveTheirPluralCategory(rule: PluralRule, numbers: [PluralCategory: [Int]]) {
    for (category, numbers) in numbers {
      for number in numbers { #expect(rule.category(of: Double(number)) == category, "\(number)") }
    }
  }

  /// The same, "@decimal".
  @Test func fractionsHaveTheirPluralCategory() {
    #expect(PluralRule.one.category(of: 1.5) == .other && PluralRule.belowTwo.category(of: 1.5) == .one)
    #expect(PluralRule.belowTwo.category(of: 2.5) == .other)
    #expect(PluralRule.polish.category(of: 1.5) == .other && PluralRule.russian.category(of: 2.5) == .other)
  }

  @Test(arguments: [
    ("en", 300.0, "In 300 metres, turn left onto Main Street, then turn right"),
    ("de", 300, "In 300 Metern links abbiegen auf Main Street, dann rechts abbiegen"),
    ("de", 1000, "In einem Kilometer links abbiegen auf Main Street, dann rechts abbiegen"),
    ("fr", 1500, "Dans 1,5 kilomètre, tournez à gauche sur Main Street, puis tournez à droite"),
    ("es", 2000, "En 2 kilómetros, gire a la izquierda por Main Street, luego gire a la derecha"),
    ("it", 300, "Tra 300 metri, svolti a sinistra in Main Street, poi svolti a destra"),
    ("nl", 300, "Ga over 300 meter linksaf naar Main Street, ga daarna rechtsaf"),
    ("sv", 300, "Om 300 meter, sväng åt vänster in på Main Street, sväng sedan åt höger"),
    ("fi", 300, "Käänny 300 metrin päästä vasemmalle tielle Main Street, käänny sitten oikealle"),
    ("pl", 2000, "Za 2 kilometry skręć w lewo w Main Street, potem skręć w prawo"),
    ("pl", 5000, "Za 5 kilometrów skręć w lewo w Main Street, potem skręć w prawo"),
    ("pl", 1500, "Za 1,5 kilometra skręć w lewo w Main Street, potem skręć w prawo"),
    ("pt", 1000, "A um quilómetro, vire à esquerda para Main Street, depois vire à direita"),
    ("ru", 1000, "Через километр поверните налево на Main Street, затем поверните направо"),
    ("ru", 21000, "Через 21 километр поверните налево на Main Street, затем поверните направо"),
    ("ru", 2000, "Через 2 километра поверните налево на Main Street, затем поверните направо"),
    ("ru", 300, "Через 300 метров поверните налево на Main Street, затем поверните направо"),
    ("ar", 300, "بعد 300 متر انعطف يسارًا إلى Main Street، ثم انعطف يمينًا"),
    ("ar", 20, "بعد 20 مترًا انعطف يسارًا إلى Main Street، ثم انعطف يمينًا"),
    ("ar", 1500, "بعد كيلومتر ونصف انعطف يسارًا إلى Main Street، ثم انعطف يمينًا"),
    ("ar", 2000, "بعد كيلومترين انعطف يسارًا إلى Main Street، ثم انعطف يمينًا"),
    ("ar", 5000, "بعد 5 كيلومترات انعطف يسارًا إلى Main Street، ثم انعطف يمينًا"),
    ("ja", 300, "300メートル先、左方向に曲がり、Main Streetに進みます。続いて、右方向に曲がり、先へ進みます"),
  ]) func sentencesAreBuiltAsPeopleSpeak(language: String, distance: Double, sentence: String) {
    let speech = GuidanceSpeech(language: language)
    let (step, next) = (InstructionTests.step(.turn, .left, name: "Main Street"), InstructionTests.step(.turn, .right))
    #expect(speech.announcement(for: step, distance: distance, then: next) == sentence)
  }

  /// Who reads a banner is not there yet.
  @Test(arguments: languages) func aBannerOfAnEndSaysWhatLiesAheadAndNotThatItIsReached(language: String) {
    let speech = GuidanceSpeech(language: language)
    let (right, plain) = (InstructionTests.step(.arrive, .right), InstructionTests.step(.arrive))
    #expect(speech.banner(for: right) != speech.list(for: right) && speech.banner(for: plain) != speech.list(for: plain))
    #expect(speech.banner(for: right).hasPrefix(speech.banner(for: plain)))
    #expect(speech.banner(for: right, stop: 2) != speech.banner(for: right))
    #expect(speech.banner(for: right, stop: 2) != speech.banner(for: right, stop: 3))
    #expect(language != "en" || speech.banner(for: right) == "Your destination, on the right")
    #expect(language != "de" || speech.banner(for: right, stop: 2) == "Der zweite Halt, rechts")
  }

  /// In Polish "Pawła" is the genitive of a man's name, "biała" an adjective.
  @Test(arguments: [
    ("Jana Pawła II", "Jana Pawła II"), ("Generała Andersa", "Generała Andersa"),
    ("Wojciecha Korfantego", "Wojciecha Korfantego"),
    ("Biała", "Białą"), ("Leśna", "Leśną"), ("Główna", "Główną"), ("Zielona", "Zieloną"),
  ]) func namesOfMenAreNoAdjectives(name: String, turned: String) {
    let step = InstructionTests.step(.turn, .left, name: name)
    let sentence = GuidanceSpeech(language: "pl").announcement(for: step, distance: 300)
    #expect(sentence.hasSuffix("w lewo w \(turned)"), "\(sentence)")
  }

  @Test func aNounAndANameKeepTheirCapitalLetter() {
    let german = GuidanceSpeech(language: "de")
    #expect(
      german.announcement(for: InstructionTests.step(.offRamp, exitNumber: "12"), distance: 300)
        == "In 300 Metern Ausfahrt 12 nehmen")
    #expect(german.announcement(for: InstructionTests.step(.offRamp), distance: nil) == "Jetzt die Ausfahrt nehmen")
    #expect(
      german.announcement(for: InstructionTests.step(.notification, name: "Hauptstraße"), distance: 300)
        == "In 300 Metern der Straße Hauptstraße folgen")
    #expect(
      GuidanceSpeech(language: "sv").announcement(for: InstructionTests.step(.turn, .uturn), distance: nil) == "Gör nu en U-sväng"
    )
  }

  /// Metres to what is said in each of the units.
  @Test(arguments: [
    (DistanceUnits.metric, 4.0, "10 metres"), (.metric, 44, "40 metres"), (.metric, 96, "100 metres"),
    (.metric, 130, "150 metres"), (.metric, 349, "300 metres"), (.metric, 940, "900 metres"), (.metric, 960, "1 kilometre"),
    (.metric, 1249, "1 kilometre"), (.metric, 1260, "1.5 kilometres"), (.metric, 2800, "3 kilometres"),
    (.metric, 12_400, "12 kilometres"), (.metric, 104_000, "100 kilometres"), (.metric, .nan, "10 metres"),
    (.metric, -5, "10 metres"), (.metric, .infinity, "20100 kilometres"), (.feet, 30.48, "100 feet"), (.feet, 152, "500 feet"),
    (.feet, 304, "1000 feet"), (.feet, 402, "a quarter of a mile"), (.feet, 800, "half a mile"),
    (.feet, 1200, "three quarters of a mile"), (.feet, 1609.344, "1 mile"), (.feet, 2414, "1.5 miles"), (.feet, 8046, "5 miles"),
    (.yards, 91.44, "100 yards"), (.yards, 366, "400 yards"), (.yards, 420, "a quarter of a mile"), (.yards, 3218.7, "2 miles"),
  ]) func distancesAreRoundedAsPeopleSpeak(units: DistanceUnits, metres: Double, text: String) {
    #expect(GuidanceSpeech(language: "en", units: units).distance(metres) == text)
  }

  @Test(arguments: [
    ("en", DistanceUnits.metric, 4.0, "10 m"), ("en", .metric, 344, "340 m"), ("en", .metric, 996, "1 km"),
    ("de", .metric, 1449, "1,4 km"), ("ru", .metric, 1449, "1,4 км"), ("en", .metric, 12_400, "12 km"),
    ("en", .feet, 100, "350 ft"), ("en", .feet, 500, "0.3 mi"), ("en", .yards, 100, "110 yd"), ("en", .yards, 805, "0.5 mi"),
  ]) func distancesAreShownInSigns(language: String, units: DistanceUnits, metres: Double, text: String) {
    #expect(GuidanceSpeech(language: language, units: units).shortDistance(metres) == text)
  }

  /// Farther is never said as nearer, whatever the units.
  @Test(arguments: DistanceUnits.allCases) func whatIsSaidGrowsWithTheDistance(units: DistanceUnits) {
    let sizes: [MeasureUnit: Double] = [.metre: 1, .kilometre: 1000, .foot: 0.3048, .yard: 0.9144, .mile: 1609.344]
    var last = (0.0, 0.0)
    for metres in stride(from: 1.0, to: 30_000, by: 1) {
      let amounts = [Amount.spoken(metres, units), Amount.shown(metres, units)].map { $0.value * (sizes[$0.unit] ?? .nan) }
      if amounts[0] < last.0 - 1e-6 || amounts[1] < last.1 - 1e-6 { Issue.record("\(metres) m: \(amounts), before \(last)") }
      if metres > 20 {
        #expect(abs(amounts[0] - metres) <= max(metres * 0.34, 20) && abs(amounts[1] - metres) <= metres * 0.2 + 5)
      }
      last = (amounts[0], amounts[1])
    }
  }

  @Test func unitsGoWithTheCountry() {
    #expect(DistanceUnits.units(forCountry: "us") == .feet && DistanceUnits.units(forCountry: "GB") == .yards)
    #expect(DistanceUnits.units(forCountry: "FI") == .metric && DistanceUnits.units(forCountry: "") == .metric)
  }

  @Test(arguments: languages) func everyNoticeIsASentence(language: String) {
    let speech = GuidanceSpeech(language: language)
    var notices: [GuidanceNotice] = [
      .offRoute, .newRoute, .fasterRoute(saving: 300), .fasterRoute(saving: .nan), .wrongWay, .speeding(limit: 50),
      .speeding(limit: nil), .speeding(limit: .infinity), .signalLost, .signalFound,
    ]
    for hazard in GuidanceNotice.Hazard.allCases {
      notices += [
        .ahead(hazard, distance: nil, delay: nil), .ahead(hazard, distance: 2000, delay: nil),
        .ahead(hazard, distance: nil, delay: 300), .ahead(hazard, distance: 2000, delay: 4800),
      ]
    }
    let sentences = notices.map(speech.sentence)
    for text in sentences where !Self.isClean(text) { Issue.record("\(language): '\(text)'") }
    // Those of numbers that are none are those without a number.
    #expect(Set(sentences).count == notices.count - 1)
    #expect(sentences[2].contains("5") && sentences[5].contains("50"))
  }

  @Test func timesAndSpeedsAreSaidInTheUnitsAndNumberOfTheLanguage() {
    #expect(
      GuidanceSpeech(language: "en").duration(59) == "1 minute" && GuidanceSpeech(language: "en").duration(.nan) == "1 minute")
    #expect(GuidanceSpeech(language: "en").duration(4800) == "1 hour 20 minutes")
    #expect(
      GuidanceSpeech(language: "ru").duration(22 * 60) == "22 минуты" && GuidanceSpeech(language: "pl").duration(300) == "5 minut"
    )
    #expect(GuidanceSpeech(language: "ja").duration(4800) == "1時間20分")
    #expect(GuidanceSpeech(language: "en", units: .yards).sentence(.speeding(limit: 48.28)).contains("30"))
    #expect(
      GuidanceSpeech(language: "de").sentence(.ahead(.congestion, distance: 2000, delay: 600))
        == "Stau in 2 Kilometern, Verzögerung: 10 Minuten")
  }

  @Test(arguments: [
    ([true, false, false], LaneAdvice.left(1)), ([false, false, true, true], .right(2)), ([false, true, false], .middle(1)),
  ]) func lanesThatLieTogetherAreTold(valid: [Bool], advice: LaneAdvice) {
    #expect(LaneAdvice(valid.map { Lane(indications: [.straight], isValid: $0, isActive: $0) }) == advice)
  }

  @Test(arguments: [[], [true, true], [false, false], [true, false, true], [false, true, false, false]])
  func lanesThatNoWordIsForAreNotTold(valid: [Bool]) {
    #expect(LaneAdvice(valid.map { Lane(indications: [], isValid: $0, isActive: $0) }) == nil)
  }

  @Test(arguments: languages) func lanesAreToldBeforeTheManeuverAndNotAtIt(language: String) {
    let speech = GuidanceSpeech(language: language)
    for valid in [
      [true, false, false], [false, true, false], [false, false, true], [true, true, false], [false, true, true],
    ] {
      var step = InstructionTests.step(.fork, .left)
      let without = speech.announcement(for: step, distance: 500)
      step.lanes = valid.map { Lane(indications: [], isValid: $0, isActive: $0) }
      let text = speech.announcement(for: step, distance: 500)
      #expect(text.hasPrefix(without) && text.count > without.count && Self.isClean(text), "\(text)")
      #expect(text.contains("2") == (valid.filter { $0 }.count == 2), "\(text)")
      #expect(speech.announcement(for: step, distance: 500, saysLanes: false) == without)
    }
  }

  @Test func theRoadIsFollowedForADistance() {
    let step = InstructionTests.step(.continue, .straight, name: "Main Street")
    #expect(GuidanceSpeech(language: "en").following(step, for: 5200) == "Continue on Main Street for 5 kilometres")
    #expect(GuidanceSpeech(language: "fi").following(step, for: 5200) == "Jatka tiellä Main Street 5 kilometriä")
    #expect(GuidanceSpeech(language: "pl").following(step, for: 1000) == "Jedź dalej, Main Street, przez kilometr")
    for language in Self.languages { #expect(Self.isClean(GuidanceSpeech(language: language).following(step, for: 300))) }
  }
}
