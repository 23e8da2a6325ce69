extension CoordinateBounds: Codable {
  private enum CodingKeys: String, CodingKey {
    case southWest, northEast
  }

  /// Reads both corners, or empty bounds where there is none. Throws `DecodingError.dataCorrupted` when a corner is no place or
  /// the south lies north of the north.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    guard values.contains(.southWest) || values.contains(.northEast) else {
      self.init()
      return
    }
    self.init(
      southWest: try values.decode(LocationCoordinate.self, forKey: .southWest),
      northEast: try values.decode(LocationCoordinate.self, forKey: .northEast))
    guard isValid else {
      throw DecodingError.dataCorruptedError(forKey: .southWest, in: values, debugDescription: "the corners span no bounds")
    }
  }

  /// Writes both corners, or none of empty bounds.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    guard isValid else { return }
    try values.encode(southWest, forKey: .southWest)
    try values.encode(northEast, forKey: .northEast)
  }
}
