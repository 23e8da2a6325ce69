extension InstructionPhrases {
  static let finnish = InstructionPhrases(
    "fi",
    turns: [
      "jyrkästi oikealle", "oikealle", "loivasti oikealle", "loivasti vasemmalle", "vasemmalle", "jyrkästi vasemmalle",
    ],
    keeps: ["oikealle", "vasemmalle"], places: ["oikealla", "vasemmalla"],
    compass: ["pohjoiseen", "koilliseen", "itään", "kaakkoon", "etelään", "lounaaseen", "länteen", "luoteeseen"],
    ordinals: [
      "ensimmäinen", "toinen", "kolmas", "neljäs", "viides", "kuudes", "seitsemäs", "kahdeksas", "yhdeksäs", "kymmenes",
    ], ordinalEnd: ".",
    cases: ["to": allative],
    [
      .depart: "Lähde {compass}[, {way_name}]",
      .turn: "Käänny {modifier}[ {way_name:to}][, suunta {destination}]",
      .goStraight: "Aja suoraan[ {way_name:to}][, suunta {destination}]",
      .uturn: "Tee U-käännös[ {way_name:to}]",
      .newName: "Jatka[ {way_name:to}| eteenpäin][, suunta {destination}]",
      .bear: "Kaarra {keep}[ {way_name:to}][, suunta {destination}]",
      .stay: "Jatka suoraan[, {way_name}]",
      .stayTurning: "Käänny {modifier}[ ja pysy samalla tiellä: {way_name}]",
      .merge: "Liity liikenteeseen[, {way_name}][, suunta {destination}]",
      .mergeSide: "Liity {keep}[ {way_name:to}][, suunta {destination}]",
      .ramp: "Aja ramppia[ {way_name:to}][, suunta {destination}]",
      .rampSide: "Aja ramppia, joka on {place}[, {way_name:to}][, suunta {destination}]",
      .exit: "Poistu [liittymästä {exit}|liittymästä][ {way_name:to}][, suunta {destination}]",
      .exitSide: "Poistu [liittymästä {exit}|liittymästä], ramppi on {place}[, {way_name:to}][, suunta {destination}]",
      .fork: "Ryhmity haarautumassa {keep}[ {way_name:to}][, suunta {destination}]",
      .forkStraight: "Pysy haarautumassa keskellä[, {way_name:to}][, suunta {destination}]",
      .endOfRoad: "Käänny tien päässä {modifier}[ {way_name:to}][, suunta {destination}]",
      .endStraight: "Aja tien päässä suoraan[ {way_name:to}][, suunta {destination}]",
      .roundabout: "Aja liikenneympyrään[ ja poistu {way_name:to}][, suunta {destination}]",
      .roundaboutExit: "Ota liikenneympyrässä {nth} poistumistie[ {way_name:to}][, suunta {destination}]",
      .rotary: "Aja ympyrään {rotary_name}[ ja poistu {way_name:to}][, suunta {destination}]",
      .rotaryExit: "Ota ympyrässä {rotary_name} {nth} poistumistie[ {way_name:to}][, suunta {destination}]",
      .leaveRoundabout: "Poistu liikenneympyrästä[ {way_name:to}][, suunta {destination}]",
      .notification: "Seuraa tietä[ {way_name}][, suunta {destination}]",
      .ferry: "Aja lautalle[ {way_name}][, suunta {destination}]",
      .arrive: "Olet perillä",
      .arriveSide: "Olet perillä, määränpää on {place}",
      .arriveAhead: "Olet perillä, määränpää on suoraan edessä",
      .stop: "Olet perillä: {nth} pysähdys",
      .stopSide: "Olet perillä: {nth} pysähdys on {place}",
    ])

  /// Onto a street: Finnish streets end with what they are.
  private static let allative = WordCase(
    [
      ("esplanadi", "esplanadille"), ("bulevardi", "bulevardille"), ("puistikko", "puistikolle"), ("rantatie", "rantatielle"),
      ("laituri", "laiturille"), ("penger", "penkereelle"), ("kannas", "kannakselle"), ("portti", "portille"),
      ("raitti", "raitille"), ("aukio", "aukiolle"), ("polku", "polulle"), ("silta", "sillalle"), ("ranta", "rannalle"),
      ("rinne", "rinteelle"), ("väylä", "väylälle"), ("kaari", "kaarelle"), ("katu", "kadulle"), ("kuja", "kujalle"),
      ("tori", "torille"), ("mäki", "mäelle"), ("tie", "tielle"), ("puisto", "puistolle"), ("kehä", "kehälle"),
    ], otherwise: "tielle ", isOfLastWord: true)
}
