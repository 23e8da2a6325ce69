import OverlookRouting
import OverlookSupport
import Testing

@testable import OverlookNavigation

/// Drives on real roads with the noise of a receiver.
@Suite struct SimulatedDriveTests {
  private static func drive(kilometers: Double, noise: Double) async throws -> SimulatedDrive.Outcome {
    var total = SimulatedDrive.Outcome()
    for name in RegionRoads.names {
      let roads = try RegionRoads(name)
      var random = SeededGenerator(seed: 4)
      var meters = 0.0
      while meters < kilometers / 2 * 1000 {
        guard let route = await roads.route(&random) else { continue }
        var options = RouteSimulator.Options()
        (options.noise, options.seed) = (noise, random.next())
        let outcome = try SimulatedDrive(route, options: options).run()
        meters += outcome.meters
        total.add(outcome)
      }
    }
    return total
  }

  @Test func afterAWrongTurnThereIsSomethingNewToDoAtOnce() async throws {
    var delays: [Double] = []
    for name in RegionRoads.names {
      let roads = try RegionRoads(name)
      var random = SeededGenerator(seed: 6)
      while delays.count < (name == RegionRoads.names[0] ? 40 : 80) {
        guard let guided = await roads.route(&random), let start = guided.geometry.first,
          let driven = await roads.route(&random, from: start), driven.geometry.first == start
        else { continue }
        var options = RouteSimulator.Options()
        (options.noise, options.seed) = (4, random.next())
        if let delay = try await WrongTurn(guided: guided, driven: driven, options: options).run(with: roads.routing) {
          delays.append(delay)
        }
      }
    }
    #expect(delays.filter { $0 <= 3 }.count >= delays.count - 1, "\(delays.sorted())")
  }

  @Test func aVagueReceiverHardlyEverLosesTheRoute() async throws {
    let outcome = try await Self.drive(kilometers: 200, noise: 10)
    #expect(outcome.reroutes <= 1 && outcome.arrivals == outcome.drives && outcome.repetitions == 0)
  }

  @Test func drivesAreGuidedToTheirEnds() async throws {
    let outcome = try await Self.drive(kilometers: 100, noise: 4)
    #expect(outcome.reroutes == 0)
    #expect(outcome.drives == outcome.arrivals)
    #expect(outcome.repetitions == 0 && outcome.missing == 0, "\(outcome.faults)")
    #expect(
      outcome.maneuvers > 100 && outcome.inTime == outcome.maneuvers,
      "\(outcome.inTime) of \(outcome.maneuvers): \(outcome.faults)")
  }
}
