import CGL
import Dispatch
import Foundation
import OverlookGeometry
import OverlookInput
import OverlookPlatform
import Synchronization

/// An animation in a window that is covered, uncovered, hidden and shown.
@MainActor func hide() throws(PlatformError) {
  let (loop, content) = try makeLoop()
  content.isAnimating = true
  var cover: [GLFWWindow] = []
  func count(_ name: String, _ next: @escaping @MainActor @Sendable () -> Void) {
    laterOnMain(0.25) {
      let frames = content.drawn
      laterOnMain(0.3) {
        report(name, content.drawn - frames)
        next()
      }
    }
  }
  let finish: @MainActor @Sendable () -> Void = { loop.stop() }
  count("seen") {
    var options = GLFWWindow.Options()
    options.size = ScreenSize(width: 1000, height: 700)
    if let window = try? GLFWWindow(options) { cover.append(window) }
    count("covered") {
      cover.removeAll()
      count("uncovered") {
        loop.window.setVisible(false)
        count("hidden") {
          loop.window.setVisible(true)
          count("shown", finish)
        }
      }
    }
  }
  try loop.run()
}

@MainActor func pauseAndResume() throws(PlatformError) {
  let (loop, content) = try makeLoop()
  content.isAnimating = true
  laterOnMain(0.3) {
    loop.isPaused = true
    laterOnMain(0.2) {
      let frames = content.drawn
      laterOnMain(0.5) {
        report("paused", content.drawn - frames)
        loop.isPaused = false
        laterOnMain(0.5) {
          report("resumed", content.drawn - frames)
          loop.stop()
        }
      }
    }
  }
  try loop.run()
}

/// Prints what the person does, as a log, until Escape or the time is over.
@MainActor func recordEvents(seconds: Double) throws(PlatformError) {
  let (loop, content) = try makeLoop()
  loop.startRecording()
  content.onEvent = { event in
    if case .keyReleased(.escape, _) = event.kind { loop.stop() }
  }
  laterOnMain(0.5) { report("ready", true) }
  laterOnMain(seconds) { loop.stop() }
  try loop.run()
  print(loop.stopRecording()?.text ?? "")
}

/// Plays a log file and prints what the content got, with the lateness.
@MainActor func replayLog(_ path: String) throws {
  let (loop, content) = try makeLoop()
  let log = try InputLog(parsing: Data(contentsOf: URL(fileURLWithPath: path)))
  var worst = 0.0
  var count = 0
  var pasted: [String] = []
  content.onEvent = { event in
    count += 1
    worst = max(worst, monotonicSeconds() - event.timeSeconds)
    switch event.kind {
    case .keyReleased(.escape, _): loop.stop()
    case .keyPressed(.c, .control): content.host?.clipboardText = "own"
    case .keyPressed(.v, .control): pasted.append(content.host?.clipboardText ?? "none")
    default: break
    }
  }
  laterOnMain(0.5) {
    content.host?.clipboardText = "the person's"
    loop.startRecording()
    loop.play(log)
  }
  laterOnMain(10) { loop.stop() }
  try loop.run()
  let recorded = loop.stopRecording()
  report("pasted", pasted.joined(separator: ","))
  report("left", content.host?.clipboardText ?? "none")
  report("events", count)
  report("late-ms", worst * 1000)
  print(recorded?.text ?? "")
}

@MainActor func fullscreen() throws(PlatformError) {
  let (loop, content) = try makeLoop()
  laterOnMain(0.5) {
    report("window", "\(content.points.width)x\(content.points.height)")
    content.host?.toggleFullscreen()
    laterOnMain(0.5) {
      report("fullscreen", "\(content.points.width)x\(content.points.height) \(loop.window.isFullscreen)")
      content.host?.toggleFullscreen()
      laterOnMain(0.5) {
        report("back", "\(content.points.width)x\(content.points.height) \(loop.window.isFullscreen)")
        content.host?.setCursor(.hand)
        content.host?.setCursor(.arrow)
        content.host?.requestClose()
      }
    }
  }
  try loop.run()
}

/// Waits while something outside resizes the window; the content must not be resized more often than it is drawn.
@MainActor func resizeStorm() throws(PlatformError) {
  let (loop, content) = try makeLoop()
  report("ready", true)
  content.onEvent = { event in
    if case .keyReleased(.escape, _) = event.kind { loop.stop() }
  }
  laterOnMain(20) { loop.stop() }
  try loop.run()
  report("resizes", content.sizes.count)
  report("frames", content.drawn)
  report("during-events", loop.statistics.framesDrawnDuringEvents)
  report("last", "\(content.sizes.last?.width ?? 0)x\(content.sizes.last?.height ?? 0)")
  report("glerror", glGetError())
}

/// The headless loop on the first thread: asynchronous work runs while it waits, and a wake ends the wait.
@MainActor func waitHeadless() throws {
  let content = ProbeContent()
  let loop = try HeadlessLoop(content: content, size: ScreenSize(width: 64, height: 32), scale: 2)
  var isDone = false
  let wake = content.wake
  Task { @MainActor in
    try? await Task.sleep(nanoseconds: 50_000_000)
    later(0.05) {
      content.isDirty.store(true, ordering: .relaxed)
      wake()
    }
    isDone = true
  }
  let start = monotonicSeconds()
  let finished = loop.run(timeoutSeconds: 5) { isDone && content.drawn >= 2 }
  report("finished", finished)
  report("seconds", monotonicSeconds() - start)
  report("drawn", content.drawn)
  let processor = processorSeconds()
  report("timeout", !loop.run(timeoutSeconds: 0.5) { false })
  report("percent", (processorSeconds() - processor) / 0.5 * 100)
  loop.close()
}

/// Frames that lose the context, then one that does not, a tenth of a second after the last loss.
@MainActor func loseContext(times: Int) throws(PlatformError) {
  let (loop, content) = try makeLoop()
  content.losses = times
  laterOnMain(1.5) {
    let (drawn, losses) = (content.drawn, loop.statistics.contextsLost)
    report("lost", losses)
    report("points", "\(content.points.width)x\(content.points.height)")
    content.onDraw = {
      var pixel = [UInt8](repeating: 0, count: 4)
      glReadPixels(5, 5, 1, 1, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &pixel)
      report("pixel", pixel.map(String.init).joined(separator: ","))
    }
    content.isDirty.store(true, ordering: .relaxed)
    content.wake()
    laterOnMain(0.5) {
      report("drawn", content.drawn - drawn)
      loop.stop()
    }
  }
  do throws(PlatformError) {
    try loop.run()
  } catch {
    report("ended", error.missing)
  }
  report("released", content.released)
}
