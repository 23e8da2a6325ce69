import OverlookSupport

extension GuidancePhrases {
  /// What is counted stands in the plural of the genitive behind 3 to 10, in the singular of the accusative behind 11 to 99, in the singular of
  /// the genitive behind hundreds; one and two are said by the noun alone, two by its dual (Ryding, A Reference Grammar of Modern Standard
  /// Arabic, 15.1). Amounts stand behind prepositions here, so the dual is that of the genitive. Nobody who grew up with it has read it yet.
  static let arabic = GuidancePhrases(
    "ar", rule: .arabic, decimalPoint: ".", joint: " و",
    units: [
      .metre: counted("متر واحد", "مترين", "أمتار", "مترًا", "متر"),
      .kilometre: counted(
        "كيلومتر واحد", "كيلومترين", "كيلومترات", "كيلومترًا", "كيلومتر",
        fractions: [0.5: "نصف كيلومتر", 1.5: "كيلومتر ونصف", 2.5: "كيلومترين ونصف"]),
      .foot: counted("قدم واحدة", "قدمين", "أقدام", "قدمًا", "قدم"),
      .yard: counted("ياردة واحدة", "ياردتين", "ياردات", "ياردة", "ياردة"),
      .mile: counted(
        "ميل واحد", "ميلين", "أميال", "ميلًا", "ميل",
        fractions: [0.25: "ربع ميل", 0.5: "نصف ميل", 0.75: "ثلاثة أرباع الميل", 1.5: "ميل ونصف", 2.5: "ميلين ونصف"]),
      .minute: counted("دقيقة واحدة", "دقيقتين", "دقائق", "دقيقة", "دقيقة"),
      .hour: counted("ساعة واحدة", "ساعتين", "ساعات", "ساعة", "ساعة"),
    ],
    symbols: [.metre: "م", .kilometre: "كم", .foot: "قدم", .yard: "ياردة", .mile: "ميل", .minute: "د", .hour: "س"],
    [
      .ahead: "بعد {distance} {instruction}", .now: "الآن {instruction}", .then: "{instruction}، ثم {next}",
      .follow: "تابع السير[ على {way_name}] لمسافة {length}",
      .arriveIn: "بعد {distance} ستصل إلى وجهتك[، {place}]",
      .stopIn: "بعد {distance} ستصل إلى التوقف {nth}[، {place}]",
      .thenArrive: "{instruction}، ثم ستصل إلى وجهتك", .thenStop: "{instruction}، ثم ستصل إلى التوقف {nth}",
      .destination: "وجهتك[ {place}]", .stop: "التوقف {nth}[ {place}]",
      .leftLane: "الزم المسار الأيسر", .middleLane: "الزم المسار الأوسط", .rightLane: "الزم المسار الأيمن",
      .leftLanes: "الزم أحد المسارات اليسرى، وعددها {count}", .middleLanes: "الزم أحد المسارات الوسطى، وعددها {count}",
      .rightLanes: "الزم أحد المسارات اليمنى، وعددها {count}",
      .offRoute: "لقد خرجت عن الطريق المحدد", .newRoute: "عُثر على طريق جديد",
      .fasterRoute: "عُثر على طريق أسرع[: يوفّر {duration}]",
      .wrongWay: "أنت تسير في الاتجاه المعاكس، استدر حيث يُسمح بذلك",
      .speeding: "لقد تجاوزت حدّ السرعة[، والحدّ {speed}]",
      .congestion: "ازدحام مروري[ بعد {distance}][، التأخير {duration}]",
      .accident: "حادث[ بعد {distance}][، التأخير {duration}]",
      .roadworks: "أعمال طرق[ بعد {distance}][، التأخير {duration}]",
      .closure: "الطريق مغلق[ بعد {distance}][، التأخير {duration}]",
      .danger: "خطر[ بعد {distance}][، التأخير {duration}]", .speedCamera: "كاميرا سرعة[ بعد {distance}][، التأخير {duration}]",
      .signalLost: "فُقدت الإشارة، والموقع غير معروف", .signalFound: "عُرف الموقع من جديد",
    ])

  private static func counted(
    _ one: String, _ two: String, _ few: String, _ many: String, _ other: String, fractions: [Double: String] = [:]
  ) -> UnitWords {
    UnitWords(
      [.zero: "# \(other)", .one: one, .two: two, .few: "# \(few)", .many: "# \(many)", .other: "# \(other)"],
      fractions: fractions)
  }
}
