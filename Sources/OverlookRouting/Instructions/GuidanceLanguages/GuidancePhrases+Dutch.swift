import OverlookSupport

extension GuidancePhrases {
  /// Steps begin with their verb, and when comes behind it.
  static let dutch = GuidancePhrases(
    "nl",
    units: [
      .metre: UnitWords([.one: "een meter", .other: "# meter"]),
      .kilometre: UnitWords([.one: "een kilometer", .other: "# kilometer"]),
      .foot: UnitWords([.one: "een voet", .other: "# voet"]), .yard: UnitWords([.one: "een yard", .other: "# yard"]),
      .mile: UnitWords([.one: "een mijl", .other: "# mijl"]), .minute: UnitWords([.one: "een minuut", .other: "# minuten"]),
      .hour: UnitWords([.one: "een uur", .other: "# uur"]),
    ],
    [
      .ahead: "{first} over {distance}[ {rest}]", .now: "{first} nu[ {rest}]", .then: "{instruction}, {first} daarna[ {rest}]",
      .follow: "Volg [{way_name}|deze weg] nog {length}",
      .arriveIn: "Over {distance} bent u op uw bestemming[, die {place} ligt]",
      .stopIn: "Over {distance} bent u bij uw {nth} tussenstop[, die {place} ligt]",
      .thenArrive: "{instruction}, daarna bent u op uw bestemming",
      .thenStop: "{instruction}, daarna bent u bij uw {nth} tussenstop",
      .destination: "Bestemming[ {place}]", .stop: "Uw {nth} tussenstop[, {place}]",
      .leftLane: "Neem de linkerrijstrook", .middleLane: "Neem de middelste rijstrook", .rightLane: "Neem de rechterrijstrook",
      .leftLanes: "Neem een van de {count} linkerrijstroken", .middleLanes: "Neem een van de {count} middelste rijstroken",
      .rightLanes: "Neem een van de {count} rechterrijstroken",
      .offRoute: "U hebt de route verlaten", .newRoute: "Er is een nieuwe route gevonden",
      .fasterRoute: "Er is een snellere route gevonden[, dat scheelt {duration}]",
      .wrongWay: "U gaat de verkeerde kant op, keer om waar het mag", .speeding: "U rijdt te snel[, de limiet is {speed}]",
      .congestion: "File[ over {distance}][, {duration} vertraging]",
      .accident: "Ongeval[ over {distance}][, {duration} vertraging]",
      .roadworks: "Wegwerkzaamheden[ over {distance}][, {duration} vertraging]",
      .closure: "Weg afgesloten[ over {distance}][, {duration} vertraging]",
      .danger: "Gevaar[ over {distance}][, {duration} vertraging]",
      .speedCamera: "Flitser[ over {distance}][, {duration} vertraging]",
      .signalLost: "Er is geen signaal, de positie is onbekend", .signalFound: "De positie is weer bekend",
    ])
}
