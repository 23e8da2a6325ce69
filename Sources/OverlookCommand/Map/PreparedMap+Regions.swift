import Overlook
import OverlookFormats
import OverlookRegions

/// Makes a region of an extract that was dropped on the map, on a thread of its own, and tells of it.
struct DroppedRegion {
  /// What is told while it is made.
  enum Event: Sendable {
    case progress(RegionBuilder.Stage, Double)
    case made(Region)
    case failed(String)
  }

  /// Whether a dropped file is OpenStreetMap data, by its first bytes.
  static func isExtract(_ path: String) -> Bool { OSMFile.isLikely(path: path) }

  /// The events of the making of a region of the extract at `path`.
  static func install(_ path: String) -> AsyncStream<Event> {
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
  static func text(_ name: String, _ stage: RegionBuilder.Stage, _ done: Double) -> String {
    let work =
      switch stage {
      case .reading: "Reading"
      case .tiles: "Drawing tiles of"
      case .roads: "Joining the roads of"
      case .search: "Indexing"
      case .checking: "Saving"
      }
    return "\(work) \(name) … \(Int(min(max(done, 0), 1) * 100)) %"
  }
}
