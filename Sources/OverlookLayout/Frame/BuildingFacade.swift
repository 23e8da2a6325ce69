import OverlookFormats
package import OverlookStyle

/// What the walls of a fill-extrusion layer look like from nearby, as its metadata say:
/// `"overlook:facade": {"minzoom", "edge", "foot", "window-color", "window-opacity", "window-share"}`.
package struct BuildingFacade: Sendable {
  /// Of the style.
  package let minimumZoom: Double
  /// 0 ... 1: how much lighter walls are at their upper edge, how much darker at the ground, how opaque windows are, and how many
  /// of them are seen.
  package let strengths: SIMD4<Float>
  package let windowColor: SIMD3<Float>

  /// Nil where the metadata say nothing.
  package init?(_ layer: StyleLayer) {
    guard let facade = layer.metadata?["overlook:facade"]?.object else { return nil }
    func share(_ name: String, _ standard: Double) -> Float { Float(min(max(facade[name]?.number ?? standard, 0), 1)) }
    minimumZoom = facade["minzoom"]?.number ?? 15
    strengths = SIMD4(
      share("edge", 0.5), share("foot", 0.2), facade["window-color"] == nil ? 0 : share("window-opacity", 0.5),
      share("window-share", 1))
    let color = facade["window-color"]?.string.flatMap { StyleColor(css: $0) } ?? .transparent
    windowColor = SIMD3(Float(color.red), Float(color.green), Float(color.blue))
  }
}
