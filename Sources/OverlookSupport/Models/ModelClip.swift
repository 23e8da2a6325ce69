/// A movement of nodes over time.
package struct ModelClip: Sendable {
  package var name: String?
  /// Seconds until the last of its keys.
  package var duration: Double
  package var channels: [ModelChannel]

  package init(name: String? = nil, channels: [ModelChannel]) {
    self.name = name
    self.channels = channels
    duration = channels.reduce(0) { max($0, Double($1.times.last ?? 0)) }
  }
}

/// How one property of one node changes.
package struct ModelChannel: Sendable {
  package enum Property: Hashable, Sendable {
    case translation, rotation, scale
    /// Of so many targets.
    case weights(Int)

    package var componentCount: Int {
      switch self {
      case .translation, .scale: 3
      case .rotation: 4
      case .weights(let count): count
      }
    }
  }

  package enum Interpolation: Hashable, Sendable {
    case step, linear
    /// Three values a key: the tangent before it, itself, the tangent behind it.
    case cubicSpline
  }

  /// Of the asset's.
  package var node: Int
  package var property: Property
  package var interpolation: Interpolation
  /// Seconds, ascending; at least one.
  package var times: [Float]
  /// `property.componentCount` numbers a value.
  package var values: [Float]

  package init(node: Int, property: Property, interpolation: Interpolation, times: [Float], values: [Float]) {
    self.node = node
    self.property = property
    self.interpolation = interpolation
    self.times = times
    self.values = values
  }

  /// The value at a time; before the first key that of the first, behind the last that of the last. For three components w is 0.
  /// Not of weights, which may be more than four.
  package func value(at seconds: Float) -> SIMD4<Float> {
    switch moment(at: seconds) {
    case .at(let key): stored(key)
    case .between(let key, let t, let length):
      if interpolation == .cubicSpline {
        spline(from: key, length: length, t)
      } else {
        mixed(stored(key), stored(key + 1), t)
      }
    }
  }

  /// The weight of a target at a time.
  package func weight(of target: Int, at seconds: Float) -> Float {
    switch moment(at: seconds) {
    case .at(let key): return weight(target, key)
    case .between(let key, let t, let length):
      let (start, end) = (weight(target, key), weight(target, key + 1))
      guard interpolation == .cubicSpline else { return start + (end - start) * t }
      let share = Self.splineShares(t, length: length)
      return start * share.x + weight(target, key, .tangentBehind) * share.y + end * share.z
        + weight(target, key + 1, .tangentBefore) * share.w
    }
  }

  /// Where a time lies among the keys.
  private enum Moment {
    case at(key: Int)
    /// A part of the way from a key to the next, which is `length` seconds later.
    case between(key: Int, t: Float, length: Float)
  }

  private func moment(at seconds: Float) -> Moment {
    let next = key(after: seconds)
    if next == 0 { return .at(key: 0) }
    if next == times.count || interpolation == .step { return .at(key: next - 1) }
    let length = times[next] - times[next - 1]
    return .between(key: next - 1, t: length > 0 ? (seconds - times[next - 1]) / length : 1, length: length)
  }

  /// The first key later than `seconds`.
  private func key(after seconds: Float) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private enum SplinePart: Int { case tangentBefore, value, tangentBehind }

  /// Where the numbers of a key begin.
  private func first(_ key: Int, _ part: SplinePart) -> Int {
    (interpolation == .cubicSpline ? 3 * key + part.rawValue : key) * property.componentCount
  }

  private func weight(_ target: Int, _ key: Int, _ part: SplinePart = .value) -> Float { values[first(key, part) + target] }

  private func stored(_ key: Int, _ part: SplinePart = .value) -> SIMD4<Float> {
    if case .weights = property { return .zero }
    let (first, count) = (first(key, part), property.componentCount)
    return SIMD4(values[first], values[first + 1], values[first + 2], count == 4 ? values[first + 3] : 0)
  }

  private func mixed(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ t: Float) -> SIMD4<Float> {
    property == .rotation ? Quaternion.between(a, b, t) : a + (b - a) * t
  }

  private func spline(from key: Int, length: Float, _ t: Float) -> SIMD4<Float> {
    let share = Self.splineShares(t, length: length)
    let start = stored(key) * share.x + stored(key, .tangentBehind) * share.y
    let end = stored(key + 1) * share.z + stored(key + 1, .tangentBefore) * share.w
    return property == .rotation ? Quaternion.normalized(start + end) : start + end
  }

  /// What of a key, its tangent, the next key and the tangent before that makes the cubic Hermite spline of glTF 2.0, appendix
  /// C.4.
  private static func splineShares(_ t: Float, length: Float) -> SIMD4<Float> {
    let (t2, t3) = (t * t, t * t * t)
    return SIMD4(2 * t3 - 3 * t2 + 1, length * (t3 - 2 * t2 + t), 3 * t2 - 2 * t3, length * (t3 - t2))
  }
}
