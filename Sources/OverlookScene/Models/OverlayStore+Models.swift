package import OverlookGeometry
import OverlookSupport

extension OverlayStore {
  /// The row of the model in `slot`; nil when there is none.
  package func modelRow(_ slot: Int) -> ModelRow? { models.row(slot) }

  /// Whether a model changed since `clearChanges`.
  package var hasDirtyModels: Bool { !models.dirtyRows.isEmpty }

  /// Attached models and layers of models.
  package var modelCount: Int { models.count }

  /// Lets time pass for the models that play. True when one of them may be seen in `visible`; the others cost no frame.
  package func advanceModels(by seconds: Double, visible: WorldRect) -> Bool {
    var isSeen = false
    var next = 0
    while let slot = playingModels.next(atLeast: next) {
      next = slot + 1
      guard let row = models.row(slot), var animation = row.animation, let clip = row.clip else { continue }
      animation.advance(by: seconds, duration: clip.duration)
      models.modify(slot) { $0.animation = animation }
      if !animation.isPlaying { playingModels.remove(slot) }
      if models.index.meets(slot, visible) { isSeen = true }
    }
    return isSeen
  }

  /// Whether a model that plays may be seen in `visible`.
  package func isModelPlaying(in visible: WorldRect) -> Bool {
    var next = 0
    while let slot = playingModels.next(atLeast: next) {
      next = slot + 1
      if models.index.meets(slot, visible) { return true }
    }
    return false
  }

  func insertModel(_ row: ModelRow, of overlay: Overlay) -> Int {
    let slot = models.insert(row, of: overlay)
    notePlaying(slot, row)
    return slot
  }

  func replaceModel(_ slot: Int, with row: ModelRow) {
    models.replace(slot, with: row)
    notePlaying(slot, row)
    requestRedraw()
  }

  /// The model of this row is about to go.
  func forgetModel(_ slot: Int) {
    playingModels.remove(slot)
    modelVersion &+= 1
  }

  private func notePlaying(_ slot: Int, _ row: ModelRow) {
    modelVersion &+= 1
    if row.isPlaying, row.bounds != nil { playingModels.insert(slot) } else { playingModels.remove(slot) }
  }
}
