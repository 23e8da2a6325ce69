/// Why the next frame must be drawn. Empty means that it need not be.
package struct RedrawReasons: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  package static let camera = RedrawReasons(rawValue: 1 << 0)
  package static let tiles = RedrawReasons(rawValue: 1 << 1)
  package static let overlays = RedrawReasons(rawValue: 1 << 2)
  package static let labels = RedrawReasons(rawValue: 1 << 3)
  /// A fade, a frame sequence or a camera animation asked for its next step.
  package static let animation = RedrawReasons(rawValue: 1 << 4)
  package static let resize = RedrawReasons(rawValue: 1 << 5)
  /// HUD, attribution, controls and other things drawn in points above the map.
  package static let interface = RedrawReasons(rawValue: 1 << 6)
  /// The window system lost the picture.
  package static let exposed = RedrawReasons(rawValue: 1 << 7)
  /// The user asked for continuous frames (profiling).
  package static let forced = RedrawReasons(rawValue: 1 << 8)

  /// The reasons for which the base plane (tile layers below every overlay) is drawn anew.
  package static let basePlane: RedrawReasons = [.camera, .tiles, .labels, .resize, .forced]

  /// Names of the set bits in a fixed order, for the HUD and for tests.
  package var names: [String] {
    let all: [(RedrawReasons, String)] = [
      (.camera, "camera"), (.tiles, "tiles"), (.overlays, "overlays"), (.labels, "labels"), (.animation, "animation"),
      (.resize, "resize"), (.interface, "interface"), (.exposed, "exposed"), (.forced, "forced"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}
