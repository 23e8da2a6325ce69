import OverlookFormats
package import OverlookStyle

/// The roofs of a fill-extrusion layer, as its metadata say:
/// `"overlook:roof": {"minzoom", "shape", "height", "direction", "across", "color", "lighten"}`.
package struct BuildingRoofs: Sendable {
  /// Of the style: from the tiles of this zoom on.
  package let minimumZoom: Double
  /// 0 ... 1: how much lighter than its walls a roof is that has no colour of its own.
  package let lightness: Float
  /// Of a feature: the roof's; null for none of its own.
  let color: ExpressionProgram?
  /// Names of attributes.
  let shape: String
  let height: String
  let direction: String
  let across: String

  /// Nil where the metadata say nothing.
  package init?(_ layer: StyleLayer) {
    guard let roof = layer.metadata?["overlook:roof"]?.object else { return nil }
    minimumZoom = roof["minzoom"]?.number ?? 15
    lightness = Float(min(max(roof["lighten"]?.number ?? 0.25, 0), 1))
    shape = roof["shape"]?.string ?? "roof_shape"
    height = roof["height"]?.string ?? "roof_height"
    direction = roof["direction"]?.string ?? "roof_direction"
    across = roof["across"]?.string ?? "roof_across"
    color = roof["color"].flatMap { try? ExpressionProgram.compile($0, for: Self.colorSpecification) }
  }

  /// The colour of a feature's roof over walls of a colour.
  package func color(
    over wall: StyleColor, of feature: ExpressionFeature, _ properties: LayerProperties, zoom: Double
  ) -> StyleColor {
    var context = properties.context(zoom: zoom)
    context.feature = feature
    let own = (try? color?.evaluate(context))?.color ?? .transparent
    let light = Double(lightness)
    func mixed(_ wall: Double, _ roof: Double) -> Double {
      let lit = wall + light * (1 - wall)
      return lit + own.alpha * (roof - lit)
    }
    return StyleColor(
      red: mixed(wall.red, own.red), green: mixed(wall.green, own.green), blue: mixed(wall.blue, own.blue), alpha: wall.alpha)
  }

  private static let colorSpecification = StylePropertyTable.rows(of: .fillExtrusion).paint
    .first { $0.name == .fillExtrusionColor }?.specification
}
