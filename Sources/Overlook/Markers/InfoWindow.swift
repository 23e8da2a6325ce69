import OverlookGeometry
import OverlookInput
import OverlookRender
import OverlookScene
import OverlookSupport

/// The window of the selected marker: what it shows and what a person does to it. Above the map, below its controls.
@MainActor final class InfoWindow: EventResponder {
  /// What the delegate gave for it.
  enum View {
    /// Title and snippet.
    case standard
    /// Within the frame.
    case contents(any CanvasView)
    /// In place of the frame.
    case whole(any CanvasView)

    var canvasView: (any CanvasView)? {
      switch self {
      case .standard: nil
      case .contents(let view), .whole(let view): view
      }
    }
  }

  let panel = InfoWindowPanel()
  /// The selected marker.
  private(set) var marker: Marker?
  private(set) var view = View.standard
  /// What the view looked like last.
  private var picture: Image?
  private var recognizer = GestureRecognizer()
  private var outputs: [GestureOutput] = []
  /// The window was tapped.
  var onTap: (Marker) -> Void = { _ in }
  /// The window was pressed for half a second.
  var onLongPress: (Marker) -> Void = { _ in }

  /// Shows the window of `marker`, or none.
  func show(_ marker: Marker?, _ view: View = .standard) {
    self.marker = marker
    self.view = view
    picture = nil
    panel.hide()
    recognizer = GestureRecognizer()
  }

  /// Whether there is something to show in a window.
  var isOpen: Bool {
    guard let marker else { return false }
    return view.canvasView != nil || marker.title?.isEmpty == false || marker.snippet?.isEmpty == false
  }

  /// What is drawn; nil while there is nothing, or the view has no picture.
  var content: InfoWindowPanel.Content? {
    guard isOpen, let marker else { return nil }
    switch view {
    case .standard: return .text(title: marker.title, snippet: marker.snippet)
    case .contents: return picture.map { .contents($0) }
    case .whole: return picture.map { .whole($0) }
    }
  }

  /// Draws the view into its picture where that is due. Once a frame, before it is drawn.
  func update(_ renderer: Renderer, framebuffer: PixelSize, pixelsPerPoint: Double) throws {
    guard let marker, let canvasView = view.canvasView,
      marker.tracksInfoWindowChanges || picture?.scale != pixelsPerPoint
    else { return }
    let picture = try renderer.picture(of: canvasView, framebuffer: framebuffer, pixelsPerPoint: pixelsPerPoint)
    // The view's own code may have closed the window.
    if view.canvasView === canvasView { self.picture = picture }
  }
}

// Taps and long presses; whatever begins on the window ends there.
extension InfoWindow {
  /// Whether a click at a point is for the window.
  func isHit(_ point: ScreenPoint) -> Bool { panel.rect?.contains(point) == true }

  /// When `step` wants to be called though nothing happens.
  var nextDeadline: Double? { recognizer.nextDeadline }

  func respond(to event: InputEvent) -> EventDisposition {
    switch event.kind {
    case .buttonPressed(.left, let point, _):
      guard isHit(point) else { return .ignored }
      take(event)
      return .captured
    case .pointerMoved, .buttonReleased(.left, _, _):
      guard recognizer.holdsPointer else { return .ignored }
      take(event)
      return .handled
    case .focusLost:
      take(event)
      return .ignored
    case .buttonPressed, .buttonReleased, .pointerLeft, .scrolled, .keyPressed, .keyReleased:
      return .ignored
    }
  }

  /// Lets time pass for long presses.
  func step(now: Double) {
    guard recognizer.holdsPointer else { return }
    recognizer.step(now: now, into: &outputs)
    tell()
  }

  private func take(_ event: InputEvent) {
    // Nothing of the map moves here.
    var settings = GestureSettings()
    (settings.scroll, settings.zoom, settings.tilt, settings.rotate) = (false, false, false, false)
    recognizer.handle(event, settings: settings, into: &outputs)
    tell()
  }

  private func tell() {
    var told: [GestureOutput] = []
    swap(&told, &outputs)
    for output in told {
      // What is told of the first may close the window.
      guard let marker else { return }
      if case .tap(let point) = output, isHit(point) { onTap(marker) }
      if case .longPress = output { onLongPress(marker) }
    }
  }
}
