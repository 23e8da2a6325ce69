import OverlookGPU
import OverlookScene

/// The places of paths in the driver's memory, at the levels of detail that were drawn lately: a zoom back and forth uploads none anew.
@MainActor final class PathPlaces {
  @MainActor private final class Places {
    var vertices: SequenceBuffer

    init(_ device: GPUDevice) {
      vertices = SequenceBuffer(device, label: "places of a path layer")
    }
  }

  private let device: GPUDevice
  private var levels = PathLevels<Places>()
  /// Of the places that `levels` hold.
  private var placesVersion: Int?

  init(_ device: GPUDevice) {
    self.device = device
  }

  /// Whether the driver can hold them.
  func fits(_ sequences: borrowing PlaceSequences) -> Bool { SequenceBuffer.fits(sequences, device) }

  /// Uploads `sequences`, the places of `columns` at a level of detail, where they are not there yet, or what of them changed.
  func update(_ columns: PathColumns, _ sequences: PlaceSequences, level: PathLevel?) throws(GPUError) {
    let isChanged = placesVersion != columns.placesVersion
    if !isChanged, let latest = levels.latest, latest.level == level { return }
    let known = levels.remove(level)
    if isChanged { levels.removeAll() }
    placesVersion = columns.placesVersion
    let wanted = known ?? Places(device)
    if isChanged || known == nil {
      // What changed is known of all places, not of those of a level.
      try wanted.vertices.update(sequences, times: columns.times.elements, isNew: known == nil || level != nil)
    }
    // Levels take at most twice the memory of all places.
    let limit = max(wanted.vertices.count, min(2 * columns.sequences.places.count, PathLevel.affordableCount))
    levels.append(wanted, at: level, limit: limit) { $0.vertices.count }
  }

  /// What was updated last.
  func bind(unit: Int) { levels.latest?.made.vertices.bind(unit: unit) }
}
