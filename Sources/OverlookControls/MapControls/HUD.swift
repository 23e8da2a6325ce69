package import OverlookAccessibility
package import OverlookCanvas
package import OverlookGeometry
package import OverlookSupport

/// The performance panel (F3): what the last frames cost, why they were drawn, and what the map holds; on its other page, what
/// each layer and kind of overlay takes of a frame.
///
/// Its numbers are refreshed four times a second; a frame between two refreshes allocates nothing.
@MainActor package final class HUD: Control {
  package enum Page: Int, CaseIterable, Sendable {
    case frames, costs
  }

  private static let refreshSeconds = 0.25
  private static let width = 268.0
  package static let margin = 12.0
  private static let inner = 14.0
  private static let graphHeight = 52.0
  private static let rowHeight = 17.0
  private static let textSize = TypeScale.note

  package var isVisible = false
  package var page = Page.frames
  /// The page of costs.
  package let costs = CostPanel()
  /// A line at the bottom, for instance the driver's name.
  package var footer = ""
  /// A component that has asked for every frame for long; empty while none has.
  package var restlessComponent = ""

  private var lastRefresh = -Double.infinity
  private var rate = NumberText()
  private var rateUnit = NumberText()
  private var work = NumberText()
  private var gpu = NumberText()
  private var stages = [NumberText](repeating: NumberText(), count: FrameStage.allCases.count)
  private var rows = [NumberText](repeating: NumberText(), count: Row.allCases.count)
  private var rateColor = HUDStyle.good
  private var tileColor = HUDStyle.bright

  private enum Row: Int, CaseIterable {
    case frames, reasons, draws, uploads, tiles, overlays

    var name: String {
      switch self {
      case .frames: "Frames"
      case .reasons: "Reasons"
      case .draws: "Draw calls"
      case .uploads: "Uploads"
      case .tiles: "Tiles"
      case .overlays: "Overlays"
      }
    }
  }

  // Filled once: `allCases` makes an array at each use.
  private let allStages = FrameStage.allCases
  private let allRows = Row.allCases

  /// Of the frames that it tells of.
  package let statistics: FrameStatistics
  /// In the seconds of `statistics`; set before it is drawn.
  package var now = 0.0

  /// Below what else lies in the corner, in points.
  package var top = margin

  package init(_ statistics: FrameStatistics) {
    self.statistics = statistics
  }

  package var level: ControlLevel { .panel }
  package var isPartOfPictures: Bool { true }
  /// A table of figures in technical English.
  package var isMirrored: Bool { false }

  package func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    AccessibleElement(.text, localized("Figures of the frames"), value: .text("\(rate.text) \(rateUnit.text)"))
  }

  /// Lies on the map, which gets the pointer.
  package func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .none }

  /// The upper left corner.
  package func frame(in area: ControlArea) -> ScreenRect? {
    isVisible ? ScreenRect(x: Self.margin, y: top, width: Self.width, height: 0) : nil
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    guard page == .frames else { return costs.draw(into: canvas, statistics, now: now, top: top) }
    // Also when the clock went back, as it does between two replays.
    if abs(now - lastRefresh) >= Self.refreshSeconds { refresh(statistics, now: now) }
    let footer = restlessComponent.isEmpty ? footer : "asks for every frame: \(restlessComponent)"
    let hasFooter = !footer.isEmpty
    let height = 52 + Self.graphHeight + 16 + 2 * 16 + 14 + Double(allRows.count) * Self.rowHeight + (hasFooter ? 21 : 4)
    let panel = ScreenRect(x: Self.margin, y: top, width: Self.width, height: height)
    HUDStyle.drawPanel(panel, into: canvas)
    let left = panel.origin.x + Self.inner
    let right = panel.origin.x + panel.size.width - Self.inner
    drawHeader(canvas, left: left, right: right, baseline: panel.origin.y + 36)
    FrameGraph.draw(
      into: canvas, statistics, ScreenRect(x: left, y: panel.origin.y + 52, width: right - left, height: Self.graphHeight))
    var y = panel.origin.y + 52 + Self.graphHeight + 18
    drawStages(canvas, left: left, right: right, baseline: y)
    y += 2 * 16 + 2
    canvas.fillRect(
      ScreenRect(x: left, y: y - 8, width: right - left, height: 1 / canvas.pixelsPerPoint), color: HUDStyle.panelEdge)
    y += 10
    drawRows(canvas, left: left, right: right, baseline: y)
    if hasFooter {
      y += Double(allRows.count) * Self.rowHeight + 4
      canvas.pushClip(ScreenRect(x: left, y: y - 12, width: right - left, height: 18))
      canvas.text(footer, at: ScreenPoint(x: left, y: y), size: TypeScale.caption, color: HUDStyle.dim)
      canvas.popClip()
    }
  }

  private func drawHeader(_ canvas: Canvas, left: Double, right: Double, baseline: Double) {
    canvas.text(
      rate.text, at: ScreenPoint(x: left, y: baseline), size: TypeScale.largeFigure, color: rateColor, hasTabularDigits: true)
    let rateWidth = canvas.textWidth(rate.text, size: TypeScale.largeFigure, hasTabularDigits: true)
    canvas.text(
      rateUnit.text, at: ScreenPoint(x: left + rateWidth + 5, y: baseline), size: TypeScale.secondary, color: HUDStyle.dim)
    let end = TextAnchor(.right)
    canvas.text(
      work.text, at: ScreenPoint(x: right, y: baseline - 14), size: TypeScale.secondary, color: HUDStyle.bright, anchor: end,
      hasTabularDigits: true)
    canvas.text(
      gpu.text, at: ScreenPoint(x: right, y: baseline + 1), size: TypeScale.secondary, color: HUDStyle.gpu, anchor: end,
      hasTabularDigits: true)
  }

  private func drawStages(_ canvas: Canvas, left: Double, right: Double, baseline: Double) {
    let column = (right - left + 10) / 3
    for index in allStages.indices {
      let x = left + Double(index % 3) * column
      let y = baseline + Double(index / 3) * 16
      let name = allStages[index].name
      canvas.fillRoundedRect(
        ScreenRect(x: x, y: y - 7.5, width: 7, height: 7), radius: 2, color: HUDStyle.color(of: allStages[index]))
      canvas.text(name, at: ScreenPoint(x: x + 11, y: y), size: TypeScale.caption, color: HUDStyle.dim)
      canvas.text(
        stages[index].text, at: ScreenPoint(x: x + column - 12, y: y), size: TypeScale.caption, color: HUDStyle.bright,
        anchor: TextAnchor(.right),
        hasTabularDigits: true)
    }
  }

  private func drawRows(_ canvas: Canvas, left: Double, right: Double, baseline: Double) {
    for index in allRows.indices {
      let y = baseline + Double(index) * Self.rowHeight
      canvas.text(allRows[index].name, at: ScreenPoint(x: left, y: y), size: Self.textSize, color: HUDStyle.dim)
      // Counts grow for as long as the map is open: what no longer fits beside its name is written smaller.
      let room = right - left - canvas.textWidth(allRows[index].name, size: Self.textSize) - 10
      let width = canvas.textWidth(rows[index].text, size: Self.textSize, hasTabularDigits: true)
      canvas.text(
        rows[index].text, at: ScreenPoint(x: right, y: y), size: Self.textSize * min(1, room / max(width, 1)),
        color: allRows[index] == .tiles ? tileColor : HUDStyle.bright, anchor: TextAnchor(.right), hasTabularDigits: true)
    }
  }
}

