/// What is wrong with parts of a file: one entry a cause, however many parts have it.
package struct CheckFindings: Sendable {
  private struct Entry: Sendable {
    var cause: String
    var count: Int
    var place: String?
  }

  /// Causes are made of what a file says about itself, so that a hostile one has as many as it likes.
  static let maximumCauses = 40
  private var entries: [Entry] = []
  private var indices: [String: Int] = [:]
  private var otherCount = 0

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// Notes that `count` parts have a fault; `place` names the first of them, nil for the file as a whole.
  package mutating func add(_ cause: String, at place: String? = nil, count: Int = 1) {
    if let index = indices[cause] {
      entries[index].count += count
      return
    }
    guard entries.count < Self.maximumCauses else {
      otherCount += count
      return
    }
    indices[cause] = entries.count
    entries.append(Entry(cause: cause, count: count, place: place))
  }

  /// One line for each cause, in the order in which they were met.
  package var lines: [String] {
    var lines = entries.map { entry in
      guard let place = entry.place else { return entry.cause }
      return entry.count == 1 ? "\(place): \(entry.cause)" : "\(entry.count) times: \(entry.cause) (first at \(place))"
    }
    if otherCount > 0 { lines.append("\(otherCount) times: other faults") }
    return lines
  }

  /// The cause that was met first, in words.
  var first: String? { entries.first?.cause }
}

extension FormatError {
  /// The error in words, without the names in front of the thing that is at fault: what many parts can have in common.
  func cause(without place: String, of path: String) -> String {
    var text = description
    for prefix in [path + ": ", path + " ", place + ": ", place + " "] where text.hasPrefix(prefix) {
      text.removeFirst(prefix.count)
    }
    return text
  }
}
