import OverlookFormats

extension JSONValue {
  /// An object of members in their order; of two with one name the last counts.
  init(members: [(String, JSONValue)]) {
    self = .object(members.reduce(into: JSONObject()) { $0[$1.0] = $1.1 })
  }
}
