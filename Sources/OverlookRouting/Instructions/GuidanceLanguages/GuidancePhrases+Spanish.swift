import OverlookSupport

extension GuidancePhrases {
  static let spanish = GuidancePhrases(
    "es", joint: " y ",
    units: [
      .metre: UnitWords([.one: "un metro", .other: "# metros"]),
      .kilometre: UnitWords([.one: "un kilómetro", .other: "# kilómetros"]),
      .foot: UnitWords([.one: "un pie", .other: "# pies"]), .yard: UnitWords([.one: "una yarda", .other: "# yardas"]),
      .mile: UnitWords([.one: "una milla", .other: "# millas"]), .minute: UnitWords([.one: "un minuto", .other: "# minutos"]),
      .hour: UnitWords([.one: "una hora", .other: "# horas"]),
    ],
    [
      .ahead: "En {distance}, {instruction}", .now: "Ahora, {instruction}", .then: "{instruction}, luego {next}",
      .follow: "Continúe[ por {way_name}] durante {length}", .arriveIn: "En {distance}, llegará a su destino[, {place}]",
      .stopIn: "En {distance}, llegará a su {nth} parada[, {place}]", .thenArrive: "{instruction}, luego llegará a su destino",
      .thenStop: "{instruction}, luego llegará a su {nth} parada",
      .destination: "Su destino[, {place}]", .stop: "Su {nth} parada[, {place}]",
      .leftLane: "Use el carril izquierdo", .middleLane: "Use el carril central", .rightLane: "Use el carril derecho",
      .leftLanes: "Use uno de los {count} carriles de la izquierda", .middleLanes: "Use uno de los {count} carriles centrales",
      .rightLanes: "Use uno de los {count} carriles de la derecha",
      .offRoute: "Ha dejado la ruta", .newRoute: "Se ha encontrado una ruta nueva",
      .fasterRoute: "Se ha encontrado una ruta más rápida[, {duration} menos]",
      .wrongWay: "Va en la dirección equivocada, dé la vuelta donde esté permitido",
      .speeding: "Va demasiado rápido[, el límite es {speed}]",
      .congestion: "Atasco[ a {distance}][, retraso de {duration}]",
      .accident: "Accidente[ a {distance}][, retraso de {duration}]",
      .roadworks: "Obras en la vía[ a {distance}][, retraso de {duration}]",
      .closure: "Vía cortada[ a {distance}][, retraso de {duration}]", .danger: "Peligro[ a {distance}][, retraso de {duration}]",
      .speedCamera: "Radar de velocidad[ a {distance}][, retraso de {duration}]",
      .signalLost: "Se ha perdido la señal, la posición es desconocida", .signalFound: "La posición vuelve a ser conocida",
    ])
}
