import OverlookFormats
import OverlookTileBuilder

extension MapFeature {
  /// The tag's value where it is a text.
  func text(_ key: String) -> String? {
    guard case .string(let value)? = tags.first(where: { $0.0 == key })?.1 else { return nil }
    return value
  }

  /// The tag's value where it is a whole number.
  func integer(_ key: String) -> Int64? {
    guard case .int(let value)? = tags.first(where: { $0.0 == key })?.1 else { return nil }
    return value
  }
}
