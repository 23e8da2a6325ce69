/// Why the next frame must be drawn. Empty means that it need not be.
public struct RedrawReasons: OptionSet, Sendable, Hashable {
  /// A bit for each reason.
  public let rawValue: UInt16

  /// The reasons of the bits in `rawValue`.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The camera moved.
  public static let camera = RedrawReasons(rawValue: 1 << 0)
  /// What the base map or tile layers show is another.
  public static let tiles = RedrawReasons(rawValue: 1 << 1)
  /// Overlays or items changed.
  public static let overlays = RedrawReasons(rawValue: 1 << 2)
  /// Labels changed.
  public static let labels = RedrawReasons(rawValue: 1 << 3)
  /// A fade, a frame sequence or a camera animation asked for its next step.
  public static let animation = RedrawReasons(rawValue: 1 << 4)
  /// The view has another size.
  public static let resize = RedrawReasons(rawValue: 1 << 5)
  /// HUD, attribution, controls and other things drawn in points above the map.
  public static let interface = RedrawReasons(rawValue: 1 << 6)
  /// The window system lost the picture.
  public static let exposed = RedrawReasons(rawValue: 1 << 7)
  /// The user asked for continuous frames (profiling).
  public static let forced = RedrawReasons(rawValue: 1 << 8)

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
