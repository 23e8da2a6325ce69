import OverlookSupport

extension GuidancePhrases {
  /// Numbers ask for the partitive of the singular; before "päästä" and "päässä" stands the genitive.
  static let finnish = GuidancePhrases(
    "fi",
    units: [
      .metre: UnitWords([.one: "# metri", .other: "# metriä"], ahead: [.one: "metrin", .other: "# metrin"]),
      .kilometre: UnitWords([.one: "# kilometri", .other: "# kilometriä"], ahead: [.one: "kilometrin", .other: "# kilometrin"]),
      .foot: UnitWords([.one: "# jalka", .other: "# jalkaa"], ahead: [.one: "jalan", .other: "# jalan"]),
      .yard: UnitWords([.one: "# jaardi", .other: "# jaardia"], ahead: [.one: "jaardin", .other: "# jaardin"]),
      .mile: UnitWords([.one: "# maili", .other: "# mailia"], ahead: [.one: "mailin", .other: "# mailin"]),
      .minute: UnitWords([.one: "# minuutti", .other: "# minuuttia"], ahead: [.one: "minuutin", .other: "# minuutin"]),
      .hour: UnitWords([.one: "# tunti", .other: "# tuntia"], ahead: [.one: "tunnin", .other: "# tunnin"]),
    ],
    [
      .ahead: "{first} {distance} päästä[ {rest}]", .now: "{first} nyt[ {rest}]", .then: "{instruction}, {first} sitten[ {rest}]",
      .follow: "Jatka[ tiellä {way_name}] {length}", .arriveIn: "Määränpää on {distance} päässä[, {place}]",
      .stopIn: "{nth} pysähdys on {distance} päässä[, {place}]", .thenArrive: "{instruction}, sitten olet perillä",
      .thenStop: "{instruction}, sitten on {nth} pysähdys",
      .destination: "Määränpää[ {place}]", .stop: "{nth} pysähdys[, {place}]",
      .leftLane: "Käytä vasenta kaistaa", .middleLane: "Käytä keskimmäistä kaistaa", .rightLane: "Käytä oikeaa kaistaa",
      .leftLanes: "Käytä {count} vasemmanpuoleista kaistaa", .middleLanes: "Käytä {count} keskimmäistä kaistaa",
      .rightLanes: "Käytä {count} oikeanpuoleista kaistaa",
      .offRoute: "Olet poistunut reitiltä", .newRoute: "Uusi reitti löytyi",
      .fasterRoute: "Nopeampi reitti löytyi[, säästö: {duration}]",
      .wrongWay: "Kuljet väärään suuntaan, käänny ympäri siellä, missä se on sallittua",
      .speeding: "Ajat liian nopeasti[, rajoitus on {speed}]",
      .congestion: "Ruuhka[ {distance} päässä][, viive: {duration}]",
      .accident: "Onnettomuus[ {distance} päässä][, viive: {duration}]",
      .roadworks: "Tietyömaa[ {distance} päässä][, viive: {duration}]",
      .closure: "Tie on suljettu[ {distance} päässä][, viive: {duration}]",
      .danger: "Vaara[ {distance} päässä][, viive: {duration}]",
      .speedCamera: "Nopeusvalvonta[ {distance} päässä][, viive: {duration}]",
      .signalLost: "Signaali katosi, sijainti ei ole tiedossa", .signalFound: "Sijainti on taas tiedossa",
    ])
}
