public import OverlookGeometry
import OverlookLayout
import OverlookStyle
import OverlookStyledMap

/// A value of a feature's attribute.
public enum FeatureValue: Hashable, Sendable {
  /// A text.
  case text(String)
  /// A number.
  case number(Double)
  /// Yes or no.
  case bool(Bool)

  /// The text of any value, as a person would write it.
  public var text: String {
    switch self {
    case .text(let text): text
    case .number(let number): StyleValue.number(number).text
    case .bool(let bool): bool ? "true" : "false"
    }
  }

  init?(_ value: StyleValue) {
    switch value {
    case .string(let text): self = .text(text)
    case .number(let number): self = .number(number)
    case .bool(let bool): self = .bool(bool)
    case .null: return nil
    default: self = .text(value.text)
    }
  }

  var styleValue: StyleValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): .number(number)
    case .bool(let bool): .bool(bool)
    }
  }
}

/// A feature of the base map as it is drawn: one row of a vector tile or of GeoJSON, by one layer of the style. A value.
public struct RenderedFeature: Sendable {
  /// What a feature is.
  public enum Geometry: String, Hashable, Sendable {
    case point, line, polygon
  }

  /// The layer of the style that draws it.
  public let layer: String
  /// The source of the style that it comes from.
  public let source: String
  /// The layer of a vector source; nil for GeoJSON.
  public let sourceLayer: String?
  /// Number or text that names it in its source layer; nil for none.
  public let id: FeatureValue?
  /// What it is.
  public let geometry: Geometry
  /// Attributes by name.
  public let attributes: [String: FeatureValue]
  /// Where a point lies; the first point of a line or polygon as far as it lies in the tile.
  public let location: LocationCoordinate

  /// The attribute `name`; nil when it is none or no text.
  public var name: String? {
    if case .text(let name)? = attributes["name"] { name } else { nil }
  }

  init?(_ found: DrawnFeature) {
    guard let place = found.place, let source = found.layer.source else { return nil }
    let feature = found.features.features[Int(found.row)]
    layer = found.layer.id
    self.source = source
    sourceLayer = found.layer.sourceLayer
    id = FeatureValue(found.features.id(of: found.row))
    geometry =
      switch feature.kind {
      case .point: .point
      case .line: .line
      case .polygon: .polygon
      }
    var attributes: [String: FeatureValue] = [:]
    for key in found.features.keys {
      if let value = found.features.value(key, of: found.row).flatMap(FeatureValue.init) { attributes[key] = value }
    }
    self.attributes = attributes
    location = place.wrapped.coordinate
  }
}
