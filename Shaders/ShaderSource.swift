package import OverlookSupport

/// Where the GLSL files lie; the renderer reads them at start and again on request.
package enum ShaderSource {
  /// Path of `name` (for instance "tile.vert").
  package static func path(_ name: String) throws(ResourceError) -> String {
    try ResourceLocator.path(name, inTarget: "OverlookShaders")
  }
}
