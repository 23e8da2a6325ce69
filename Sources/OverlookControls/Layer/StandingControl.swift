package import OverlookGeometry

/// A control that stands on the map, so that labels leave room for it, unlike cards and menus, which come and go.
@MainActor package protocol StandingControl: Control {
  /// What of it is always there, in points of the view; nil while nothing of it is shown.
  func standingFrame(in area: ControlArea) -> ScreenRect?
}
