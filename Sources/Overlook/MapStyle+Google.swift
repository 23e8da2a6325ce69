import OverlookFormats
import OverlookStyle

extension MapStyle {
  /// This style, changed by a Google-style document: a JSON list of rules of `featureType`, `elementType` and `stylers` (`hue`,
  /// `lightness`, `saturation`, `gamma`, `invert_lightness`, `visibility`, `color`, `weight`), applied in their order.
  ///
  /// Meant for the styles that the library ships and others that draw tiles of the OpenMapTiles schema. What is not known or
  /// wrong in the document is left out and told by `warnings`. Throws when the text is no list of rules. Any thread.
  public func applying(googleStyle json: String) throws(Problem) -> MapStyle {
    do throws(FormatError) {
      let rules = try GoogleStyle(try JSONParser.parse(Array(json.utf8), thing: "the Google style"), thing: "the Google style")
      return MapStyle(document: rules.applied(to: document), base: base)
    } catch {
      throw .unusable("\(error)")
    }
  }

  /// A Google-style document changes the style "day"; nil for bytes that are no JSON list.
  static func day(changedBy bytes: [UInt8]) throws(Problem) -> MapStyle? {
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    guard first == UInt8(ascii: "[") else { return nil }
    return try MapStyle(named: "day").applying(googleStyle: String(decoding: bytes, as: UTF8.self))
  }
}
