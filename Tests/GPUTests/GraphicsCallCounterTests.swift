import OverlookGPU
import OverlookMeasurement
import OverlookPlatform
import Testing

@MainActor @Suite(.serialized) struct GraphicsCallCounterTests {
  @Test func countsCallsByFunctionAndWhatTheyMove() throws {
    let context = try HeadlessContext()
    defer { context.releaseCurrent() }
    let device = try GPUDevice()
    let source = try GPUFramebuffer(device, width: 8, height: 4, label: "source")
    let copy = try GPUFramebuffer(device, width: 8, height: 4, label: "copy")
    var buffer = GPUBuffer(device, label: "numbers")
    try buffer.allocate(byteCount: 64)
    let report = try #require(
      GraphicsCallCounter.count {
        buffer.update([UInt32](repeating: 1, count: 3))
        device.blit(from: source.target, to: copy.target)
        device.finish()
        _ = device.state.currentTarget(width: 8, height: 4)
      })
    #expect(report.calls["glBufferSubData"] == 1 && report.calls["glBlitFramebuffer"] == 1)
    #expect(report.uploads == 1 && report.uploadedBytes == 12)
    #expect(report.copies == 1 && report.copiedPixels == 32)
    #expect(report.waits == 1 && report.gets == 1 && report.draws == 0)
    #expect(report.allCalls == report.calls.values.reduce(0, +) && report.allCalls >= 5)
  }

  @Test func countsNothingOutsideAndBeginsAtZero() throws {
    let context = try HeadlessContext()
    defer { context.releaseCurrent() }
    let device = try GPUDevice()
    device.finish()
    let none = try #require(GraphicsCallCounter.count {})
    #expect(none.allCalls == 0)
    let one = try #require(GraphicsCallCounter.count { device.finish() })
    device.finish()
    #expect(one.calls == ["glFinish": 1])
    #expect(try #require(GraphicsCallCounter.count {}).allCalls == 0)
  }

  @Test func anErrorEndsTheCount() throws {
    struct Failure: Error {}
    #expect(throws: Failure.self) { _ = try GraphicsCallCounter.count { throw Failure() } }
    #expect(GraphicsCallCounter.count {} != nil)
  }
}
