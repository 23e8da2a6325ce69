/// Who answers when a place is looked for.
public enum PlaceProvider: Hashable, Sendable {
  /// The regions that are installed and those that the program brings along, and the places of the whole world. Touches no network.
  case local
  /// One region, by its name or the path of its folder, or a search index by the path of its file. Touches no network.
  case region(String)
  /// A server that runs Nominatim, at an http or https address. It is asked once a second at most.
  case nominatim(address: String)
  /// A server that runs Photon, at an http or https address.
  case photon(address: String)
}
