package import OverlookCamera
package import OverlookGeometry

/// What a gesture asks of the view, as a value; the recogniser itself moves nothing.
package enum GestureOutput: Hashable, Sendable {
  /// The pointer was pressed, or the person asked for rest: what moves stops in place. No gesture has begun yet.
  case halt
  /// A gesture takes hold of the camera; running motions stop in place. May come again before `ended`.
  case began
  /// A change of the camera, to be applied at once.
  case delta(CameraDelta)
  /// A motion that the gesture started: to be started as one of a gesture. Inertia comes before the `ended` of its gesture.
  case motion(CameraMotion)
  /// A turn by hand is over: once the motion before it has ended, a bearing within so many degrees of north becomes north.
  case snapToNorth(withinDegrees: Double)
  /// No gesture holds the camera any more.
  case ended
  /// A click of the left button.
  case tap(ScreenPoint)
  /// The left button was held in place for half a second.
  case longPress(ScreenPoint)
  /// A short click of the right button.
  case contextMenu(ScreenPoint)
  /// The rectangle that is being drawn changed; nil when it is gone.
  case boxZoomChanged(ScreenRect?)
  /// The rectangle was drawn: fit it.
  case boxZoom(ScreenRect)
  /// A key that stands for a command.
  case command(KeyCommand)
}

/// What a key asks for that is no movement of the camera by itself.
package enum KeyCommand: Hashable, Sendable, CaseIterable {
  case toggleFullscreen
  /// Show or hide the figures of the frames (F3).
  case toggleHUD
  /// The picture, how often pixels are drawn, or what a tap finds: the next of them (F4).
  case nextDebugView
  /// The next page of the figures (Shift+F3).
  case nextHUDPage
  /// Where the camera rested before, and after (the buttons beside the thumb; Alt and arrows).
  case goBack, goForward
  /// Fit everything (Home).
  case home
  /// Bearing 0 (N).
  case northUp
  /// Viewing angle 0 (U).
  case lookDown
  /// Bearing and viewing angle 0 (R).
  case reset
  /// Escape, when no box was being drawn.
  case cancel
  /// Begin or end to record the input (F2).
  case toggleRecording
  /// Look for a place (/, Ctrl+F).
  case find
  /// Ctrl+Q.
  case quit
}
