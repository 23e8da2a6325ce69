import OverlookGPU
import OverlookScene

/// The places of paths in the driver's memory, at the levels of detail that were drawn lately: a zoom back and forth uploads none anew.
@MainActor final class PathPlaces {
  @MainActor private final class Level {
    let level: PathLevel?
    var vertices: SequenceBuffer

    init(_ device: GPUDevice, _ level: PathLevel?) {
      self.level = level
      vertices = SequenceBuffer(device, label: "places of a path layer")
    }
  }

  private let device: GPUDevice
  /// The latest last.
  private var levels: [Level] = []
  /// Of the places that `levels` hold.
  private var placesVersion: Int?

  /// Levels take at most twice the memory of all places, and that where these are no more than this.
  private static let largestCount = 4_000_000

  init(_ device: GPUDevice) {
    self.device = device
  }

  /// Whether the driver can hold them.
  func fits(_ sequences: borrowing PlaceSequences) -> Bool { SequenceBuffer.fits(sequences, device) }

  /// Uploads `sequences`, the places of `columns` at a level of detail, where they are not there yet, or what of them changed.
  func update(_ columns: PathColumns, _ sequences: PlaceSequences, level: PathLevel?) throws(GPUError) {
    let isChanged = placesVersion != columns.placesVersion
    if !isChanged, levels.last?.level == level { return }
    let known = levels.firstIndex { $0.level == level }.map { levels.remove(at: $0) }
    if isChanged { levels = [] }
    placesVersion = columns.placesVersion
    let wanted = known ?? Level(device, level)
    if isChanged || known == nil {
      // What changed is known of all places, not of those of a level.
      try wanted.vertices.update(sequences, times: columns.times.elements, isNew: known == nil || level != nil)
    }
    levels.append(wanted)
    let all = columns.sequences.places.count
    let limit = max(wanted.vertices.count, min(2 * all, Self.largestCount))
    var total = levels.reduce(0) { $0 + $1.vertices.count }
    while total > limit, levels.count > 1 { total -= levels.removeFirst().vertices.count }
  }

  /// What was updated last.
  func bind(unit: Int) { levels.last?.vertices.bind(unit: unit) }
}
