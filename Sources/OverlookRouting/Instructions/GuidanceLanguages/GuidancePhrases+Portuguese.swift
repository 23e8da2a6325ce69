import OverlookSupport

extension GuidancePhrases {
  /// As in Portugal, whose words the steps use.
  static let portuguese = GuidancePhrases(
    "pt", joint: " e ",
    units: [
      .metre: UnitWords([.one: "um metro", .other: "# metros"]),
      .kilometre: UnitWords([.one: "um quilómetro", .other: "# quilómetros"]),
      .foot: UnitWords([.one: "um pé", .other: "# pés"]), .yard: UnitWords([.one: "uma jarda", .other: "# jardas"]),
      .mile: UnitWords([.one: "uma milha", .other: "# milhas"]), .minute: UnitWords([.one: "um minuto", .other: "# minutos"]),
      .hour: UnitWords([.one: "uma hora", .other: "# horas"]),
    ],
    [
      .ahead: "A {distance}, {instruction}", .now: "Agora, {instruction}", .then: "{instruction}, depois {next}",
      .follow: "Prossiga[ por {way_name}] durante {length}", .arriveIn: "A {distance} fica o destino[, {place}]",
      .stopIn: "A {distance} fica a {nth} paragem[, {place}]", .thenArrive: "{instruction}, depois chega ao destino",
      .thenStop: "{instruction}, depois chega à {nth} paragem",
      .destination: "Destino[ {place}]", .stop: "A {nth} paragem[, {place}]",
      .leftLane: "Use a via da esquerda", .middleLane: "Use a via do meio", .rightLane: "Use a via da direita",
      .leftLanes: "Use uma das {count} vias da esquerda", .middleLanes: "Use uma das {count} vias do meio",
      .rightLanes: "Use uma das {count} vias da direita",
      .offRoute: "Saiu do percurso", .newRoute: "Foi encontrado um novo percurso",
      .fasterRoute: "Foi encontrado um percurso mais rápido[, menos {duration}]",
      .wrongWay: "Vai no sentido errado, inverta a marcha onde for permitido",
      .speeding: "Vai depressa demais[, o limite é {speed}]",
      .congestion: "Congestionamento[ a {distance}][, atraso de {duration}]",
      .accident: "Acidente[ a {distance}][, atraso de {duration}]",
      .roadworks: "Obras na estrada[ a {distance}][, atraso de {duration}]",
      .closure: "Estrada cortada[ a {distance}][, atraso de {duration}]",
      .danger: "Perigo[ a {distance}][, atraso de {duration}]",
      .speedCamera: "Radar de velocidade[ a {distance}][, atraso de {duration}]",
      .signalLost: "O sinal perdeu-se, a posição é desconhecida", .signalFound: "A posição voltou a ser conhecida",
    ])
}
