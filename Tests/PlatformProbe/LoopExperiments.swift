import CGL
import Dispatch
import Foundation
import OverlookGeometry
import OverlookInput
import OverlookPlatform
import Synchronization

@MainActor func makeLoop(size: ScreenSize = ScreenSize(width: 400, height: 300)) throws(PlatformError) -> (
  FrameLoop, ProbeContent
) {
  var options = GLFWWindow.Options()
  options.title = "probe"
  options.size = size
  let content = ProbeContent()
  return (FrameLoop(window: try GLFWWindow(options), content: content), content)
}

/// Calls `body` on a thread of its own after `seconds`.
func later(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
  Thread.detachNewThread {
    Thread.sleep(forTimeInterval: seconds)
    body()
  }
}

/// Calls `body` on the main actor after `seconds`; wakes the loop only as any asynchronous work does.
func laterOnMain(_ seconds: Double, _ body: @escaping @MainActor @Sendable () -> Void) {
  later(seconds) { Task { @MainActor in body() } }
}

@MainActor func openWindow() throws(PlatformError) {
  let (loop, content) = try makeLoop()
  content.onDraw = {
    var pixel = [UInt8](repeating: 0, count: 4)
    glReadPixels(5, 5, 1, 1, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &pixel)
    report("pixel", pixel.map(String.init).joined(separator: ","))
    for (name, attachment, size) in [
      ("depth", GL_DEPTH, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE), ("stencil", GL_STENCIL, GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE),
    ] {
      var type: GLint = 0
      glGetFramebufferAttachmentParameteriv(
        GLenum(GL_DRAW_FRAMEBUFFER), GLenum(attachment), GLenum(GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), &type)
      var bits: GLint = 0
      if type != GL_NONE {
        glGetFramebufferAttachmentParameteriv(GLenum(GL_DRAW_FRAMEBUFFER), GLenum(attachment), GLenum(size), &bits)
      }
      report(name, bits)
    }
    report("glerror", glGetError())
    loop.stop()
  }
  try loop.run()
  report("points", "\(content.points.width)x\(content.points.height)")
  report("pixels", "\(loop.window.framebufferSize.width)x\(loop.window.framebufferSize.height)")
  report("scale", loop.window.contentScale)
  report("released", content.released)
}

@MainActor func idle(seconds: Double) throws(PlatformError) {
  let (loop, content) = try makeLoop()
  laterOnMain(1) {
    let (frames, wakes, processor) = (content.drawn, loop.statistics.wakes, processorSeconds())
    laterOnMain(seconds) {
      report("frames", content.drawn - frames)
      report("wakes", loop.statistics.wakes - wakes)
      report("percent", (processorSeconds() - processor) / seconds * 100)
      loop.stop()
    }
  }
  try loop.run()
}

/// Work for the main actor that arrives from threads while the loop sleeps: how late it runs.
@MainActor func asynchronousWork() throws(PlatformError) {
  let (loop, content) = try makeLoop()
  nonisolated(unsafe) var hopDelays: [Double] = []
  later(0.5) {
    for _ in 0..<20 {
      let posted = DispatchTime.now()
      let done = DispatchSemaphore(value: 0)
      Task { @MainActor in
        hopDelays.append(Double(DispatchTime.now().uptimeNanoseconds - posted.uptimeNanoseconds) / 1e6)
        done.signal()
      }
      done.wait()
      Thread.sleep(forTimeInterval: 0.02)
    }
    Task { @MainActor in
      report("hops", hopDelays.count)
      report("hop-ms", hopDelays.sorted()[hopDelays.count / 2])
      var delays: [Double] = []
      for _ in 0..<5 {
        let start = DispatchTime.now()
        try? await Task.sleep(nanoseconds: 100_000_000)
        delays.append(Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e6 - 100)
      }
      report("sleep-ms", delays.sorted()[delays.count / 2])
      report("main-thread", isFirstThread())
      let (processor, frames) = (processorSeconds(), content.drawn)
      try? await Task.sleep(nanoseconds: 1_000_000_000)
      report("percent", (processorSeconds() - processor) * 100)
      report("frames", content.drawn - frames)
      await manyAtOnce()
      loop.stop()
    }
  }
  try loop.run()
}

