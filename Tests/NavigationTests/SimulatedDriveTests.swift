import OverlookRoads
import OverlookRouting
import Testing

@testable import OverlookNavigation

/// Drives on real roads with the noise of a receiver.
@Suite struct SimulatedDriveTests {
  private static func drives(kilometers: Double, noise: Double, mode: TravelMode = .car) async throws -> SimulatedDrive.Outcome {
    var total = SimulatedDrive.Outcome()
    for name in RegionRoads.names {
      var sample = try RegionRoads.sample(name, seed: 4)
      total.add(try await sample.drives(kilometers: kilometers / 2, noise: noise, mode: mode))
    }
    return total
  }

  private func expectGood(_ outcome: SimulatedDrive.Outcome) {
    #expect(outcome.reroutes == 0 && outcome.arrivals == outcome.drives)
    #expect(outcome.repetitions == 0 && outcome.missing == 0, "\(outcome.faults)")
    #expect(outcome.inTime == outcome.maneuvers, "\(outcome.inTime) of \(outcome.maneuvers): \(outcome.faults)")
  }

  @Test func drivesAreGuidedToTheirEnds() async throws {
    let outcome = try await Self.drives(kilometers: 100, noise: 4)
    expectGood(outcome)
    #expect(outcome.maneuvers > 150 && outcome.meters > 100_000)
  }

  @Test(arguments: [TravelMode.bicycle, .foot]) func ridesAndWalksAreGuidedToTheirEnds(mode: TravelMode) async throws {
    let outcome = try await Self.drives(kilometers: 30, noise: 4, mode: mode)
    #expect(outcome.reroutes == 0 && outcome.arrivals == outcome.drives && outcome.repetitions == 0)
    #expect(outcome.maneuvers > 50 && Double(outcome.inTime) > 0.97 * Double(outcome.maneuvers), "\(outcome.faults)")
  }

  @Test func afterAWrongTurnThereIsSomethingNewToDoAtOnce() async throws {
    for name in RegionRoads.names {
      var sample = try RegionRoads.sample(name, seed: 6)
      let delays = try await sample.wrongTurns(count: 40, noise: 4)
      #expect(delays.count == 40 && delays.allSatisfy { $0 <= 3 }, "\(delays.sorted())")
    }
  }

  @Test func aVagueReceiverHardlyEverLosesTheRoute() async throws {
    let outcome = try await Self.drives(kilometers: 200, noise: 10)
    #expect(outcome.reroutes <= 1 && outcome.arrivals == outcome.drives && outcome.repetitions == 0)
  }
}
