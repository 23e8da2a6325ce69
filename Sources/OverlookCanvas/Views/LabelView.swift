public import Observation
public import OverlookGeometry
public import OverlookSupport
import OverlookText

/// Text as the icon of a marker, with a halo that parts it from the map: the name of a pin, or a text on the map by itself.
///
/// Its marker shares the room with other markers and with the labels of the map by its `collisionBehavior`. A pin and its name
/// are two markers, so that the name can make way where the pin stays; `Marker.groundAnchor` says on which side of the place it
/// stands. Shows all writing that a font of the machine has, in both directions, and emoji in colours: letters that no text showed
/// before appear a moment later than the others. Main thread only.
@MainActor @Observable public final class LabelView: CanvasView {
  /// Shown in as many lines as it has, each in the middle. Control characters are left out, and what follows the 300th of a line.
  public var text: String {
    didSet { if text != oldValue { isMeasured = false } }
  }

  /// Points per em. Default 13. What is below 1 or not finite is not shown.
  public var fontSize = 13.0

  /// Of the letters. Default a dark grey.
  public var color = Color(red: 0.13, green: 0.15, blue: 0.19)

  /// The rim around the letters; nil for none. Default 1.5 points of white.
  public var halo: TextHalo? = TextHalo(color: .white, width: 1.5)

  @ObservationIgnored private var lines: [Substring] = []
  /// Of the widest line, in ems.
  @ObservationIgnored private var widestEms = 0.0
  @ObservationIgnored private var isMeasured = false
  /// Of the fonts that it was measured with, where one for some of its letters was still being looked for.
  @ObservationIgnored private var incompleteVersion: Int?

  /// From one line's middle to that of the next, in ems.
  private static let lineEms = 1.25
  /// Around the letters and their halo, which reach up to a pixel farther than they measure.
  private static let marginPoints = 1.0

  /// A label that shows `text`.
  public init(_ text: String) {
    self.text = text
  }

  /// Around the text and its halo.
  public var size: ScreenSize {
    measure()
    guard fontSize >= 1, fontSize.isFinite, widestEms > 0 else { return ScreenSize(width: 0, height: 0) }
    let margin = 2 * (Self.marginPoints + (halo.map { max($0.width, 0) } ?? 0))
    return ScreenSize(
      width: (widestEms * fontSize + margin).rounded(.up),
      height: (Double(lines.count) * Self.lineEms * fontSize + margin).rounded(.up))
  }

  /// Draws the text.
  public func draw(in canvas: Canvas) {
    let size = size
    let step = Self.lineEms * fontSize
    let first = (size.height - Double(lines.count - 1) * step) / 2
    for (index, line) in lines.enumerated() {
      canvas.text(
        String(line), at: ScreenPoint(x: size.width / 2, y: first + Double(index) * step), size: fontSize, color: color,
        anchor: TextAnchor(.center, .middle), halo: halo)
    }
  }

  private func measure() {
    let text = text
    guard let fonts = try? InterfaceFonts.machine() else { return }
    if isMeasured, incompleteVersion == nil || incompleteVersion == fonts.version { return }
    isMeasured = true
    incompleteVersion = nil
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    widestEms = 0
    for line in lines {
      let width = fonts.width(String(line))
      widestEms = max(widestEms, Double(width.ems))
      if width.isIncomplete { incompleteVersion = fonts.version }
    }
  }
}
