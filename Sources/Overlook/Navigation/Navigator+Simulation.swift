import Foundation
import OverlookLocation
import OverlookNavigation
import OverlookRouting

// Drives that nobody drives.
extension Navigator {
  /// A drive along the route in place of the provider.
  final class Simulation {
    var simulator: RouteSimulator
    /// How many seconds pass in one.
    let speed: Double
    /// Of the last fix.
    var time: Double
    var task: Task<Void, Never>?

    init(_ simulator: RouteSimulator, speed: Double, time: Double) {
      self.simulator = simulator
      self.speed = speed
      self.time = time
    }

    func follow(_ route: Route) { try? simulator.follow(route) }
  }

  /// Whether a simulated drive goes on.
  public var isSimulating: Bool { simulation != nil }

  /// Travels along the route in place of the provider, from its start, until the end or `stopSimulation()`; nothing happens without a
  /// route. `speed`: how many times as fast time passes, 0.1 ... 100.
  public func simulateLocationsAlongExistingRoute(speed: Double = 1) {
    guard let route = session?.route else { return }
    stopSimulation()
    let start = max(lastNow, Date().timeIntervalSince1970)
    guard let simulator = try? RouteSimulator(route, time: start) else { return }
    let factor = speed.isFinite ? min(max(speed, 0.1), 100) : 1
    let simulation = Simulation(simulator, speed: factor, time: start)
    self.simulation = simulation
    listen()
    simulation.task = Task { [weak self] in
      while !Task.isCancelled {
        guard let self, self.simulation === simulation else { return }
        step(simulation)
        try? await Task.sleep(for: .seconds(1 / simulation.speed))
      }
    }
  }

  private func step(_ simulation: Simulation) {
    let fix = simulation.simulator.next()
    simulation.time = max(simulation.time, fix.time)
    take(fix)
    if simulation.simulator.hasArrived, session?.isActive != true, self.simulation === simulation { stopSimulation() }
  }

  /// Ends a simulated drive; the provider is listened to again.
  public func stopSimulation() {
    guard let simulation else { return }
    self.simulation = nil
    simulation.task?.cancel()
    listen()
  }
}
