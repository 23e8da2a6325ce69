import OverlookSupport

extension GuidancePhrases {
  static let swedish = GuidancePhrases(
    "sv",
    units: [
      .metre: UnitWords([.one: "en meter", .other: "# meter"]),
      .kilometre: UnitWords([.one: "en kilometer", .other: "# kilometer"]),
      .foot: UnitWords([.one: "en fot", .other: "# fot"]), .yard: UnitWords([.one: "en yard", .other: "# yard"]),
      .mile: UnitWords([.one: "en engelsk mil", .other: "# engelska mil"]),
      .minute: UnitWords([.one: "en minut", .other: "# minuter"]),
      .hour: UnitWords([.one: "en timme", .other: "# timmar"]),
    ],
    [
      .ahead: "Om {distance}, {instruction}", .now: "{first} nu[ {rest}]", .then: "{instruction}, {first} sedan[ {rest}]",
      .follow: "Fortsätt[ på {way_name}] i {length}", .arriveIn: "Om {distance} är du framme[, målet ligger {place}]",
      .stopIn: "Om {distance} är du framme vid {nth} stoppet[, det ligger {place}]",
      .thenArrive: "{instruction}, sedan är du framme", .thenStop: "{instruction}, sedan är du framme vid {nth} stoppet",
      .destination: "Målet[ {place}]", .stop: "{nth} stoppet[, {place}]",
      .leftLane: "Använd vänster körfält", .middleLane: "Använd det mittersta körfältet", .rightLane: "Använd höger körfält",
      .leftLanes: "Använd ett av de {count} vänstra körfälten", .middleLanes: "Använd ett av de {count} mittersta körfälten",
      .rightLanes: "Använd ett av de {count} högra körfälten",
      .offRoute: "Du har lämnat rutten", .newRoute: "En ny rutt har hittats",
      .fasterRoute: "En snabbare rutt har hittats[, den sparar {duration}]",
      .wrongWay: "Du kör åt fel håll, vänd där det är tillåtet", .speeding: "Du kör för fort[, gränsen är {speed}]",
      .congestion: "Kö[ om {distance}][, {duration} försening]", .accident: "Olycka[ om {distance}][, {duration} försening]",
      .roadworks: "Vägarbete[ om {distance}][, {duration} försening]",
      .closure: "Avstängd väg[ om {distance}][, {duration} försening]",
      .danger: "Fara[ om {distance}][, {duration} försening]", .speedCamera: "Fartkamera[ om {distance}][, {duration} försening]",
      .signalLost: "Signalen är borta, positionen är okänd", .signalFound: "Positionen är känd igen",
    ])
}