// The numbers as text.
extension HUD {
  private func refresh(_ statistics: FrameStatistics, now: Double) {
    lastRefresh = now
    let mean = statistics.mean(overSeconds: 0.5)
    let frames = statistics.framesInLastSecond(now: now)
    let work = Double(mean.workMilliseconds)
    rateColor = work > 1000.0 / 30 ? HUDStyle.bad : work > 1000.0 / 60 ? HUDStyle.warning : HUDStyle.good
    rate.write { $0.append(frames) }
    rateUnit.write { $0.append("fps") }
    self.work.write {
      $0.append("CPU ")
      $0.append(work, decimals: 2)
      $0.append(" ms")
    }
    gpu.write {
      $0.append("GPU ")
      $0.append(mean.gpuMilliseconds < 0 ? .nan : Double(mean.gpuMilliseconds), decimals: 2)
      $0.append(" ms")
    }
    for index in allStages.indices {
      stages[index].write { $0.append(Double(mean[allStages[index]]), decimals: 2) }
    }
    for index in allRows.indices {
      refresh(allRows[index], statistics, mean)
    }
  }

  private func refresh(_ row: Row, _ statistics: FrameStatistics, _ mean: FrameSample) {
    rows[row.rawValue].write { label in
      switch row {
      case .frames:
        label.append(statistics.framesDrawn)
        label.append(" drawn · ")
        label.append(statistics.framesSkipped)
        label.append(" skipped")
      case .reasons:
        Self.writeReasons(statistics, &label)
      case .draws:
        label.append(mean.drawCalls)
      case .uploads:
        label.append(mean.uploads)
        label.append(" · ")
        label.append(byteCount: mean.uploadedBytes)
      case .tiles:
        Self.writeTiles(statistics.tiles, &label)
      case .overlays:
        Self.writeOverlays(statistics, &label)
      }
    }
    if row == .tiles { tileColor = statistics.tiles.failed > 0 ? HUDStyle.warning : HUDStyle.bright }
  }

