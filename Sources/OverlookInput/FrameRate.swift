/// How often a moving map is drawn. A map at rest is not drawn at all.
public enum FrameRate: String, Hashable, Sendable, CaseIterable {
  /// 30 frames a second.
  case powerSave
  /// Half the display's rate, but at least 30 frames a second.
  case conservative
  /// The display's rate.
  case maximum
}
