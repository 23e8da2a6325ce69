/// Colours of what lies above the map and belongs to it.
public enum InterfaceTheme: Hashable, Sendable, CaseIterable {
  /// Dark letters on white.
  case light
  /// Bright letters on near black.
  case dark
}
