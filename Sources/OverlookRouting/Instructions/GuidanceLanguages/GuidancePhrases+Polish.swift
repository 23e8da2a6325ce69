import OverlookSupport

extension GuidancePhrases {
  /// Behind "za" and "przez" the accusative, which is another form for what is feminine; fractions ask for the genitive of the singular.
  static let polish = GuidancePhrases(
    "pl", rule: .polish,
    units: [
      .metre: masculine("metr", "metry", "metrów", "metra"),
      .kilometre: masculine("kilometr", "kilometry", "kilometrów", "kilometra"),
      .foot: feminine("stopa", "stopę", "stopy", "stóp", "stopy"), .yard: masculine("jard", "jardy", "jardów", "jarda"),
      .mile: feminine("mila", "milę", "mile", "mil", "mili"), .minute: feminine("minuta", "minutę", "minuty", "minut", "minuty"),
      .hour: feminine("godzina", "godzinę", "godziny", "godzin", "godziny"),
    ],
    [
      .ahead: "Za {distance} {instruction}", .now: "Teraz {instruction}", .then: "{instruction}, potem {next}",
      .follow: "Jedź dalej[, {way_name},] przez {distance}", .arriveIn: "Za {distance} będziesz u celu[, cel jest {place}]",
      .stopIn: "Za {distance} będzie {nth} punkt pośredni[, jest {place}]",
      .thenArrive: "{instruction}, potem będziesz u celu", .thenStop: "{instruction}, potem będzie {nth} punkt pośredni",
      .destination: "Cel[ {place}]", .stop: "{nth} punkt pośredni[, {place}]",
      .leftLane: "Jedź lewym pasem", .middleLane: "Jedź środkowym pasem", .rightLane: "Jedź prawym pasem",
      .leftLanes: "Jedź jednym z {count} lewych pasów", .middleLanes: "Jedź jednym z {count} środkowych pasów",
      .rightLanes: "Jedź jednym z {count} prawych pasów",
      .offRoute: "Zjechano z trasy", .newRoute: "Znaleziono nową trasę",
      .fasterRoute: "Znaleziono szybszą trasę[, zysk: {duration}]",
      .wrongWay: "To zły kierunek, zawróć tam, gdzie wolno", .speeding: "Jedziesz za szybko[, ograniczenie do {speed}]",
      .congestion: "Korek[ za {distance}][, opóźnienie: {duration}]",
      .accident: "Wypadek[ za {distance}][, opóźnienie: {duration}]",
      .roadworks: "Roboty drogowe[ za {distance}][, opóźnienie: {duration}]",
      .closure: "Droga zamknięta[ za {distance}][, opóźnienie: {duration}]",
      .danger: "Niebezpieczeństwo[ za {distance}][, opóźnienie: {duration}]",
      .speedCamera: "Fotoradar[ za {distance}][, opóźnienie: {duration}]",
      .signalLost: "Nie ma sygnału, pozycja jest nieznana", .signalFound: "Pozycja znów jest znana",
    ])

  private static func masculine(_ one: String, _ few: String, _ many: String, _ part: String) -> UnitWords {
    UnitWords(
      [.one: "# \(one)", .few: "# \(few)", .many: "# \(many)", .other: "# \(part)"],
      ahead: [.one: one, .few: "# \(few)", .many: "# \(many)", .other: "# \(part)"])
  }

  private static func feminine(
    _ one: String, _ accusative: String, _ few: String, _ many: String, _ part: String
  ) -> UnitWords {
    UnitWords(
      [.one: "# \(one)", .few: "# \(few)", .many: "# \(many)", .other: "# \(part)"],
      ahead: [.one: accusative, .few: "# \(few)", .many: "# \(many)", .other: "# \(part)"])
  }
}
