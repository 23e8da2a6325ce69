import OverlookNetwork
import Synchronization

/// One pace for each host, whoever of this process asks it.
enum ServerPaces {
  private static let known = Mutex<[String: RequestPace]>([:])
  private static let mostKnown = 1000

  static func pace(for host: String, seconds: Double) -> RequestPace {
    known.withLock { known in
      let key = "\(host) \(seconds)"
      if let pace = known[key] { return pace }
      let pace = RequestPace(seconds: seconds)
      if known.count < mostKnown { known[key] = pace }
      return pace
    }
  }
}
