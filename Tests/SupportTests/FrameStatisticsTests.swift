import OverlookSupport
import Testing

@MainActor @Suite struct FrameStatisticsTests {
  private func feed(_ statistics: FrameStatistics, frames: Int, rate: Double = 60) {
    for frame in 0..<frames {
      statistics.beginFrame(now: Double(frame) / rate, reasons: frame % 2 == 0 ? [.camera] : [.camera, .overlays])
      statistics.add(.draw, seconds: 0.001)
      statistics.add(.draw, seconds: 0.001)
      statistics.add(.swap, seconds: 0.010)
      statistics.setWork(drawCalls: frame, uploads: 2, uploadedBytes: 100, gpuMilliseconds: frame < 5 ? nil : 3)
      statistics.endFrame()
    }
  }

  @Test func sumsTheTimesOfAStageAndLeavesTheSwapOutOfTheWork() {
    let statistics = FrameStatistics()
    feed(statistics, frames: 1)
    #expect(abs(statistics.sample(0)[.draw] - 2) < 1e-4)
    #expect(abs(statistics.sample(0).workMilliseconds - 2) < 1e-4)
    #expect(statistics.sample(1) == FrameSample())
  }

  @Test func remembersTheLastFramesOnly() {
    let statistics = FrameStatistics()
    feed(statistics, frames: 1000)
    #expect(statistics.framesDrawn == 1000)
    #expect(statistics.sampleCount == FrameStatistics.capacity)
    #expect(statistics.sample(0).drawCalls == 999)
    #expect(statistics.sample(FrameStatistics.capacity - 1).drawCalls == 1000 - FrameStatistics.capacity)
    #expect(statistics.sample(-1) == FrameSample())
  }

  @Test func meansAndRatesLookBackInTime() {
    let statistics = FrameStatistics()
    feed(statistics, frames: 120)
    // Frames 59 ... 119 began within the last second before 119/60 s, both ends in; a rate counts one end.
    #expect(statistics.mean(overSeconds: 1).drawCalls == (59 + 119) / 2)
    #expect(statistics.framesInLastSecond(now: 119.0 / 60) == 60)
    #expect(statistics.framesInLastSecond(now: 60) == 0)
    #expect(abs(statistics.mean(overSeconds: 60).gpuMilliseconds - 3) < 1e-4)
    #expect(FrameStatistics().mean(overSeconds: 1) == FrameSample())
  }

  @Test func countsReasonsAndSkippedFrames() {
    let statistics = FrameStatistics()
    feed(statistics, frames: 10)
    statistics.skipFrame()
    #expect(statistics.count(ofReasonBit: 0) == 10)
    #expect(statistics.count(ofReasonBit: 2) == 5)
    #expect(statistics.count(ofReasonBit: 99) == 0)
    #expect(statistics.framesSkipped == 1)
    #expect(statistics.lastReasons == [.camera, .overlays])
  }
}
