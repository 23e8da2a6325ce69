import Testing

@testable import OverlookRoads

/// Values of tags: speeds, sizes, durations, times.
@Suite struct TagValueTests {
  private func limit(_ text: String) -> Double? {
    guard case .speed(let speed)? = SpeedRules.limit(text) else { return nil }
    return speed
  }

  @Test func readsEveryFormOfALimit() {
    #expect(limit("50") == 50)
    #expect(limit("30 mph").map { abs($0 - 48.28) < 0.01 } == true)
    #expect(limit("walk") == 7)
    #expect(limit("DE:urban") == 50)
    #expect(limit("DE:rural") == 100)
    #expect(limit("FR:rural") == 80)
    #expect(limit("DE:zone:30") == 30)
    #expect(limit("GB:zone20").map { abs($0 - 32.19) < 0.01 } == true)
    #expect(limit("signals") == nil && limit("") == nil && limit("fast") == nil && limit("-5") == nil && limit("1e99") == nil)
    guard case .some(.none) = SpeedRules.limit("none") else {
      Issue.record("none is no limit")
      return
    }
  }

  @Test func readsSizesWithTheirUnits() {
    #expect(TagMeasure.length("3.8") == 3.8)
    #expect(TagMeasure.length("3.8 m") == 3.8)
    #expect(TagMeasure.length("12'6\"").map { abs($0 - 3.81) < 0.001 } == true)
    #expect(TagMeasure.weight("7.5 t") == 7.5)
    #expect(TagMeasure.weight("3500 kg") == 3.5)
    #expect(TagMeasure.length("default") == nil && TagMeasure.weight("none") == nil && TagMeasure.length("3.8 furlongs") == nil)
    #expect(TagMeasure.duration("00:25") == 1500)
    #expect(TagMeasure.duration("25") == 1500)
    #expect(TagMeasure.duration("PT1H20M") == 4800)
    #expect(TagMeasure.duration("-3") == nil && TagMeasure.duration("::") == nil)
  }

  private func holds(_ text: String, _ weekday: Int, _ hour: Int, month: Int = 6) -> Bool? {
    WeekTimes.parse(text).map { list in list.contains { $0.contains(RoadTime(weekday: weekday, minute: hour * 60, month: month)) }
    }
  }

  @Test func readsTimesOfTheWeek() {
    #expect(holds("Mo-Fr 07:00-19:00", 0, 7) == true)
    #expect(holds("Mo-Fr 07:00-19:00", 0, 19) == false)
    #expect(holds("Mo-Fr 07:00-19:00", 5, 12) == false)
    // Over midnight the morning is that of the day before: Friday night goes on till Saturday.
    #expect(holds("Mo-Fr 22:00-06:00", 5, 3) == true)
    #expect(holds("Mo-Fr 22:00-06:00", 0, 3) == false)
    #expect(holds("22:00-06:00", 0, 23) == true && holds("22:00-06:00", 0, 12) == false)
    #expect(holds("Mo-Fr 07:00-09:00,16:00-18:00", 2, 17) == true)
    #expect(holds("Mo-Fr 07:00-09:00; Sa 10:00-12:00", 5, 11) == true)
    #expect(holds("Nov-Mar", 3, 12, month: 1) == true && holds("Nov-Mar", 3, 12, month: 6) == false)
    #expect(holds("24/7", 6, 0) == true)
    #expect(holds("Sa,Su", 6, 5) == true && holds("Fr-Mo", 6, 5) == true && holds("Fr-Mo", 2, 5) == false)
    #expect(
      holds("sunrise-sunset", 0, 0) == nil && holds("wet", 0, 0) == nil && holds("", 0, 0) == nil
        && holds("25:99-26:00", 0, 0) == nil)
  }

  @Test func partsConditionalValuesAndCountsWhatItDoesNotKnow() {
    var unknown = 0
    let values = ConditionalValue.parse(
      "30 @ (22:00-06:00; Su 00:00-24:00); 80 @ wet; no @ (Mo-Fr 07:00-09:00)", unknown: &unknown)
    #expect(values.map(\.value) == ["30", "no"])
    #expect(values[0].times.count == 2)
    #expect(unknown == 1)
    #expect(ConditionalValue.parse(String(repeating: "(", count: 5000), unknown: &unknown).isEmpty)
  }

  @Test func limitsAndAccessHoldAtTheirTimes() throws {
    var town = Town()
    town.node(1, 0, 0)
    town.node(2, 1000, 0)
    town.way(
      [1, 2], ["maxspeed": "50", "maxspeed:conditional": "30 @ (22:00-06:00)", "motor_vehicle:conditional": "no @ (Sa,Su)"])
    let graph = try town.graph()
    let road = graph.attributes(0)
    #expect(road.speedLimit == .kilometersPerHour(50))
    #expect(road.speedLimit(at: RoadTime(weekday: 0, minute: 23 * 60)) == .kilometersPerHour(30))
    #expect(road.speedLimit(at: RoadTime(weekday: 0, minute: 12 * 60)) == .kilometersPerHour(50))
    #expect(road.access(.car, at: RoadTime(weekday: 6, minute: 600)) == .no)
    #expect(road.access(.bicycle, at: RoadTime(weekday: 6, minute: 600)) == .yes)
    let sunday = RoadMetric(graph: graph, options: PathOptions(mode: .car, departure: RoadTime(weekday: 6, minute: 600)))
    let monday = RoadMetric(graph: graph, options: PathOptions(mode: .car, departure: RoadTime(weekday: 0, minute: 600)))
    #expect(!sunday.isOpen(0) && monday.isOpen(0))
  }
}
