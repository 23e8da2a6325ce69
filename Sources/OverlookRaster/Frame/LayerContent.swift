package import OverlookScene

/// A layer of many elements, as rasterizers draw it.
package struct LayerContent<Columns: LayerColumns, Style: Equatable>: VersionedContent {
  package let columns: Columns
  package let look: Style

  package init(_ columns: Columns, _ look: Style) {
    self.columns = columns
    self.look = look
  }

  package var version: Int { columns.version }
}

/// The elements of a layer, which count their changes.
@MainActor package protocol LayerColumns: AnyObject {
  var version: Int { get }
}

extension PlaceColumns: LayerColumns {}
extension PathColumns: LayerColumns {}
extension PolygonColumns: LayerColumns {}

/// Polygons with walls, and the light on them.
package struct LitStyle: Equatable {
  package let style: PolygonStyle
  package let light: ExtrusionLight

  package init(_ style: PolygonStyle, _ light: ExtrusionLight) {
    self.style = style
    self.light = light
  }
}
