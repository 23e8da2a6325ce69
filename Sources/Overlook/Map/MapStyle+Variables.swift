import OverlookStyle
import OverlookSupport

extension MapStyle {
  /// The values that the style's expressions read by `["global-state", NAME]`, by their names: at first those that the document
  /// names as `default` in `state`. Of the embedded styles: `accent-color` (of large roads), `label-density` (1, more for more
  /// labels) and `relief` (1, how strongly slopes and walls are shaded), and of `satellite-hybrid` also `night` (0, to 1 for
  /// dark ground and the lights of cities).
  public var variables: [String: FeatureValue] { document.globalState.compactMapValues { FeatureValue($0) } }

  /// This style with other values of its variables. Going over to it lays out again only the layers whose tiles depend on
  /// them; whether layers are visible follows.
  ///
  /// Throws where the style has no variable of a name.
  public func setting(_ variables: [String: FeatureValue]) throws(Problem) -> MapStyle {
    var document = document
    for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
      guard document.globalState[name] != nil else {
        let known = document.globalState.keys.sorted().joined(separator: ", ")
        throw .unusable(
          "the style has no variable \"\(OutsideText.cleaned(name, limit: 60))\"; it has: \(known.isEmpty ? "none" : known)")
      }
      document.globalState[name] = value.styleValue
    }
    return MapStyle(document: document, base: base)
  }
}

extension FeatureValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// Yes or no.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}
