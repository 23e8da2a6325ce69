import OverlookSupport

extension GuidancePhrases {
  static let english = GuidancePhrases(
    "en", decimalPoint: ".",
    units: [
      .metre: UnitWords([.one: "# metre", .other: "# metres"]),
      .kilometre: UnitWords([.one: "# kilometre", .other: "# kilometres"]),
      .foot: UnitWords([.one: "# foot", .other: "# feet"]), .yard: UnitWords([.one: "# yard", .other: "# yards"]),
      .mile: UnitWords(
        [.one: "# mile", .other: "# miles"],
        fractions: [0.25: "a quarter of a mile", 0.5: "half a mile", 0.75: "three quarters of a mile"]),
      .minute: UnitWords([.one: "# minute", .other: "# minutes"]), .hour: UnitWords([.one: "# hour", .other: "# hours"]),
    ],
    [
      .ahead: "In {distance}, {instruction}", .now: "Now {instruction}", .then: "{instruction}, then {next}",
      .follow: "Continue[ on {way_name}] for {length}",
      .arriveIn: "In {distance}, you will arrive at your destination[, {place}]",
      .stopIn: "In {distance}, you will arrive at your {nth} stop[, {place}]",
      .thenArrive: "{instruction}, then you will arrive at your destination",
      .thenStop: "{instruction}, then you will arrive at your {nth} stop",
      .destination: "Your destination[, {place}]", .stop: "Your {nth} stop[, {place}]",
      .leftLane: "Use the left lane", .middleLane: "Use the middle lane", .rightLane: "Use the right lane",
      .leftLanes: "Use the left {count} lanes", .middleLanes: "Use the middle {count} lanes",
      .rightLanes: "Use the right {count} lanes",
      .offRoute: "You have left the route", .newRoute: "A new route was found",
      .fasterRoute: "A faster route was found[: it saves {duration}]",
      .wrongWay: "You are going the wrong way, turn around where it is allowed",
      .speeding: "You are over the speed limit[, the limit is {speed}]",
      .congestion: "Traffic jam[ in {distance}][, delay {duration}]", .accident: "Accident[ in {distance}][, delay {duration}]",
      .roadworks: "Roadworks[ in {distance}][, delay {duration}]", .closure: "Road closed[ in {distance}][, delay {duration}]",
      .danger: "Danger[ in {distance}][, delay {duration}]", .speedCamera: "Speed camera[ in {distance}][, delay {duration}]",
      .signalLost: "The signal is lost, the position is not known", .signalFound: "The position is known again",
    ])
}
