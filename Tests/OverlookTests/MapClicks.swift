import Overlook
import OverlookPlatform

extension HeadlessLoop {
  /// Holds the left button at a point, lets go, and waits until it can no longer become a double click.
  func click(_ point: ScreenPoint, holdSeconds: Double = 0.05) {
    send(.pointerMoved(point))
    send(.buttonPressed(.left, point, []))
    advance(by: holdSeconds)
    send(.buttonReleased(.left, point, []))
    advance(by: 1)
  }
}

extension MapStyle {
  /// Nothing but black.
  static func black() throws -> MapStyle {
    try MapStyle(
      json: """
        {"version": 8, "sources": {}, "layers": [{"id": "back", "type": "background", "paint": {"background-color": "#000"}}]}
        """)
  }
}
