import OverlookSupport

extension GuidancePhrases {
  static let japanese = GuidancePhrases(
    "ja", rule: .none, decimalPoint: ".", pause: "。", joint: "",
    units: [
      .metre: UnitWords([.other: "#メートル"]), .kilometre: UnitWords([.other: "#キロメートル"]), .foot: UnitWords([.other: "#フィート"]),
      .yard: UnitWords([.other: "#ヤード"]), .mile: UnitWords([.other: "#マイル"]), .minute: UnitWords([.other: "#分"]),
      .hour: UnitWords([.other: "#時間"]),
    ],
    [
      .ahead: "{distance}先、{instruction}", .now: "まもなく、{instruction}", .then: "{instruction}。続いて、{next}",
      .follow: "[{way_name}を|道なりに]{length}進みます", .arriveIn: "{distance}先、目的地に到着します[。目的地は{place}です]",
      .stopIn: "{distance}先、{nth}の経由地に到着します[。経由地は{place}です]", .thenArrive: "{instruction}。続いて、目的地に到着します",
      .thenStop: "{instruction}。続いて、{nth}の経由地に到着します",
      .destination: "目的地[は{place}です]", .stop: "{nth}の経由地[は{place}です]",
      .leftLane: "左の車線を進みます", .middleLane: "中央の車線を進みます", .rightLane: "右の車線を進みます",
      .leftLanes: "左側の{count}車線を進みます", .middleLanes: "中央の{count}車線を進みます", .rightLanes: "右側の{count}車線を進みます",
      .offRoute: "ルートを外れました", .newRoute: "新しいルートが見つかりました", .fasterRoute: "より速いルートが見つかりました[。{duration}短縮します]",
      .wrongWay: "逆方向に進んでいます。許可された場所で引き返してください", .speeding: "速度を超過しています[。制限速度は{speed}です]",
      .congestion: "[{distance}先、]渋滞があります[。{duration}の遅れです]", .accident: "[{distance}先、]事故があります[。{duration}の遅れです]",
      .roadworks: "[{distance}先、]道路工事があります[。{duration}の遅れです]", .closure: "[{distance}先、]通行止めです[。{duration}の遅れです]",
      .danger: "[{distance}先、]危険な箇所があります[。{duration}の遅れです]",
      .speedCamera: "[{distance}先、]速度取締機があります[。{duration}の遅れです]", .signalLost: "位置情報を取得できません",
      .signalFound: "位置情報を再び取得しました",
    ])
}
