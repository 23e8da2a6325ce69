import OverlookSupport

extension GuidancePhrases {
  static let italian = GuidancePhrases(
    "it", joint: " e ",
    units: [
      .metre: UnitWords([.one: "un metro", .other: "# metri"]),
      .kilometre: UnitWords([.one: "un chilometro", .other: "# chilometri"]),
      .foot: UnitWords([.one: "un piede", .other: "# piedi"]), .yard: UnitWords([.one: "una iarda", .other: "# iarde"]),
      .mile: UnitWords([.one: "un miglio", .other: "# miglia"]), .minute: UnitWords([.one: "un minuto", .other: "# minuti"]),
      .hour: UnitWords([.one: "un’ora", .other: "# ore"]),
    ],
    [
      .ahead: "Tra {distance}, {instruction}", .now: "Ora {instruction}", .then: "{instruction}, poi {next}",
      .follow: "Prosegua[ su {way_name}] per {length}", .arriveIn: "Tra {distance} arriverà a destinazione[, {place}]",
      .stopIn: "Tra {distance} arriverà alla {nth} tappa[, {place}]", .thenArrive: "{instruction}, poi arriverà a destinazione",
      .thenStop: "{instruction}, poi arriverà alla {nth} tappa",
      .destination: "Destinazione[ {place}]", .stop: "La {nth} tappa[, {place}]",
      .leftLane: "Usi la corsia di sinistra", .middleLane: "Usi la corsia centrale", .rightLane: "Usi la corsia di destra",
      .leftLanes: "Usi una delle {count} corsie di sinistra", .middleLanes: "Usi una delle {count} corsie centrali",
      .rightLanes: "Usi una delle {count} corsie di destra",
      .offRoute: "Ha lasciato il percorso", .newRoute: "È stato trovato un nuovo percorso",
      .fasterRoute: "È stato trovato un percorso più rapido[, {duration} in meno]",
      .wrongWay: "Sta andando nella direzione sbagliata, inverta la marcia dove è permesso",
      .speeding: "Sta andando troppo veloce[, il limite è di {speed}]",
      .congestion: "Coda[ tra {distance}][, ritardo di {duration}]",
      .accident: "Incidente[ tra {distance}][, ritardo di {duration}]",
      .roadworks: "Lavori in corso[ tra {distance}][, ritardo di {duration}]",
      .closure: "Strada chiusa[ tra {distance}][, ritardo di {duration}]",
      .danger: "Pericolo[ tra {distance}][, ritardo di {duration}]",
      .speedCamera: "Autovelox[ tra {distance}][, ritardo di {duration}]",
      .signalLost: "Segnale perso, la posizione è sconosciuta", .signalFound: "La posizione è di nuovo nota",
    ])
}
