/// Named values in the order of the document. Of members with the same name the last one counts, at the place of the first.
package struct OrderedMembers<Value: Hashable & Sendable>: Hashable, Sendable {
  package private(set) var keys: [String] = []
  private var values: [String: Value] = [:]

  package init() {}

  package var count: Int { keys.count }
  package var isEmpty: Bool { keys.isEmpty }

  package subscript(key: String) -> Value? {
    get { values[key] }
    set {
      if let newValue {
        if values.updateValue(newValue, forKey: key) == nil { keys.append(key) }
      } else if values.removeValue(forKey: key) != nil {
        keys.removeAll { $0 == key }
      }
    }
  }

  /// Members in order.
  package var members: some Sequence<(key: String, value: Value)> {
    keys.lazy.compactMap { key in values[key].map { (key: key, value: $0) } }
  }
}
