extension InstructionPhrases {
  static let polish = InstructionPhrases(
    "pl",
    turns: ["ostro w prawo", "w prawo", "lekko w prawo", "lekko w lewo", "w lewo", "ostro w lewo"],
    keeps: ["prawej", "lewej"], places: ["po prawej", "po lewej"],
    compass: [
      "północ", "północny wschód", "wschód", "południowy wschód", "południe", "południowy zachód", "zachód", "północny zachód",
    ],
    ordinals: ["pierwszy", "drugi", "trzeci", "czwarty", "piąty", "szósty", "siódmy", "ósmy", "dziewiąty", "dziesiąty"],
    ordinalEnd: ".",
    cases: ["to": accusative],
    [
      .depart: "Jedź na {compass}[, {way_name}]",
      .turn: "Skręć {modifier}[ w {way_name:to}][, kierunek {destination}]",
      .goStraight: "Jedź prosto[ w {way_name:to}][, kierunek {destination}]",
      .uturn: "Zawróć[ w {way_name:to}]",
      .newName: "Jedź dalej[ w {way_name:to}][, kierunek {destination}]",
      .bear: "Trzymaj się {keep}[, wjedź w {way_name:to}][, kierunek {destination}]",
      .stay: "Jedź dalej prosto[, {way_name}]",
      .stayTurning: "Skręć {modifier}[, nadal {way_name}]",
      .merge: "Włącz się do ruchu[, {way_name}][, kierunek {destination}]",
      .mergeSide: "Włącz się do ruchu po {keep}[, {way_name}][, kierunek {destination}]",
      .ramp: "Wjedź na łącznicę[, {way_name}][, kierunek {destination}]",
      .rampSide: "Wjedź na łącznicę {place}[, {way_name}][, kierunek {destination}]",
      .exit: "Zjedź [zjazdem {exit}|zjazdem][ w {way_name:to}][, kierunek {destination}]",
      .exitSide: "Zjedź [zjazdem {exit}|zjazdem] {place}[ w {way_name:to}][, kierunek {destination}]",
      .fork: "Na rozwidleniu trzymaj się {keep}[, {way_name}][, kierunek {destination}]",
      .forkStraight: "Na rozwidleniu trzymaj się środka[, {way_name}][, kierunek {destination}]",
      .endOfRoad: "Na końcu drogi skręć {modifier}[ w {way_name:to}][, kierunek {destination}]",
      .endStraight: "Na końcu drogi jedź prosto[ w {way_name:to}][, kierunek {destination}]",
      .roundabout: "Wjedź na rondo[ i zjedź w {way_name:to}][, kierunek {destination}]",
      .roundaboutExit: "Na rondzie wybierz {nth} zjazd[ w {way_name:to}][, kierunek {destination}]",
      .rotary: "Wjedź na rondo {rotary_name}[ i zjedź w {way_name:to}][, kierunek {destination}]",
      .rotaryExit: "Na rondzie {rotary_name} wybierz {nth} zjazd[ w {way_name:to}][, kierunek {destination}]",
      .leaveRoundabout: "Zjedź z ronda[ w {way_name:to}][, kierunek {destination}]",
      .notification: "Jedź drogą[: {way_name}][, kierunek {destination}]",
      .ferry: "Wjedź na prom[ {way_name}][, kierunek {destination}]",
      .arrive: "Jesteś u celu",
      .arriveSide: "Jesteś u celu, cel jest {place}",
      .arriveAhead: "Jesteś u celu, cel jest na wprost",
      .stop: "To {nth} punkt pośredni",
      .stopSide: "To {nth} punkt pośredni, jest {place}",
    ])

  /// Into a street: adjectives of the feminine and the words for streets. Ends that men's names have in the genitive as well, as in
  /// "Jana Pawła", count in whole words alone.
  private static let accusative = WordCase([
    ("czerwona", "czerwoną"), ("zielona", "zieloną"), ("okrągła", "okrągłą"), ("wesoła", "wesołą"), ("ciepła", "ciepłą"),
    ("krótka", "krótką"), ("ulica", "ulicę"), ("aleja", "aleję"), ("droga", "drogę"), ("cicha", "cichą"), ("biała", "białą"),
    ("mała", "małą"), ("miła", "miłą"), ("dzka", "dzką"), ("ska", "ską"), ("cka", "cką"), ("owa", "ową"), ("zna", "zną"),
    ("lna", "lną"), ("śna", "śną"), ("sna", "sną"), ("wna", "wną"), ("rna", "rną"), ("jna", "jną"), ("ga", "gą"),
  ])
}
