extension InstructionPhrases {
  static let russian = InstructionPhrases(
    "ru",
    turns: [
      "резко направо", "направо", "плавно направо", "плавно налево", "налево", "резко налево",
    ],
    keeps: ["правее", "левее"], places: ["справа", "слева"],
    compass: ["север", "северо-восток", "восток", "юго-восток", "юг", "юго-запад", "запад", "северо-запад"],
    ordinals: ["первый", "второй", "третий", "четвёртый", "пятый", "шестой", "седьмой", "восьмой", "девятый", "десятый"],
    ordinalEnd: "-й",
    cases: ["to": accusative],
    [
      .depart: "Двигайтесь на {compass}[, {way_name}]",
      .turn: "Поверните {modifier}[ на {way_name:to}][, направление {destination}]",
      .goStraight: "Двигайтесь прямо[ на {way_name:to}][, направление {destination}]",
      .uturn: "Развернитесь[ на {way_name:to}]",
      .newName: "Продолжайте движение[ на {way_name:to}][, направление {destination}]",
      .bear: "Держитесь {keep}[, на {way_name:to}][, направление {destination}]",
      .stay: "Продолжайте движение прямо[, {way_name}]",
      .stayTurning: "Поверните {modifier}[, оставаясь на той же дороге: {way_name}]",
      .merge: "Перестройтесь[ на {way_name:to}][, направление {destination}]",
      .mergeSide: "Перестройтесь {keep}[ на {way_name:to}][, направление {destination}]",
      .ramp: "Сверните на въезд[: {way_name}][, направление {destination}]",
      .rampSide: "Сверните на въезд {place}[: {way_name}][, направление {destination}]",
      .exit: "Сверните на съезд[ {exit}][, на {way_name:to}][, направление {destination}]",
      .exitSide: "Сверните на съезд[ {exit}] {place}[, на {way_name:to}][, направление {destination}]",
      .fork: "На развилке держитесь {keep}[, на {way_name:to}][, направление {destination}]",
      .forkStraight: "На развилке держитесь середины[, на {way_name:to}][, направление {destination}]",
      .endOfRoad: "В конце дороги поверните {modifier}[ на {way_name:to}][, направление {destination}]",
      .endStraight: "В конце дороги двигайтесь прямо[ на {way_name:to}][, направление {destination}]",
      .roundabout: "Въезжайте на круговое движение[ и сверните на {way_name:to}][, направление {destination}]",
      .roundaboutExit: "На круговом движении сверните на {nth} съезд[, на {way_name:to}][, направление {destination}]",
      .rotary: "Въезжайте на круг: {rotary_name}[, сверните на {way_name:to}][, направление {destination}]",
      .rotaryExit: "На круге {rotary_name} сверните на {nth} съезд[, на {way_name:to}][, направление {destination}]",
      .leaveRoundabout: "Сверните с круга[ на {way_name:to}][, направление {destination}]",
      .notification: "Двигайтесь по дороге[: {way_name}][, направление {destination}]",
      .ferry: "Въезжайте на паром[ {way_name}][, направление {destination}]",
      .arrive: "Вы прибыли в пункт назначения",
      .arriveSide: "Вы прибыли: пункт назначения {place}",
      .arriveAhead: "Вы прибыли: пункт назначения прямо перед вами",
      .stop: "Вы прибыли: {nth} промежуточный пункт",
      .stopSide: "Вы прибыли: {nth} промежуточный пункт {place}",
    ])

  /// Onto a street: what is feminine changes, the rest stays.
  private static let accusative = WordCase([
    ("эстакада", "эстакаду"), ("улица", "улицу"), ("аллея", "аллею"), ("дорога", "дорогу"), ("линия", "линию"),
    ("трасса", "трассу"), ("ная", "ную"),
    ("кая", "кую"), ("вая", "вую"), ("лая", "лую"), ("рая", "рую"), ("шая", "шую"), ("тая", "тую"), ("няя", "нюю"),
    ("тья", "тью"),
  ])
}
