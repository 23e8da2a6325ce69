import Foundation

/// How long tests try what goes wrong only now and then: a few times with the others, often in `make soak`.
package enum Soak {
  /// How often programs are ended at any moment; `OVERLOOK_KILLS` in the environment, 2 when it is not set.
  package static let kills = ProcessInfo.processInfo.environment["OVERLOOK_KILLS"].flatMap(Int.init) ?? 2
  /// How often the graphics card fails in each way; `OVERLOOK_FAULTS` in the environment, 20 when it is not set.
  package static let graphicsFaults = ProcessInfo.processInfo.environment["OVERLOOK_FAULTS"].flatMap(Int.init) ?? 20
  /// Whether there is time for all of it.
  package static let isOn = kills >= 20
}
