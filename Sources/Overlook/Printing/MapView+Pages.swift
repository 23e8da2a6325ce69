import OverlookSupport
import OverlookVector

extension MapView {
  /// How long a page waits for what it shows.
  public static let pageTimeoutSeconds = 60.0

  /// Writes what the map shows as a page: PDF or SVG with paths and letters that can be selected, or PNG, by the ending of `path`. The
  /// map's own view stays as it is; what the page shows beyond it is loaded first. The file is whole or as it was before.
  ///
  /// - Parameters:
  ///   - page: Size, title, extent, and what stands beside the map.
  ///   - path: Ends in .pdf, .svg or .png.
  ///   - progress: Told how much is done, 0 ... 1.
  /// - Returns: What the page lacks or shows otherwise than the screen, one line each.
  @discardableResult
  public func writePage(
    _ page: MapPage, to path: String, progress: @escaping @MainActor @Sendable (Double) -> Void = { _ in }
  ) async throws(PageProblem) -> [String] {
    guard let format = PageFormat(path: path) else {
      throw .unusable("\(OutsideText.cleaned(path)); pages are written as .pdf, .svg and .png")
    }
    let preparation = try PagePreparation(self, page)
    defer { preparation.close() }
    let start = MonotonicClock.now()
    while !preparation.step(now: MonotonicClock.now()) {
      if Task.isCancelled { throw .cancelled }
      let late = MonotonicClock.now() - start
      guard late < Self.pageTimeoutSeconds, preparation.progress.mayArrive(before: start + Self.pageTimeoutSeconds) else { break }
      try? await Task.sleep(nanoseconds: 10_000_000)
    }
    let faults = preparation.faults
    let job = preparation.job(now: MonotonicClock.now())
    let messages = try await Self.write(job, to: path, as: format, progress)
    return (faults + messages).uniqued()
  }

  /// On a thread of its own: drawing takes seconds.
  private static func write(
    _ job: PageJob, to path: String, as format: PageFormat, _ progress: @escaping @MainActor @Sendable (Double) -> Void
  ) async throws(PageProblem) -> [String] {
    let ticket = WorkTicket()
    let outcome: Result<[String], PageProblem> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let told = PageProgress(
          report: { share in Task { @MainActor in progress(share) } }, isCancelled: { ticket.isCancelled })
        do throws(ThreadError) {
          try ServiceThread.start("page") {
            continuation.resume(
              returning: Result { () throws(PageProblem) in try job.write(to: path, as: format, progress: told) })
          }
        } catch {
          continuation.resume(returning: .failure(.drawing("\(error)")))
        }
      }
    } onCancel: {
      ticket.cancel()
    }
    return try outcome.get()
  }
}
