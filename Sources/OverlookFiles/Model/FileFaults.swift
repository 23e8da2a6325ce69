/// The faults of one file: the first ones in words, and how many there are.
package struct FileFaults: Sendable {
  /// More are counted and not kept.
  package static let keptCount = 100

  package private(set) var first: [FileFault] = []
  package private(set) var count = 0

  package init() {}

  package mutating func add(_ fault: @autoclosure () -> String, at place: @autoclosure () -> String) {
    count += 1
    if first.count < Self.keptCount { first.append(FileFault(place: place(), fault: fault())) }
  }

  package mutating func add(_ others: FileFaults) {
    first += others.first.prefix(Self.keptCount - first.count)
    count += others.count
  }

  /// One line for what is wrong, and how often; nil when nothing is.
  package var summary: String? {
    guard let fault = first.first else { return nil }
    let place = fault.place.isEmpty ? fault.fault : "\(fault.place): \(fault.fault)"
    return count == 1 ? place : "\(place) (and \(count - 1) more faults)"
  }
}
