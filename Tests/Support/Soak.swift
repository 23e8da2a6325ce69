import Foundation

/// How long tests try what goes wrong only now and then: a few times with the others, often in `make soak`.
package enum Soak {
  /// How often programs are ended at any moment; `OVERLOOK_KILLS` in the environment, 2 when it is not set.
  package static let kills = ProcessInfo.processInfo.environment["OVERLOOK_KILLS"].flatMap(Int.init) ?? 2
  /// Whether there is time for all of it.
  package static let isOn = kills >= 20
}
