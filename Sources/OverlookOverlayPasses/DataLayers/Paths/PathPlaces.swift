import OverlookGPU
import OverlookPasses
import OverlookScene
import OverlookSupport

/// The places of paths in the driver's memory, at levels of detail: those that were drawn lately, and others that are brought while nothing
/// is drawn, so that a zoom uploads none anew.
@MainActor final class PathPlaces {
  /// The places of a level, or of several at which they are the same.
  @MainActor final class Held {
    fileprivate(set) var levels: [PathLevel?]
    fileprivate(set) var vertices: SequenceBuffer
    /// Where they lie, without themselves; nil for all places, which the layer has.
    let shape: PlaceSequences?

    fileprivate init(_ device: GPUDevice, _ sequences: PlaceSequences, level: PathLevel?) {
      levels = [level]
      shape = level == nil ? nil : sequences.withoutPlaces
      vertices = SequenceBuffer(device, label: "places of a path layer")
    }
  }

  /// What is brought ahead of which places.
  private struct Goal: Equatable {
    let placesVersion: Int
    let coarsest: PathLevel?
  }

  /// How far that has come.
  private struct Progress {
    let goal: Goal
    /// The next one last.
    var levels: [PathLevel?]
    /// What was made last.
    var made: (sequences: PlaceSequences, held: Held)?
    /// The next of its places to be brought; nil where all are.
    var next: Int?
  }

  private let device: GPUDevice
  /// What was drawn latest last.
  private var held: [Held] = []
  /// Of what is held.
  private var placesVersion: Int?
  private var wanted: Goal?
  private var reached: Goal?
  private var progress: Progress?
  private var startCount = 0

  /// Places that are looked at or brought at once: a small part of a frame's time.
  private static let stepCount = 4096
  /// A layer whose places change more often is one that moves: its levels are brought when they are drawn.
  private static let maximumStarts = 16

  init(_ device: GPUDevice) {
    self.device = device
  }

  /// What `show` was called for last.
  var shown: Held? { held.last }

  /// Uploads the places of `columns` at a level of detail, where they are not there yet, or what of them changed. False where the driver
  /// cannot hold them.
  func show(_ columns: PathColumns, level: PathLevel?) throws(GPUError) -> Bool {
    let isChanged = placesVersion != columns.placesVersion
    if !isChanged, let place = held.lastIndex(where: { $0.levels.contains(level) }) {
      if place + 1 < held.count { held.append(held.remove(at: place)) }
      return true
    }
    let sequences = columns.sequences(level: level)
    guard SequenceBuffer.fits(sequences, device) else { return false }
    // What changed is known of all places, not of those of a level.
    let known = level == nil ? held.first { $0.shape == nil } : nil
    if isChanged { held.removeAll() }
    placesVersion = columns.placesVersion
    let wanted = known ?? Held(device, sequences, level: level)
    try wanted.vertices.update(sequences, times: columns.times.elements, isNew: known == nil)
    held.append(wanted)
    while placeCount > max(limit(columns), wanted.vertices.count), held.count > 1 { held.removeFirst() }
    return true
  }

  /// What was shown last.
  func bind(unit: Int) { shown?.vertices.bind(unit: unit) }

  private var placeCount: Int { held.reduce(0) { $0 + $1.vertices.count } }

  /// Levels take at most four times the memory of all places.
  private func limit(_ columns: PathColumns) -> Int {
    let (count, isTooMuch) = columns.sequences.places.count.multipliedReportingOverflow(by: 4)
    return isTooMuch ? PathLevel.affordableCount : min(count, PathLevel.affordableCount)
  }

  // MARK: Ahead

  /// Whether levels are still to be brought that may be drawn later.
  var hasMoreAhead: Bool { wanted != nil && wanted != reached && startCount <= Self.maximumStarts }

  /// From now on `bringAhead` brings the levels up to this one; nil in place of `columns`: none.
  func want(_ columns: PathColumns?, coarsest: PathLevel?) {
    wanted = columns.map { Goal(placesVersion: $0.placesVersion, coarsest: coarsest) }
  }

  /// Makes and brings levels of `columns` that are not there, for as long as a frame has time for uploads. `stepsPerPixel`: of the coarsest.
  func bringAhead(_ columns: PathColumns, stepsPerPixel: Double, _ budget: UploadBudget) throws(GPUError) {
    guard let wanted, hasMoreAhead, wanted.placesVersion == columns.placesVersion else { return }
    if progress?.goal != wanted {
      progress = Progress(goal: wanted, levels: columns.levels(upTo: stepsPerPixel).reversed())
      startCount += 1
    }
    guard var progress else { return }
    self.progress = nil
    let end = MonotonicClock.now() + UploadBudget.seconds
    var hasTime = true
    while hasTime, MonotonicClock.now() < end {
      do throws(GPUError) {
        hasTime = try step(&progress, columns, budget)
      } catch {
        // It is asked for again when it is drawn.
        reached = wanted
        throw error
      }
      if reached == wanted { return }
    }
    self.progress = progress
  }

  /// False where the frame's time for uploads is over.
  private func step(_ progress: inout Progress, _ columns: PathColumns, _ budget: UploadBudget) throws(GPUError) -> Bool {
    if progress.next != nil { return try bring(&progress, budget) }
    guard let level = progress.levels.last else {
      reached = progress.goal
      return true
    }
    if holds(level) {
      progress.levels.removeLast()
      return true
    }
    guard let sequences = columns.makeAhead(level, placeCount: Self.stepCount) else { return true }
    progress.levels.removeLast()
    if let (last, same) = progress.made, sequences.hasSamePlaces(as: last), held.contains(where: { $0 === same }) {
      same.levels.append(level)
    } else if placeCount + sequences.places.count > limit(columns) || !SequenceBuffer.fits(sequences, device) {
      // Finer ones have more.
      reached = progress.goal
    } else {
      progress.made = (sequences, Held(device, sequences, level: level))
      progress.next = 0
    }
    return true
  }

  private func holds(_ level: PathLevel?) -> Bool { held.contains { $0.levels.contains(level) } }

  private func bring(_ progress: inout Progress, _ budget: UploadBudget) throws(GPUError) -> Bool {
    guard let (sequences, held) = progress.made, let next = progress.next else { return true }
    let bytes = SequenceBuffer.placeByteCount * Self.stepCount
    guard budget.hasTime(bytes: bytes, isNeeded: false) else { return false }
    let start = budget.start()
    let end = min(next + Self.stepCount, sequences.places.count)
    try held.vertices.bring(next..<end, of: sequences)
    budget.stop(start, bytes: bytes)
    progress.next = end < sequences.places.count ? end : nil
    // Behind all that was drawn, unless a frame needed it meanwhile.
    if progress.next == nil, !held.levels.contains(where: holds) { self.held.insert(held, at: 0) }
    return true
  }
}
