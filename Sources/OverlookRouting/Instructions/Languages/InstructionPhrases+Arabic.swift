extension InstructionPhrases {
  /// Modern Standard Arabic, as signs and news have it; nobody who grew up with it has read it yet. Names stand behind prepositions, where
  /// they are indeclinable as foreign names are, so that no case has to be made of them; ordinals follow their noun and agree with it in
  /// gender and definiteness (Ryding, A Reference Grammar of Modern Standard Arabic, 15.2).
  static let arabic = InstructionPhrases(
    "ar",
    turns: ["يمينًا بشكل حاد", "يمينًا", "يمينًا قليلًا", "يسارًا قليلًا", "يسارًا", "يسارًا بشكل حاد"],
    keeps: ["اليمين", "اليسار"], places: ["على اليمين", "على اليسار"],
    compass: [
      "الشمال", "الشمال الشرقي", "الشرق", "الجنوب الشرقي", "الجنوب", "الجنوب الغربي", "الغرب", "الشمال الغربي",
    ],
    ordinals: ["الأول", "الثاني", "الثالث", "الرابع", "الخامس", "السادس", "السابع", "الثامن", "التاسع", "العاشر"],
    ordinalEnd: "",
    [
      .depart: "اتجه نحو {compass}[ على {way_name}]",
      .turn: "انعطف {modifier}[ إلى {way_name}][ باتجاه {destination}]",
      .goStraight: "تابع السير إلى الأمام[ نحو {way_name}][ باتجاه {destination}]",
      .uturn: "استدر إلى الخلف[ نحو {way_name}]",
      .newName: "تابع السير[ إلى {way_name}][ باتجاه {destination}]",
      .bear: "انحرف إلى {keep}[ نحو {way_name}][ باتجاه {destination}]",
      .stay: "تابع السير إلى الأمام[ على {way_name}]",
      .stayTurning: "انعطف {modifier}[ للبقاء على {way_name}]",
      .merge: "اندمج مع حركة السير[ على {way_name}][ باتجاه {destination}]",
      .mergeSide: "اندمج مع حركة السير إلى {keep}[ على {way_name}][ باتجاه {destination}]",
      .ramp: "اسلك الطريق الواصل[ إلى {way_name}][ باتجاه {destination}]",
      .rampSide: "اسلك الطريق الواصل {place}[ إلى {way_name}][ باتجاه {destination}]",
      .exit: "اسلك [المخرج {exit}|المخرج][ إلى {way_name}][ باتجاه {destination}]",
      .exitSide: "اسلك [المخرج {exit}|المخرج] {place}[ إلى {way_name}][ باتجاه {destination}]",
      .fork: "عند التفرع الزم {keep}[ نحو {way_name}][ باتجاه {destination}]",
      .forkStraight: "عند التفرع الزم الوسط[ نحو {way_name}][ باتجاه {destination}]",
      .endOfRoad: "في نهاية الطريق انعطف {modifier}[ إلى {way_name}][ باتجاه {destination}]",
      .endStraight: "في نهاية الطريق تابع السير إلى الأمام[ نحو {way_name}][ باتجاه {destination}]",
      .roundabout: "ادخل الدوار[ واخرج إلى {way_name}][ باتجاه {destination}]",
      .roundaboutExit: "عند الدوار اسلك المخرج {nth}[ إلى {way_name}][ باتجاه {destination}]",
      .rotary: "ادخل {rotary_name}[ واخرج إلى {way_name}][ باتجاه {destination}]",
      .rotaryExit: "عند {rotary_name} اسلك المخرج {nth}[ إلى {way_name}][ باتجاه {destination}]",
      .leaveRoundabout: "اخرج من الدوار[ إلى {way_name}][ باتجاه {destination}]",
      .notification: "تابع السير على [{way_name}|الطريق][ باتجاه {destination}]",
      .ferry: "اركب العبّارة[ {way_name}][ باتجاه {destination}]",
      .arrive: "لقد وصلت إلى وجهتك",
      .arriveSide: "لقد وصلت: وجهتك {place}",
      .arriveAhead: "لقد وصلت: وجهتك أمامك مباشرة",
      .stop: "لقد وصلت إلى التوقف {nth}",
      .stopSide: "لقد وصلت: التوقف {nth} {place}",
    ])
}
