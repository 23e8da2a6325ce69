import OverlookSupport

extension GuidancePhrases {
  static let french = GuidancePhrases(
    "fr", rule: .belowTwo,
    units: [
      .metre: UnitWords([.exactlyOne: "un mètre", .one: "# mètre", .other: "# mètres"]),
      .kilometre: UnitWords([.exactlyOne: "un kilomètre", .one: "# kilomètre", .other: "# kilomètres"]),
      .foot: UnitWords([.exactlyOne: "un pied", .one: "# pied", .other: "# pieds"]),
      .yard: UnitWords([.exactlyOne: "un yard", .one: "# yard", .other: "# yards"]),
      .mile: UnitWords([.exactlyOne: "un mile", .one: "# mile", .other: "# miles"]),
      .minute: UnitWords([.exactlyOne: "une minute", .one: "# minute", .other: "# minutes"]),
      .hour: UnitWords([.exactlyOne: "une heure", .one: "# heure", .other: "# heures"]),
    ],
    [
      .ahead: "Dans {distance}, {instruction}", .now: "Maintenant, {instruction}", .then: "{instruction}, puis {next}",
      .follow: "Continuez[ par {way_name}] sur {length}",
      .arriveIn: "Dans {distance}, vous arriverez à destination[, {place}]",
      .stopIn: "Dans {distance}, vous arriverez à votre {nth} étape[, {place}]",
      .thenArrive: "{instruction}, puis vous arriverez à destination",
      .thenStop: "{instruction}, puis vous arriverez à votre {nth} étape",
      .destination: "Destination[ {place}]", .stop: "Votre {nth} étape[, {place}]",
      .leftLane: "Prenez la voie de gauche", .middleLane: "Prenez la voie du milieu", .rightLane: "Prenez la voie de droite",
      .leftLanes: "Prenez une des {count} voies de gauche", .middleLanes: "Prenez une des {count} voies du milieu",
      .rightLanes: "Prenez une des {count} voies de droite",
      .offRoute: "Vous avez quitté l’itinéraire", .newRoute: "Un nouvel itinéraire a été trouvé",
      .fasterRoute: "Un itinéraire plus rapide a été trouvé[, {duration} de moins]",
      .wrongWay: "Vous allez dans le mauvais sens, faites demi-tour dès que c’est permis",
      .speeding: "Vous roulez trop vite[, la limite est de {speed}]",
      .congestion: "Bouchon[ dans {distance}][, {duration} de retard]",
      .accident: "Accident[ dans {distance}][, {duration} de retard]",
      .roadworks: "Travaux[ dans {distance}][, {duration} de retard]",
      .closure: "Route fermée[ dans {distance}][, {duration} de retard]",
      .danger: "Danger[ dans {distance}][, {duration} de retard]",
      .speedCamera: "Radar[ dans {distance}][, {duration} de retard]",
      .signalLost: "Le signal est perdu, la position est inconnue", .signalFound: "La position est de nouveau connue",
    ])
}
