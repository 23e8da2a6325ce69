import Testing

@testable import OverlookRoads

/// The hierarchy of access, and one-way rules.
@Suite struct AccessTests {
  /// Access of a way between two nodes, forward and backward.
  private func access(_ tags: [String: String], _ mode: TravelMode) throws -> [RoadAccess] {
    var town = Town()
    town.node(1, 0, 0)
    town.node(2, 100, 0)
    town.node(3, 100, 100)
    town.way([1, 2], tags, id: 7)
    // So that there is a graph even where nobody may go on the way.
    town.way([2, 3])
    let graph = try town.graph()
    guard let arc = (0..<graph.arcCount).first(where: { graph.wayID($0) == 7 && graph.isForward($0) }) else { return [.no, .no] }
    return [graph.attributes(arc).access(mode), graph.attributes(graph.opposite(arc)).access(mode)]
  }

  @Test(arguments: [
    ("motorway", [TravelMode.car, .truck]), ("footway", [.foot, .wheelchair]), ("cycleway", [.bicycle, .foot, .wheelchair]),
    ("steps", [.foot]), ("residential", TravelMode.allCases), ("path", [.bicycle, .foot, .wheelchair]),
    ("pedestrian", [.foot, .wheelchair]),
  ])
  func classesAreForTheirModes(highway: String, modes: [TravelMode]) throws {
    for mode in TravelMode.allCases {
      #expect((try access(["highway": highway], mode)[0] != .no) == modes.contains(mode), "\(highway) \(mode)")
    }
  }

  @Test func moreSpecialKeysWin() throws {
    #expect(try access(["access": "no", "bicycle": "yes"], .bicycle)[0] == .yes)
    #expect(try access(["access": "no", "bicycle": "yes"], .car)[0] == .no)
    #expect(try access(["vehicle": "no", "motor_vehicle": "destination"], .car)[0] == .destination)
    #expect(try access(["motor_vehicle": "yes", "hgv": "no"], .truck)[0] == .no)
    #expect(try access(["motor_vehicle": "yes", "hgv": "no"], .car)[0] == .yes)
    #expect(try access(["access": "private"], .foot)[0] == .destination)
    #expect(try access(["foot": "yes", "wheelchair": "no"], .wheelchair)[0] == .no)
    #expect(try access(["highway": "footway", "access": "yes"], .car)[0] == .no)
    #expect(try access(["highway": "footway", "bicycle": "designated"], .bicycle)[0] == .designated)
    #expect(try access(["highway": "trunk", "motorroad": "yes"], .bicycle)[0] == .no)
    #expect(try access(["motor_vehicle:backward": "no"], .car) == [.yes, .no])
    #expect(try access(["highway": "track", "motor_vehicle": "agricultural"], .car)[0] == .no)
  }

  @Test func oneWayRulesAreThoseOfTheMode() throws {
    #expect(try access(["oneway": "yes"], .car) == [.yes, .no])
    #expect(try access(["oneway": "-1"], .car) == [.no, .yes])
    #expect(try access(["oneway": "yes"], .foot) == [.yes, .yes])
    #expect(try access(["oneway": "yes"], .bicycle) == [.yes, .no])
    #expect(try access(["oneway": "yes", "oneway:bicycle": "no"], .bicycle) == [.yes, .yes])
    #expect(try access(["oneway": "yes", "cycleway:left": "opposite_lane"], .bicycle) == [.yes, .yes])
    #expect(try access(["oneway": "yes", "cycleway": "opposite"], .car) == [.yes, .no])
    #expect(try access(["junction": "roundabout"], .car) == [.yes, .no])
    #expect(try access(["highway": "motorway"], .car) == [.yes, .no])
    #expect(try access(["highway": "motorway", "oneway": "no"], .car) == [.yes, .yes])
    #expect(try access(["highway": "steps", "conveying": "forward"], .foot) == [.yes, .no])
  }

  @Test func ferriesCarryWhomTheyName() throws {
    #expect(try access(["route": "ferry"], .foot)[0] == .yes)
    #expect(try access(["route": "ferry"], .car)[0] == .no)
    #expect(try access(["route": "ferry", "motor_vehicle": "yes"], .car)[0] == .yes)
  }

  /// A street with something at its middle.
  private func passes(_ tags: [String: String], _ mode: TravelMode) throws -> Bool {
    var town = Town()
    town.node(1, 0, 0)
    town.node(2, 100, 0, tags)
    town.node(3, 200, 0)
    town.way([1, 2, 3])
    return (try? DijkstraSearch(metric: try town.metric(mode)).path(town.place(10, 0), town.place(190, 0))) != nil
  }

  @Test func barriersStopThoseThatTheyAreFor() throws {
    #expect(try !passes(["barrier": "bollard"], .car))
    #expect(try passes(["barrier": "bollard"], .bicycle))
    #expect(try passes(["barrier": "bollard", "motor_vehicle": "yes"], .car))
    #expect(try passes(["barrier": "gate"], .car))
    #expect(try !passes(["barrier": "gate", "access": "no"], .foot))
    #expect(try passes(["barrier": "gate", "access": "no", "foot": "yes"], .foot))
    #expect(try !passes(["barrier": "stile"], .wheelchair))
    #expect(try passes(["barrier": "stile"], .foot))
    #expect(try passes(["barrier": "cattle_grid"], .car))
  }
}
