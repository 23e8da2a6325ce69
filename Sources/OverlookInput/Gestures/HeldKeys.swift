import Glibc
import OverlookCamera

/// The arrow keys that are held, and the speed that they give the camera: integrated over the time between frames, never over key
/// repeats. Speeds follow the keys with a time constant, in closed form, so that the way does not depend on the frame rate.
struct HeldKeys: Sendable {
  private struct Held {
    let key: Key
    /// Speed that the key asks for: scroll x, scroll y, bearing, viewing angle.
    let velocity: SIMD4<Double>
    /// Counts as held until then even when it was released.
    var minimumEnd: Double
    var isDown = true
  }

  private var held: [Held] = []
  private var velocity = SIMD4<Double>.zero
  private var way = SIMD4<Double>.zero
  private var time = 0.0

  /// A stalled program must not make the map jump by the time it lost.
  private static let longestStep = 0.25
  /// Slower than this many units a second is at rest.
  private static let restSpeed = 0.5

  var isMoving: Bool { !held.isEmpty || velocity != .zero || way != .zero }

  /// False when `key` is no arrow.
  mutating func press(_ key: Key, turning: Bool, at now: Double, settings: GestureSettings) -> Bool {
    guard let wanted = Self.velocity(of: key, turning: turning) else { return false }
    guard Self.allowed(wanted, settings) != .zero else { return true }
    advance(to: now)
    let previous = held.first { $0.key == key }
    if previous?.isDown == true { return true }
    // A second tap before the first one's time is over adds to it.
    let from = min(max(now, previous?.minimumEnd ?? now), now + 1)
    held.removeAll { $0.key == key }
    held.append(Held(key: key, velocity: wanted, minimumEnd: from + GestureNumbers.minimumKeySeconds))
    return true
  }

  mutating func release(_ key: Key, at now: Double) {
    guard let index = held.firstIndex(where: { $0.key == key }) else { return }
    advance(to: now)
    if index < held.count, held[index].key == key { held[index].isDown = false }
  }

  mutating func releaseAll() {
    held.removeAll(keepingCapacity: true)
    velocity = .zero
    way = .zero
  }

  /// What the keys moved since the last call; nil when nothing.
  mutating func take(now: Double, settings: GestureSettings) -> CameraStep? {
    guard isMoving else { return nil }
    advance(to: now)
    if held.isEmpty, abs(velocity).max() < Self.restSpeed {
      // The rest of the way to standstill at once: speed times time constant.
      way += velocity * GestureNumbers.keyEasingSeconds
      velocity = .zero
    }
    let allowed = Self.allowed(way, settings)
    way = .zero
    guard allowed != .zero else { return nil }
    return CameraStep(scrollX: allowed[0], scrollY: allowed[1], bearing: allowed[2], viewingAngle: allowed[3])
  }

  private mutating func advance(to now: Double) {
    guard isMoving else {
      time = now
      return
    }
    skip(max(now - Self.longestStep - time, 0))
    // Each key that was released ends at a time of its own; there are four keys at most.
    while let index = firstToEnd(before: now) {
      integrate(to: max(held[index].minimumEnd, time))
      held.remove(at: index)
    }
    integrate(to: now)
  }

  /// The time of a stall passes for nobody: a key that was tapped still has what is left of its own.
  private mutating func skip(_ seconds: Double) {
    time += seconds
    for index in held.indices { held[index].minimumEnd += seconds }
  }

  private func firstToEnd(before now: Double) -> Int? {
    var first: Int?
    for index in held.indices where !held[index].isDown && held[index].minimumEnd <= now {
      if let earlier = first, held[earlier].minimumEnd <= held[index].minimumEnd { continue }
      first = index
    }
    return first
  }

  /// v' = (u - v) / tau: v(t) = u + (v0 - u) e^(-t/tau), and the way u t + (v0 - u) tau (1 - e^(-t/tau)).
  private mutating func integrate(to now: Double) {
    let seconds = now - time
    guard seconds > 0 else { return }
    time = now
    var wanted = SIMD4<Double>.zero
    for key in held { wanted += key.velocity }
    let tau = GestureNumbers.keyEasingSeconds
    let rest = exp(-seconds / tau)
    let share = tau * (1 - rest)
    way += wanted * seconds + (velocity - wanted) * share
    velocity = wanted + (velocity - wanted) * rest
  }

  private static func velocity(of key: Key, turning: Bool) -> SIMD4<Double>? {
    let direction: (x: Double, y: Double)
    switch key {
    case .left: direction = (-1, 0)
    case .right: direction = (1, 0)
    case .up: direction = (0, -1)
    case .down: direction = (0, 1)
    default: return nil
    }
    if turning {
      return SIMD4(
        0, 0, direction.x * GestureNumbers.keyBearingDegreesPerSecond,
        -direction.y * GestureNumbers.keyViewingAngleDegreesPerSecond)
    }
    let speed = GestureNumbers.keyScrollPointsPerSecond
    return SIMD4(direction.x * speed, direction.y * speed, 0, 0)
  }

  private static func allowed(_ way: SIMD4<Double>, _ settings: GestureSettings) -> SIMD4<Double> {
    let scroll = settings.scroll ? 1.0 : 0
    return way * SIMD4(scroll, scroll, settings.rotate ? 1 : 0, settings.tilt ? 1 : 0)
  }
}

private func abs(_ value: SIMD4<Double>) -> SIMD4<Double> {
  SIMD4(Swift.abs(value[0]), Swift.abs(value[1]), Swift.abs(value[2]), Swift.abs(value[3]))
}
