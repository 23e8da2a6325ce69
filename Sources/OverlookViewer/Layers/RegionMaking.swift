package import Overlook
import OverlookFormats
package import OverlookRegions
import OverlookSupport

/// Makes a region of an extract, on a thread of its own, and tells of it.
package enum RegionMaking {
  /// What is told while it is made.
  package enum Event: Sendable {
    case progress(RegionBuilder.Stage, Double)
    case made(Region)
    case failed(String)
  }

  /// The events of the making of a region of the extract at `path`.
  package static func events(of path: String) -> AsyncStream<Event> {
    AsyncStream(bufferingPolicy: .bufferingNewest(2)) { continuation in
      Task.detached(priority: .utility) {
        var told = (stage: "", percent: -1)
        do {
          let region = try RegionInstaller().builder(input: path).build { stage, done in
            let percent = Int(min(max(done, 0), 1) * 100)
            guard told != (stage.rawValue, percent) else { return }
            told = (stage.rawValue, percent)
            continuation.yield(.progress(stage, done))
          }
          continuation.yield(.made(region))
        } catch {
          continuation.yield(.failed("\(error)"))
        }
        continuation.finish()
      }
    }
  }

  /// A line for the map.
  package static func text(_ name: String, _ stage: RegionBuilder.Stage) -> String {
    switch stage {
    case .reading: localized("Reading {name}…", ["name": name])
    case .tiles: localized("Drawing tiles of {name}…", ["name": name])
    case .roads: localized("Joining the roads of {name}…", ["name": name])
    case .search: localized("Indexing {name}…", ["name": name])
    case .checking: localized("Saving {name}…", ["name": name])
    }
  }
}
