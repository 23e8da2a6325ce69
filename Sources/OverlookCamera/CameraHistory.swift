/// Where the camera came to rest, one after the other, and the way back and forward among these places, as in a browser.
package struct CameraHistory: Sendable {
  /// The oldest places make room for more than these.
  package static let maximumCount = 100

  private var positions: [CameraPosition] = []
  private var index = 0

  /// Takes its memory at once: frames in which the camera comes to rest take none.
  package init() { positions.reserveCapacity(Self.maximumCount) }

  package var isEmpty: Bool { positions.isEmpty }

  /// The camera rests at `position`. A place that one went back from is no longer ahead, unless the camera came here by this history.
  package mutating func note(_ position: CameraPosition) {
    if positions.indices.contains(index) {
      if CameraPosition.areEqualForRendering(positions[index], position) { return }
      positions.removeSubrange((index + 1)...)
    }
    if positions.count == Self.maximumCount { positions.removeFirst() }
    positions.append(position)
    index = positions.count - 1
  }

  /// The place before the present one; nil at the first.
  package mutating func goBack() -> CameraPosition? { go(by: -1) }

  /// The place after the present one; nil at the last.
  package mutating func goForward() -> CameraPosition? { go(by: 1) }

  private mutating func go(by step: Int) -> CameraPosition? {
    guard positions.indices.contains(index + step) else { return nil }
    index += step
    return positions[index]
  }
}