func isFirstThread() -> Bool { Thread.isMainThread }

/// A thousand hops posted from several threads at once all run.
@MainActor func manyAtOnce() async {
  var count = 0
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<1000 { group.addTask { @MainActor in count += 1 } }
  }
  report("crowd", count)
}

/// Ten thousand invalidations from another thread within 100 ms.
@MainActor func coalesce() throws(PlatformError) {
  let (loop, content) = try makeLoop()
  let wake = content.wake
  // Frames from which the loop finds out whether the driver waits for a display.
  laterOnMain(0.2) {
    content.isAnimating = true
    content.wake()
  }
  laterOnMain(0.7) { content.isAnimating = false }
  later(1) {
    Task { @MainActor in report("before", content.drawn) }
    Thread.sleep(forTimeInterval: 0.1)
    let start = DispatchTime.now()
    let end = start + .milliseconds(100)
    var count = 0
    while DispatchTime.now() < end {
      content.isDirty.store(true, ordering: .relaxed)
      wake()
      count += 1
      if count % 100 == 0 { usleep(100) }
    }
    // More than it was to be where the machine is busy.
    let milliseconds = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e6
    Thread.sleep(forTimeInterval: 0.3)
    let invalidations = count
    Task { @MainActor in
      report("milliseconds", milliseconds)
      report("invalidations", invalidations)
      report("after", content.drawn)
      loop.stop()
    }
  }
  try loop.run()
}

@MainActor func animate(_ rate: FrameRate) throws(PlatformError) {
  let (loop, content) = try makeLoop()
  content.preferredFrameRate = rate
  var timings = 0
  loop.onFrame = { _ in timings += 1 }
  laterOnMain(0.3) {
    content.isAnimating = true
    content.wake()
    laterOnMain(0.6) {
      // The first frames show whether swaps wait.
      let frames = content.drawn
      laterOnMain(1.5) {
        report("rate", Double(content.drawn - frames) / 1.5)
        let gaps = zip(content.drawTimes.suffix(40), content.drawTimes.suffix(39)).map { $0.1 - $0.0 }
        report("longest-gap-ms", (gaps.max() ?? 0) * 1000)
        content.isAnimating = false
        laterOnMain(0.3) {
          let frames = content.drawn
          laterOnMain(0.5) {
            report("after", content.drawn - frames)
            report("timings", timings == content.drawn)
            loop.stop()
          }
        }
      }
    }
  }
  try loop.run()
}

/// Frames at deadlines of the content: how late, and with how many questions.
@MainActor func deadlines() throws(PlatformError) {
  let (loop, content) = try makeLoop()
  laterOnMain(0.5) {
    let now = monotonicSeconds()
    let wanted = [0.2, 0.5, 0.9].map { now + $0 }
    content.deadlines = wanted
    content.wake()
    let (prepared, drawn) = (content.prepared, content.drawn)
    laterOnMain(1.2) {
      report("drawn", content.drawn - drawn)
      report("asked", content.prepared - prepared)
      let late = zip(content.drawTimes.suffix(3), wanted).map { $0.0 - $0.1 }
      report("earliest-ms", (late.min() ?? -.infinity) * 1000)
      report("latest-ms", (late.max() ?? .infinity) * 1000)
      loop.stop()
    }
  }
  try loop.run()
}

/// Questions of a content that wants the next frame some time from now, whenever it is asked.
@MainActor func intervals() throws(PlatformError) {
  let (loop, content) = try makeLoop()
  laterOnMain(0.5) {
    content.interval = 0.1
    content.wake()
    let prepared = content.prepared
    laterOnMain(2) {
      report("asked", content.prepared - prepared)
      loop.stop()
    }
  }
  try loop.run()
}

func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
