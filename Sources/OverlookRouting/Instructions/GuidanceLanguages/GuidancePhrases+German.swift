import OverlookSupport

extension GuidancePhrases {
  /// Behind "in" the dative.
  static let german = GuidancePhrases(
    "de", capitalized: ["Ausfahrt"],
    units: [
      .metre: UnitWords([.one: "ein Meter", .other: "# Meter"], ahead: [.one: "einem Meter", .other: "# Metern"]),
      .kilometre: UnitWords(
        [.one: "ein Kilometer", .other: "# Kilometer"], ahead: [.one: "einem Kilometer", .other: "# Kilometern"]),
      .foot: UnitWords([.one: "ein Fuß", .other: "# Fuß"], ahead: [.one: "einem Fuß", .other: "# Fuß"]),
      .yard: UnitWords([.one: "ein Yard", .other: "# Yards"], ahead: [.one: "einem Yard", .other: "# Yards"]),
      .mile: UnitWords([.one: "eine Meile", .other: "# Meilen"], ahead: [.one: "einer Meile", .other: "# Meilen"]),
      .minute: UnitWords([.one: "eine Minute", .other: "# Minuten"], ahead: [.one: "einer Minute", .other: "# Minuten"]),
      .hour: UnitWords([.one: "eine Stunde", .other: "# Stunden"], ahead: [.one: "einer Stunde", .other: "# Stunden"]),
    ],
    [
      .ahead: "In {distance} {instruction}", .now: "Jetzt {instruction}", .then: "{instruction}, dann {next}",
      .follow: "Weiter[ auf {way_name}]: {length}",
      .arriveIn: "In {distance} ist das Ziel erreicht[, es liegt {place}]",
      .stopIn: "In {distance} ist der {nth} Halt erreicht[, er liegt {place}]",
      .thenArrive: "{instruction}, dann ist das Ziel erreicht", .thenStop: "{instruction}, dann ist der {nth} Halt erreicht",
      .destination: "Ziel[ {place}]", .stop: "Der {nth} Halt[, {place}]",
      .leftLane: "Die linke Spur benutzen", .middleLane: "Die mittlere Spur benutzen", .rightLane: "Die rechte Spur benutzen",
      .leftLanes: "Eine der {count} linken Spuren benutzen", .middleLanes: "Eine der {count} mittleren Spuren benutzen",
      .rightLanes: "Eine der {count} rechten Spuren benutzen",
      .offRoute: "Die Route wurde verlassen", .newRoute: "Eine neue Route wurde gefunden",
      .fasterRoute: "Eine schnellere Route wurde gefunden[, Ersparnis: {duration}]",
      .wrongWay: "Falsche Richtung, bitte wenden, wo es erlaubt ist", .speeding: "Zu schnell[, erlaubt sind {speed}]",
      .congestion: "Stau[ in {distance}][, Verzögerung: {duration}]",
      .accident: "Unfall[ in {distance}][, Verzögerung: {duration}]",
      .roadworks: "Baustelle[ in {distance}][, Verzögerung: {duration}]",
      .closure: "Straße gesperrt[ in {distance}][, Verzögerung: {duration}]",
      .danger: "Gefahr[ in {distance}][, Verzögerung: {duration}]",
      .speedCamera: "Geschwindigkeitskontrolle[ in {distance}][, Verzögerung: {duration}]",
      .signalLost: "Kein Signal, die Position ist unbekannt", .signalFound: "Die Position ist wieder bekannt",
    ])
}
