import OverlookCanvas
import OverlookGeometry
import OverlookSupport

/// The last frames as columns.
@MainActor enum FrameGraph {
  private static let frameCount = 120
  // Filled once: `allCases` makes an array at each use.
  private static let allStages = FrameStage.allCases

  /// One column a frame, the newest on the right: the stages stacked, the GPU's time as a dot, lines at 60 and 30 frames a
  /// second.
  static func draw(into canvas: Canvas, _ statistics: FrameStatistics, _ area: ScreenRect) {
    canvas.fillRoundedRect(area, radius: 6, color: HUDStyle.inset)
    let pointsPerMillisecond = area.size.height / 40
    let bottom = area.origin.y + area.size.height
    canvas.pushClip(area)
    drawRateLine(canvas, area, y: bottom - 1000.0 / 60 * pointsPerMillisecond, alpha: 0.28)
    drawRateLine(canvas, area, y: bottom - 1000.0 / 30 * pointsPerMillisecond, alpha: 0.14)
    let step = area.size.width / Double(frameCount)
    for ago in 0..<min(statistics.sampleCount, frameCount) {
      let sample = statistics.sample(ago)
      let x = area.origin.x + area.size.width - Double(ago + 1) * step
      var y = bottom
      for index in allStages.indices {
        let height = Double(min(sample[allStages[index]], 100)) * pointsPerMillisecond
        if height < 0.05 { continue }
        let color = HUDStyle.color(of: allStages[index])
        canvas.fillRect(ScreenRect(x: x, y: y - height, width: step, height: height), color: color)
        y -= height
      }
      if sample.gpuMilliseconds >= 0 {
        let dot = bottom - Double(min(sample.gpuMilliseconds, 100)) * pointsPerMillisecond
        canvas.fillRect(ScreenRect(x: x, y: dot - 0.75, width: step, height: 1.5), color: HUDStyle.gpu)
      }
    }
    canvas.popClip()
  }

  private static func drawRateLine(_ canvas: Canvas, _ area: ScreenRect, y: Double, alpha: Float) {
    let pixel = 1 / canvas.pixelsPerPoint
    canvas.fillRect(
      ScreenRect(x: area.origin.x, y: canvas.alignedToPixels(y), width: area.size.width, height: pixel),
      color: Color.white.withAlpha(alpha))
  }
}
