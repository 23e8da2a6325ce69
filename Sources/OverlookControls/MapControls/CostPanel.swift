package import OverlookCanvas
package import OverlookGeometry
package import OverlookProfiling
package import OverlookSupport

/// The page of the performance panel that says what each layer and kind of overlay takes of a frame, as means over half a second.
@MainActor package final class CostPanel {
  private static let refreshSeconds = 0.5
  private static let margin = 12.0
  private static let inner = 14.0
  private static let graphHeight = 40.0
  private static let rowHeight = 17.0
  private static let maximumRows = 18
  private static let cacheRowHeight = 14.0
  private static let nameWidth = 132.0
  private static let barWidth = 74.0

  private enum Column: Int, CaseIterable {
    case update, extract, submit, gpu, draws, instances, vertices, upload, overdraw

    var width: Double {
      switch self {
      case .update, .extract, .submit: 54
      case .gpu: 56
      case .draws: 46
      case .instances, .vertices: 66
      case .upload: 62
      case .overdraw: 58
      }
    }
  }

  private struct Line {
    var name = NumberText()
    var cells = [NumberText](repeating: NumberText(), count: Column.allCases.count)
    /// Of the longest line, by phase.
    var shares = SIMD3<Double>.zero
    var isTotal = false
  }

  private let columns = Column.allCases
  private let phases = CostPhase.allCases
  private var lines = [Line](repeating: Line(), count: maximumRows + 2)
  private var lineCount = 0
  private var lastRefresh = -Double.infinity
  private var note = ""
  /// What the caches take, in lines.
  private var caches: [String] = []
  private var driverTitle = "GPU ms"

  package init() {}

  /// Whether no frame was measured yet.
  package var isEmpty: Bool { lineCount == 0 }

  // MARK: Numbers

  /// Takes the sums of `profiler` over when it is time, and has it begin new ones. `pixels`: of the whole picture; `memory`: what
  /// caches take; `name` says what to call a line.
  package func refresh(
    _ profiler: FrameProfiler, pixels: PixelSize, memory: @autoclosure () -> [MemoryUse] = [], now: Double,
    name: (CostCenter) -> String
  ) {
    guard abs(now - lastRefresh) >= Self.refreshSeconds, profiler.table.frames > 0 else { return }
    lastRefresh = now
    show(memory())
    let table = profiler.table
    driverTitle = profiler.waits ? "drawn ms" : "GPU ms"
    note =
      profiler.waits
      ? "Times in µs. No GPU here: every step waits for the processor to draw, so frames are slower than they would be."
      : "Times in µs. GPU times by time stamps, overdraw by occlusion queries."
    show(table, area: Double(max(pixels.width, 1)) * Double(max(pixels.height, 1)), name: name)
    profiler.reset()
  }

  private func show(_ table: CostTable, area: Double, name: (CostCenter) -> String) {
    // What draws nothing and takes next to no time is no news.
    let least = 1e-6 * Double(table.frames)
    let shown = table.rows.filter { $0.cost.drawCalls > 0 || $0.cost.uploads > 0 || $0.cost.cpuSeconds >= least }
    let longest = shown.reduce(0) { max($0, $1.cost.cpuSeconds) }
    lineCount = 0
    for row in shown.prefix(Self.maximumRows) { add(name(row.center), row.cost, table, area, longest) }
    let rest = shown.count - Self.maximumRows
    add(rest > 0 ? "all, \(rest) not shown" : "all", table.total, table, area, 0)
    lines[lineCount - 1].isTotal = true
  }

  /// Three caches a line.
  private func show(_ memory: [MemoryUse]) {
    caches.removeAll(keepingCapacity: true)
    let known = memory.filter { $0.byteCount > 0 }
    for start in stride(from: 0, to: min(known.count, Self.maximumRows), by: 3) {
      var line = NumberText()
      line.write { text in
        for use in known[start..<min(start + 3, known.count)] {
          if use != known[start] { text.append("  ·  ") }
          text.append(use.name)
          text.append(" ")
          text.append(byteCount: use.byteCount)
        }
      }
      caches.append(line.text)
    }
  }

  private func add(_ name: String, _ cost: Cost, _ table: CostTable, _ area: Double, _ longest: Double) {
    let frames = Double(max(table.frames, 1))
    lines[lineCount].name.write { $0.append(name) }
    lines[lineCount].isTotal = false
    lines[lineCount].shares = longest > 0 ? SIMD3(cost.update, cost.extract, cost.submit) / longest : .zero
    for column in columns {
      lines[lineCount].cells[column.rawValue].write { cell in
        switch column {
        case .update: Self.append(cost.update * 1e6 / frames, &cell)
        case .extract: Self.append(cost.extract * 1e6 / frames, &cell)
        case .submit: Self.append(cost.submit * 1e6 / frames, &cell)
        case .gpu:
          cell.append(table.answeredFrames > 0 ? cost.gpuSeconds * 1e3 / Double(table.answeredFrames) : .nan, decimals: 2)
        case .draws: Self.append(cost.drawCalls, frames, &cell)
        case .instances: Self.append(cost.instances, frames, &cell)
        case .vertices: Self.append(cost.vertices, frames, &cell)
        case .upload: cell.append(byteCount: Self.mean(cost.uploadedBytes, frames))
        case .overdraw:
          cell.append(table.countedFrames > 0 ? Double(cost.pixels) / Double(table.countedFrames) / area : .nan, decimals: 2)
        }
      }
    }
    lineCount += 1
  }

  private static func append(_ microseconds: Double, _ cell: inout NumberText) {
    cell.append(microseconds, decimals: microseconds < 10 ? 1 : 0)
  }

  private static func append(_ sum: Int, _ frames: Double, _ cell: inout NumberText) {
    cell.append(mean(sum, frames))
  }

  private static func mean(_ sum: Int, _ frames: Double) -> Int {
    Int(exactly: (Double(sum) / frames).rounded()) ?? 0
  }

  // MARK: Drawing

  /// Draws the page in the upper left corner, `top` points below the edge; as much smaller as a narrow view asks for.
  package func draw(into canvas: Canvas, _ statistics: FrameStatistics, now: Double, top: Double) {
    let tableWidth = Self.nameWidth + Self.barWidth + columns.reduce(0) { $0 + $1.width }
    let width = tableWidth + 2 * Self.inner
    let factor = min(1, max((canvas.size.width - 2 * Self.margin) / width, 0.3))
    let height =
      Self.inner + Self.graphHeight + 30 + Double(lineCount) * Self.rowHeight + 28 + Double(caches.count) * Self.cacheRowHeight
    let panel = ScreenRect(x: Self.margin, y: top, width: width * factor, height: height * factor)
    HUDStyle.drawPanel(panel, into: canvas)
    let left = panel.origin.x + Self.inner * factor
    let inside = panel.size.width - 2 * Self.inner * factor
    var y = panel.origin.y + Self.inner * factor
    FrameGraph.draw(into: canvas, statistics, ScreenRect(x: left, y: y, width: inside, height: Self.graphHeight * factor))
    y += (Self.graphHeight + 19) * factor
    drawTitles(canvas, left: left, baseline: y, factor)
    y += 5 * factor
    drawRule(canvas, left: left, width: inside, y: y)
    for index in 0..<lineCount {
      if lines[index].isTotal { drawRule(canvas, left: left, width: inside, y: y + 2 * factor) }
      y += Self.rowHeight * factor
      draw(lines[index], canvas, left: left, baseline: y - 3 * factor, factor)
    }
    canvas.text(note, at: ScreenPoint(x: left, y: y + 18 * factor), size: TypeScale.caption * factor, color: HUDStyle.dim)
    for (row, line) in caches.enumerated() {
      let baseline = y + (18 + Double(row + 1) * Self.cacheRowHeight) * factor
      canvas.text(line, at: ScreenPoint(x: left, y: baseline), size: TypeScale.caption * factor, color: HUDStyle.bright)
    }
  }

  private func drawRule(_ canvas: Canvas, left: Double, width: Double, y: Double) {
    canvas.fillRect(
      ScreenRect(x: left, y: canvas.alignedToPixels(y), width: width, height: 1 / canvas.pixelsPerPoint),
      color: HUDStyle.panelEdge)
  }

  private func drawTitles(_ canvas: Canvas, left: Double, baseline: Double, _ factor: Double) {
    canvas.text("Mean of a frame", at: ScreenPoint(x: left, y: baseline), size: TypeScale.caption * factor, color: HUDStyle.dim)
    var right = left + (Self.nameWidth + Self.barWidth) * factor
    for column in columns {
      right += column.width * factor
      canvas.text(
        title(column), at: ScreenPoint(x: right, y: baseline), size: TypeScale.caption * factor,
        color: color(of: column) ?? HUDStyle.dim,
        anchor: TextAnchor(.right))
    }
  }

  private func title(_ column: Column) -> String {
    switch column {
    case .update: "update"
    case .extract: "extract"
    case .submit: "submit"
    case .gpu: driverTitle
    case .draws: "draws"
    case .instances: "instances"
    case .vertices: "vertices"
    case .upload: "upload"
    case .overdraw: "overdraw"
    }
  }

  /// That of the phase in the bars.
  private func color(of column: Column) -> Color? {
    switch column {
    case .update: HUDStyle.color(of: CostPhase.update)
    case .extract: HUDStyle.color(of: CostPhase.extract)
    case .submit: HUDStyle.color(of: CostPhase.submit)
    case .gpu: HUDStyle.gpu
    case .draws, .instances, .vertices, .upload, .overdraw: nil
    }
  }

  private func draw(_ line: Line, _ canvas: Canvas, left: Double, baseline: Double, _ factor: Double) {
    let nameColor = line.isTotal ? HUDStyle.dim : HUDStyle.bright
    canvas.pushClip(
      ScreenRect(x: left, y: baseline - 12 * factor, width: (Self.nameWidth - 8) * factor, height: 16 * factor))
    canvas.text(line.name.text, at: ScreenPoint(x: left, y: baseline), size: TypeScale.note * factor, color: nameColor)
    canvas.popClip()
    var x = left + Self.nameWidth * factor
    for phase in phases {
      let length = line.shares[phase.rawValue] * (Self.barWidth - 12) * factor
      if length >= 0.3 {
        canvas.fillRect(
          ScreenRect(x: x, y: baseline - 7.5 * factor, width: length, height: 7 * factor), color: HUDStyle.color(of: phase))
      }
      x += length
    }
    var right = left + (Self.nameWidth + Self.barWidth) * factor
    for column in columns {
      right += column.width * factor
      canvas.text(
        line.cells[column.rawValue].text, at: ScreenPoint(x: right, y: baseline), size: TypeScale.caption * factor,
        color: nameColor, anchor: TextAnchor(.right), hasTabularDigits: true)
    }
  }
}
