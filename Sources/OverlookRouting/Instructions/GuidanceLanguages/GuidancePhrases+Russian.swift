import OverlookSupport

extension GuidancePhrases {
  /// Behind "через" the accusative, which is another form for what is feminine; fractions ask for the genitive of the singular.
  static let russian = GuidancePhrases(
    "ru", rule: .russian,
    units: [
      .metre: masculine("метр", "метра", "метров"), .kilometre: masculine("километр", "километра", "километров"),
      .foot: masculine("фут", "фута", "футов"), .yard: masculine("ярд", "ярда", "ярдов"),
      .mile: feminine("миля", "милю", "мили", "миль"), .minute: feminine("минута", "минуту", "минуты", "минут"),
      .hour: masculine("час", "часа", "часов"),
    ],
    symbols: [
      .metre: "м", .kilometre: "км", .foot: "фт", .yard: "ярд", .mile: "миль", .minute: "мин", .hour: "ч",
    ],
    [
      .ahead: "Через {distance} {instruction}", .now: "Сейчас {instruction}", .then: "{instruction}, затем {next}",
      .follow: "Двигайтесь прямо[, {way_name},] {distance}",
      .arriveIn: "Через {distance} вы прибудете в пункт назначения[, он {place}]",
      .stopIn: "Через {distance} будет {nth} промежуточный пункт[, он {place}]",
      .thenArrive: "{instruction}, затем вы прибудете в пункт назначения",
      .thenStop: "{instruction}, затем будет {nth} промежуточный пункт",
      .destination: "Пункт назначения[ {place}]", .stop: "{nth} промежуточный пункт[, {place}]",
      .leftLane: "Двигайтесь по левой полосе", .middleLane: "Двигайтесь по средней полосе",
      .rightLane: "Двигайтесь по правой полосе", .leftLanes: "Двигайтесь по одной из {count} левых полос",
      .middleLanes: "Двигайтесь по одной из {count} средних полос", .rightLanes: "Двигайтесь по одной из {count} правых полос",
      .offRoute: "Вы сошли с маршрута", .newRoute: "Найден новый маршрут",
      .fasterRoute: "Найден более быстрый маршрут[, экономия: {duration}]",
      .wrongWay: "Вы движетесь в неверном направлении, развернитесь там, где это разрешено",
      .speeding: "Вы превышаете скорость[, ограничение {speed}]",
      .congestion: "Пробка[ через {distance}][, задержка: {duration}]",
      .accident: "Авария[ через {distance}][, задержка: {duration}]",
      .roadworks: "Дорожные работы[ через {distance}][, задержка: {duration}]",
      .closure: "Дорога перекрыта[ через {distance}][, задержка: {duration}]",
      .danger: "Опасность[ через {distance}][, задержка: {duration}]",
      .speedCamera: "Камера контроля скорости[ через {distance}][, задержка: {duration}]",
      .signalLost: "Сигнал потерян, местоположение неизвестно", .signalFound: "Местоположение снова известно",
    ])

  private static func masculine(_ one: String, _ few: String, _ many: String) -> UnitWords {
    UnitWords(
      [.one: "# \(one)", .few: "# \(few)", .many: "# \(many)", .other: "# \(few)"],
      ahead: [.exactlyOne: one, .one: "# \(one)", .few: "# \(few)", .many: "# \(many)", .other: "# \(few)"])
  }

  private static func feminine(_ one: String, _ accusative: String, _ few: String, _ many: String) -> UnitWords {
    UnitWords(
      [.one: "# \(one)", .few: "# \(few)", .many: "# \(many)", .other: "# \(few)"],
      ahead: [.exactlyOne: accusative, .one: "# \(accusative)", .few: "# \(few)", .many: "# \(many)", .other: "# \(few)"])
  }
}
