import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// Why a pack was not made, or not yet.
package enum PackError: Error, Hashable, Sendable {
  /// There is nothing that could be gone on with.
  case refused(String)
  /// What came so far is kept; the same command goes on.
  case unfinished(String)
  /// Stopped by whoever started it; what came so far is kept.
  case stopped
}

/// What was made.
package struct PackSummary: Hashable, Sendable {
  package var tileCount = 0
  /// Tiles that the source does not have.
  package var missingCount = 0
  /// Tiles that could not be had and were left out.
  package var failures = PackFailures()
}

/// Gets the tiles of an area from a source into a file.
///
/// One task owns the file and the counts; tiles are asked for side by side, as many as the polite network lets through.
package struct PackRun {
  /// Tiles under way at a time: enough for neighbouring ranges of an archive to be asked for together.
  private static let window = 48
  private static let maximumAttempts = 5
  /// Requests to wait, one after the other with nothing good in between, after which a server is left alone.
  private static let maximumPauses = 8
  /// Tiles given up one after the other, with none that came in between.
  private static let maximumFailuresInARow = 24

  private let plan: PackPlan
  private let file: PackFile
  private let progress: PackProgress
  private let skipsFailed: Bool
  private var summary = PackSummary()
  private var failuresInARow = 0
  private var retries: [Work] = []
  private var tiles: PackArea.Tiles
  private var stopReason: String?
  private var layerNames: [String] = []

  /// A tile that is to be asked for.
  private struct Work: Sendable {
    var tile: TileID
    /// Failures so far.
    var failures = 0
    var delaySeconds = 0.0
  }

  /// What came of it; nil content when the work was given up.
  private struct Answer: Sendable {
    var work: Work
    var content: PackContent?
  }

  /// - Parameter skipsFailed: Whether the pack is finished without the tiles that cannot be had.
  package init(plan: PackPlan, file: PackFile, progress: PackProgress, skipsFailed: Bool = false) {
    self.plan = plan
    self.file = file
    self.progress = progress
    self.skipsFailed = skipsFailed
    tiles = plan.area.tiles
  }

  /// Makes the pack. `samples` were got for the estimate.
  package mutating func run(samples: PackSamples) async throws(PackError) -> PackSummary {
    progress.update { $0.tileCount = plan.area.tileCount }
    layerNames = samples.layerNames
    do throws(FormatError) {
      if let format = file.journal.format ?? samples.format ?? plan.sourceFormat { try begin(format) }
      if !file.isGathered {
        for (tile, bytes) in samples.tiles { try file.add(tile, bytes) }
        for tile in samples.missing { try file.journal.noteMissing(tile) }
        try await gather()
        try file.keep()
      }
    } catch {
      throw .unfinished("\(error)")
    }
    if let refusal = plan.polite.refusal { throw .refused(refusal) }
    if let stopReason { throw .unfinished(stopReason) }
    if Task.isCancelled { throw .stopped }
    if summary.failures.count > 0, !skipsFailed {
      throw .unfinished("\(summary.failures.count) of \(plan.area.tileCount) tiles could not be had: \(summary.failures.text)")
    }
    return try finish()
  }

  private mutating func finish() throws(PackError) -> PackSummary {
    guard file.isGathered || file.tileCount > 0 else {
      let failed = summary.failures.count
      if failed == 0 { file.abandon() }
      throw .refused("there are no tiles in these bounds and zooms\(failed > 0 ? ": \(summary.failures.text)" : "")")
    }
    progress.update { $0.isFinishing = true }
    summary.missingCount = file.journal.missingCount
    do throws(FormatError) {
      summary.tileCount = try file.finish()
    } catch {
      throw .unfinished("\(error)")
    }
    return summary
  }

  private func begin(_ format: TileArchiveHeader.TileFormat) throws(FormatError) {
    if file.journal.format != format { try file.journal.note(format: format) }
    try file.open(plan.header(format: format, layerNames: layerNames))
  }

  private mutating func gather() async throws(FormatError) {
    var fault: FormatError?
    await withTaskGroup(of: Answer.self) { group in
      var running = 0
      do throws(FormatError) {
        while true {
          while running < Self.window, stopReason == nil, !Task.isCancelled, let work = try nextWork() {
            running += 1
            let plan = plan
            group.addTask { await Self.answer(work, plan) }
          }
          guard let answer = await group.next() else { return }
          running -= 1
          try take(answer)
          if stopReason != nil { group.cancelAll() }
        }
      } catch {
        fault = error
        group.cancelAll()
      }
    }
    if let fault { throw fault }
  }

  private mutating func nextWork() throws(FormatError) -> Work? {
    if !retries.isEmpty { return retries.removeFirst() }
    while !Task.isCancelled, let tile = tiles.next() {
      guard try file.isSettled(tile) else { return Work(tile: tile) }
      progress.update { $0.doneCount += 1 }
    }
    return nil
  }

  private static func answer(_ work: Work, _ plan: PackPlan) async -> Answer {
    if work.delaySeconds > 0 {
      guard (try? await Task.sleep(for: .seconds(work.delaySeconds))) != nil else { return Answer(work: work, content: nil) }
    }
    return Answer(work: work, content: await plan.content(of: work.tile))
  }

  private mutating func take(_ answer: Answer) throws(FormatError) {
    let tile = answer.work.tile
    switch answer.content {
    case nil: return
    case .tile(let bytes, let format):
      if !file.isOpen { try begin(format) }
      try file.add(tile, bytes)
      failuresInARow = 0
      progress.update { state in
        state.doneCount += 1
        state.fetchedCount += 1
        state.fetchedBytes += bytes.count
      }
    case .missing:
      try file.journal.noteMissing(tile)
      failuresInARow = 0
      progress.update { state in
        state.doneCount += 1
        state.missingCount += 1
      }
    case .wait(let message): again(answer.work, message, costsAttempt: false)
    case .failed(let message): again(answer.work, message, costsAttempt: true)
    case .impossible(let message): giveUp(tile, message)
    case .stop(let message): stopReason = stopReason ?? message
    }
    progress.update { $0.answeredCount += 1 }
  }

  private mutating func again(_ work: Work, _ message: String, costsAttempt: Bool) {
    if plan.polite.pausesInARow >= Self.maximumPauses {
      stopReason = stopReason ?? "\(message), again and again"
      return
    }
    var work = work
    if costsAttempt {
      work.failures += 1
      guard work.failures < Self.maximumAttempts else { return giveUp(work.tile, message) }
      work.delaySeconds = RetrySchedule.delaySeconds(failures: work.failures, jitter: Double.random(in: 0..<1))
    } else {
      // The network itself pauses.
      work.delaySeconds = 0
    }
    retries.append(work)
  }

  private mutating func giveUp(_ tile: TileID, _ message: String) {
    summary.failures.add(message, tile)
    failuresInARow += 1
    progress.update { state in
      state.doneCount += 1
      state.failedCount += 1
    }
    guard failuresInARow >= Self.maximumFailuresInARow, !skipsFailed else { return }
    stopReason = stopReason ?? "\(failuresInARow) tiles in a row could not be had: \(summary.failures.text)"
  }
}
