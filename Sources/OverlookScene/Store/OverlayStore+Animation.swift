import Glibc
package import OverlookGeometry
import OverlookSupport

// Markers that move by themselves, and icons of several pictures.
extension OverlayStore {
  /// What the animations of markers need next.
  package struct AnimationNeeds: Equatable, Sendable {
    /// Whether a marker in the area looks different now.
    package var needsFrame: Bool
    /// When `stepMarkers` wants to be called next; nil when nothing moves.
    package var deadline: Double?

    package init(needsFrame: Bool = false, deadline: Double? = nil) {
      self.needsFrame = needsFrame
      self.deadline = deadline
    }
  }

  /// Time between two steps of what nobody sees.
  private static let unseenSeconds = 1.0 / 30

  /// Whether `stepMarkers` has anything to do.
  package var hasMovingMarkers: Bool { !animatedLayers.isEmpty || !animatedIcons.isEmpty }

  /// Brings markers and animated icons to the time `now`, in seconds of the frame loop; `toEnd`, markers are where they go at
  /// once. `area` is what is seen.
  package func stepMarkers(now: Double, area: WorldRect, toEnd: Bool = false) -> AnimationNeeds {
    var needs = AnimationNeeds()
    swap(&animatedLayers, &steppedLayers)
    for layer in steppedLayers where layer.stepper === self {
      let wasSeen = layer.slot.map { markers.index.meets($0, area) } ?? false
      if layer.step(now: now, toEnd: toEnd) { animatedLayers.append(layer) } else { layer.stepper = nil }
      if wasSeen || layer.slot.map({ markers.index.meets($0, area) }) ?? false { needs.needsFrame = true }
    }
    steppedLayers.removeAll(keepingCapacity: true)
    if !animatedLayers.isEmpty { needs.deadline = needs.needsFrame ? now : now + Self.unseenSeconds }
    stepIcons(now: now, area: area, &needs)
    return needs
  }

  /// Whether a marker moves by itself. Animated icons do not count: they never come to rest.
  package var isAnimating: Bool { !animatedLayers.isEmpty }

  /// Begins to step `layer`.
  func noteAnimated(_ layer: MarkerLayer) {
    if layer.stepper !== self {
      layer.stepper = self
      animatedLayers.append(layer)
    }
    requestRedraw()
  }

  // MARK: Icons of several pictures

  /// The picture that `marker` shows first, counted as used with all others of its icon.
  func retainIcon(of marker: Marker) -> IconID {
    let icon = marker.shownIcon
    guard let first = icon.frames.first else { return icons.retain(icon) }
    for frame in icon.frames.dropFirst() { _ = icons.retain(frame) }
    return icons.retain(first)
  }

  /// Ends what `retainIcon` began; `id` is that of the row.
  func releaseIcon(_ id: IconID, of slot: Int) {
    guard let icon = animatedIcons.removeValue(forKey: slot) else { return icons.release(id) }
    for frame in icon.frames { if let id = icons.id(of: frame) { icons.release(id) } }
  }

  /// Keeps `animatedIcons` up to date with what the marker in `slot` shows.
  func noteIcon(_ icon: Image, of slot: Int) {
    if !icon.frames.isEmpty { animatedIcons[slot] = icon }
  }

  private func stepIcons(now: Double, area: WorldRect, _ needs: inout AnimationNeeds) {
    for (slot, icon) in animatedIcons where markers.index.meets(slot, area) {
      let (frame, next) = icon.frame(at: now)
      needs.deadline = min(needs.deadline ?? next, next)
      guard let id = icons.id(of: icon.frames[frame]), markers.row(slot)?.icon != id else { continue }
      markers.modify(slot) { $0.icon = id }
      needs.needsFrame = true
    }
  }
}

extension Image {
  /// The frame that is shown at a time, and when the next one follows.
  fileprivate func frame(at seconds: Double) -> (index: Int, nextSeconds: Double) {
    let each = cycleSeconds / Double(frames.count)
    let step = (seconds / each).rounded(.down)
    let index = Int(exactly: (step - (step / Double(frames.count)).rounded(.down) * Double(frames.count))) ?? 0
    // Never at once, whatever rounding does.
    return (min(max(index, 0), frames.count - 1), max((step + 1) * each, seconds + each / 100))
  }
}
