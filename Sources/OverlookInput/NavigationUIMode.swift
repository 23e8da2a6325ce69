/// How light what guides people is.
public enum NavigationUIMode: Int, CaseIterable, Hashable, Sendable {
  /// By day.
  case normal = 1
  /// By night: a darker map, header, footer and buttons.
  case night = 2
}

/// Told of what people do with the controls of guidance, and of how these look. Every method is optional; main thread.
@MainActor public protocol NavigationUISettingsDelegate: AnyObject {
  /// The controls and the map have become dark, or light again.
  func didChangeUIMode(_ mode: NavigationUIMode)
  /// The list of steps was opened or closed by a person.
  func didShowSteps(_ isShown: Bool)
  /// A person ended guidance by its button; it has ended.
  func didEndGuidanceByHand()
}

extension NavigationUISettingsDelegate {
  /// Does nothing.
  public func didChangeUIMode(_ mode: NavigationUIMode) {}
  /// Does nothing.
  public func didShowSteps(_ isShown: Bool) {}
  /// Does nothing.
  public func didEndGuidanceByHand() {}
}

/// The same by another name.
public typealias UIControllerNavigationDelegate = NavigationUISettingsDelegate
