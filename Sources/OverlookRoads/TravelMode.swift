/// How somebody travels: which roads are open, how fast, and what turns cost.
public enum TravelMode: String, CaseIterable, Hashable, Sendable, Codable {
  case car, truck, bicycle, foot, wheelchair
}
