import Foundation
import Overlook
import Synchronization

/// Shows how far a pack has come: a bar on a terminal, else a line now and then.
final class PackDisplay: Sendable {
  private struct State: Sendable {
    var progress: PackProgress?
    var polite: PoliteFetcher?
    var rate = PackRate()
    var nextLine = 0.0
    var line: ProgressLine
  }

  private static let secondsBetweenLines = 10.0
  private let isQuiet: Bool
  private let state: Mutex<State>

  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    state = Mutex(State(line: ProgressLine(isSilent: isQuiet)))
  }

  /// A line for people on standard output.
  func say(_ text: String) {
    if !isQuiet { print(text) }
    fflush(nil)
  }

  func begin(_ progress: PackProgress, _ polite: PoliteFetcher) {
    state.withLock { state in
      state.progress = progress
      state.polite = polite
      state.nextLine = MonotonicClock.now() + Self.secondsBetweenLines
    }
  }

  /// Called a few times a second.
  func update() {
    if isQuiet { return }
    state.withLock { state in
      guard let progress = state.progress else { return }
      let (now, counts) = (MonotonicClock.now(), progress.now)
      state.rate.note(count: counts.answeredCount, now: now)
      let text = PackText.progress(counts, rate: state.rate.tilesPerSecond, pauseSeconds: state.polite?.pauseSeconds ?? 0)
      if state.line.isShown {
        state.line.show(text, counts.tileCount > 0 ? Double(counts.doneCount) / Double(counts.tileCount) : 0)
      } else if now >= state.nextLine {
        Report.line(text)
        state.nextLine = now + Self.secondsBetweenLines
      }
    }
  }

  /// Leaves the bar's line.
  func end() {
    state.withLock { state in
      state.line.end()
      state.progress = nil
    }
  }
}

/// What is said about packs.
enum PackText {
  static func estimate(of plan: PackPlan, _ samples: PackSamples, rate: Double) -> String {
    var parts = [tiles(plan.area.tileCount)]
    if let bytes = samples.byteCount(of: plan.area) { parts.append("about \(size(bytes))") }
    if plan.source.isRemote {
      parts.append("about \(time(Double(plan.area.tileCount) / rate)) at \(number(rate)) requests a second")
    }
    return parts.joined(separator: ", ")
  }

  static func summary(_ summary: PackSummary, path: String) -> String {
    let missing = summary.missingCount > 0 ? "; the source has \(summary.missingCount) fewer than the area" : ""
    return "\(path): \(tiles(summary.tileCount))\(missing)"
  }

  static func progress(_ counts: PackProgress.State, rate: Double?, pauseSeconds: Double) -> String {
    if counts.isFinishing { return "\(tiles(counts.doneCount)), putting the file together" }
    var parts = ["\(counts.doneCount) of \(tiles(counts.tileCount))", size(Double(counts.fetchedBytes))]
    if counts.missingCount > 0 { parts.append("\(counts.missingCount) missing") }
    if counts.failedCount > 0 { parts.append("\(counts.failedCount) failed") }
    if pauseSeconds >= 1 {
      parts.append("waiting \(time(pauseSeconds)) as the server asked")
    } else if let rate {
      parts.append("\(number((rate * 10).rounded() / 10)) tiles/s")
      parts.append("\(time(Double(max(counts.tileCount - counts.doneCount, 0)) / rate)) left")
    }
    return parts.joined(separator: ", ")
  }

  static func tiles(_ count: Int) -> String { count == 1 ? "1 tile" : "\(count) tiles" }

  static func bounds(_ bounds: CoordinateBounds) -> String {
    let numbers = [bounds.southWest.longitude, bounds.southWest.latitude, bounds.northEast.longitude, bounds.northEast.latitude]
    return numbers.map { number(($0 * 1e6).rounded() / 1e6) }.joined(separator: ",")
  }

  /// "45 MB", by powers of ten.
  static func size(_ bytes: Double) -> String {
    let units = [(1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
    guard let (unit, name) = units.first(where: { bytes >= $0.0 }) else { return "\(number(bytes.rounded())) bytes" }
    let value = bytes / unit
    return "\(number(value < 10 ? (value * 10).rounded() / 10 : value.rounded())) \(name)"
  }

  /// "3 min 20 s".
  static func time(_ seconds: Double) -> String {
    guard let total = Int(exactly: max(seconds, 0).rounded(.up)), total < 1 << 40 else { return "ages" }
    if total < 60 { return "\(total) s" }
    if total < 3600 { return "\(total / 60) min \(total % 60) s" }
    if total < 48 * 3600 { return "\(total / 3600) h \(total % 3600 / 60) min" }
    return "\(total / 86_400) days"
  }

  static func number(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
