public import OverlookSupport

/// Colours of controls, one set for light and one for dark.
public struct Palette: Hashable, Sendable {
  /// Ground of cards, sheets and menus.
  public var surface: Color
  /// Edge of a surface.
  public var edge: Color
  /// Edge of a surface that nothing shines through.
  public var solidEdge: Color
  /// Ground of fields and of what lies under the pointer.
  public var inset: Color
  /// Over what can be clicked, while the pointer rests on it.
  public var hover: Color
  /// Over what can be clicked, while a button is held on it.
  public var press: Color
  /// Letters and signs.
  public var ink: Color
  /// Letters of less weight.
  public var dimInk: Color
  /// What is chosen, filled or can be clicked.
  public var accent: Color
  /// Letters on the accent.
  public var onAccent: Color
  /// The line of a slider, the ground of a switch that is off.
  public var track: Color
  /// Of text that is selected.
  public var selection: Color
  /// The end of a needle that points to the north.
  public var north: Color
  /// What went wrong.
  public var fault: Color
  /// What is as it should be.
  public var success: Color
  /// Below surfaces.
  public var shadow: Color
  /// Around letters that lie on the map itself.
  public var halo: Color

  /// Dark letters on white.
  public static let light = Palette(
    surface: Color.white.withAlpha(0.95), edge: Color.black.withAlpha(0.15),
    solidEdge: Color(red: 0.78, green: 0.80, blue: 0.83), inset: Color.black.withAlpha(0.06),
    hover: Color(red: 0.11, green: 0.13, blue: 0.17).withAlpha(0.06),
    press: Color(red: 0.11, green: 0.13, blue: 0.17).withAlpha(0.14),
    ink: Color(red: 0.11, green: 0.13, blue: 0.17), dimInk: Color(red: 0.31, green: 0.34, blue: 0.39),
    accent: Color(red: 0.10, green: 0.37, blue: 0.80), onAccent: .white,
    track: Color(red: 0.11, green: 0.13, blue: 0.17).withAlpha(0.16),
    selection: Color(red: 0.17, green: 0.45, blue: 0.90).withAlpha(0.22), north: Color(red: 0.90, green: 0.22, blue: 0.21),
    fault: Color(red: 0.70, green: 0.18, blue: 0.06),
    success: Color(red: 0.07, green: 0.50, blue: 0.28), shadow: Color.black.withAlpha(0.30), halo: Color.white.withAlpha(0.9))

  /// Bright letters on near black.
  public static let dark = Palette(
    surface: Color(red: 0.13, green: 0.145, blue: 0.18).withAlpha(0.95), edge: Color.white.withAlpha(0.16),
    solidEdge: Color(red: 0.33, green: 0.36, blue: 0.42),
    inset: Color.white.withAlpha(0.08), hover: Color(red: 0.96, green: 0.97, blue: 0.99).withAlpha(0.08),
    press: Color(red: 0.96, green: 0.97, blue: 0.99).withAlpha(0.18), ink: Color(red: 0.96, green: 0.97, blue: 0.99),
    dimInk: Color(red: 0.72, green: 0.76, blue: 0.83), accent: Color(red: 0.50, green: 0.72, blue: 1),
    onAccent: Color(red: 0.06, green: 0.08, blue: 0.12), track: Color.white.withAlpha(0.2),
    selection: Color(red: 0.42, green: 0.66, blue: 1).withAlpha(0.25), north: Color(red: 0.98, green: 0.42, blue: 0.38),
    fault: Color(red: 0.99, green: 0.60, blue: 0.53),
    success: Color(red: 0.42, green: 0.86, blue: 0.58), shadow: Color.black.withAlpha(0.5),
    halo: Color(red: 0.05, green: 0.06, blue: 0.09).withAlpha(0.85))
}
