import OverlookTiles
import Testing

@testable import Overlook

/// What all maps of a process share.
@MainActor @Suite(.serialized) struct SharedServicesTests {
  @Test func theCacheStaysOpenWhileTheyAreHeld() throws {
    let services = MapServices.sharedServices()
    let first = try #require(NetworkSettings.shared.borrowCache())
    NetworkSettings.shared.giveCacheBack()
    let second = try #require(NetworkSettings.shared.borrowCache())
    NetworkSettings.shared.giveCacheBack()
    #expect(first === second)
    #expect(services === MapServices.sharedServices())
  }

  @Test func workersThatAreStartedAheadAreTheNextMaps() {
    let workers = MapThreads.startWorkers()
    #expect(MapThreads.startWorkers() === workers)
    let (first, second) = (MapThreads(), MapThreads())
    #expect(first.services.workers === workers && second.services.workers !== workers)
  }

  @Test func openServersNeedNoKey() {
    #expect(MapServices.provideAPIKey(""))
    #expect(MapServices.provideAPIKey(""), "nothing is kept of it")
  }
}