  private static func writeOverlays(_ statistics: FrameStatistics, _ label: inout NumberText) {
    label.append(statistics.overlaysVisible)
    label.append(" of ")
    label.append(statistics.overlaysTotal)
    if statistics.overlaysNotDrawn > 0 {
      label.append(" · ")
      label.append(statistics.overlaysNotDrawn)
      label.append(" not drawn")
    } else if statistics.polygonsNotFilled > 0 {
      label.append(" · ")
      label.append(statistics.polygonsNotFilled)
      label.append(" not filled")
    }
  }

  private static func writeTiles(_ tiles: FrameStatistics.Tiles, _ label: inout NumberText) {
    label.append(tiles.loaded)
    if tiles.loading > 0 {
      label.append(" · ")
      label.append(tiles.loading)
      label.append(" loading")
    }
    if tiles.failed > 0 {
      label.append(" · ")
      label.append(tiles.failed)
      label.append(" failed")
    }
    if tiles.missing > 0 {
      label.append(" · ")
      label.append(tiles.missing)
      label.append(" none")
    }
    if tiles.styleFaults > 0 {
      label.append(" · ")
      label.append(tiles.styleFaults)
      label.append(tiles.styleFaults == 1 ? " fault" : " faults")
    }
  }

  /// The three most frequent reasons.
  private static func writeReasons(_ statistics: FrameStatistics, _ label: inout NumberText) {
    var written: UInt16 = 0
    for place in 0..<3 {
      var best = -1
      for bit in 0..<UInt16.bitWidth where written & (1 << UInt16(bit)) == 0 && statistics.count(ofReasonBit: bit) > 0 {
        if best < 0 || statistics.count(ofReasonBit: bit) > statistics.count(ofReasonBit: best) { best = bit }
      }
      if best < 0 { break }
      written |= 1 << UInt16(best)
      if place > 0 { label.append(" · ") }
      label.append(RedrawReasons(rawValue: 1 << UInt16(best)).names.first ?? "other")
      label.append(" ")
      label.append(statistics.count(ofReasonBit: best))
    }
    if written == 0 { label.append("none") }
  }
}

extension NumberText {
  mutating func write(_ body: (inout NumberText) -> Void) {
    begin()
    body(&self)
    end()
  }
}
