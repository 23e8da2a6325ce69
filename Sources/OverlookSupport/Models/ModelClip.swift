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

    package var componentCount: Int { self == .rotation ? 4 : 3 }
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
  package func value(at seconds: Float) -> SIMD4<Float> {
    let next = key(after: seconds)
    if next == 0 { return stored(0) }
    if next == times.count || interpolation == .step { return stored(next - 1) }
    let length = times[next] - times[next - 1]
    let t = length > 0 ? (seconds - times[next - 1]) / length : 1
    switch interpolation {
    case .step: return stored(next - 1)
    case .linear: return mixed(stored(next - 1), stored(next), t)
    case .cubicSpline: return spline(from: next - 1, length: length, t)
    }
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

  private func stored(_ key: Int, _ part: SplinePart = .value) -> SIMD4<Float> {
    let count = property.componentCount
    let number = interpolation == .cubicSpline ? 3 * key + part.rawValue : key
    let first = number * count
    return SIMD4(values[first], values[first + 1], values[first + 2], count == 4 ? values[first + 3] : 0)
  }

  private func mixed(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ t: Float) -> SIMD4<Float> {
    property == .rotation ? Quaternion.between(a, b, t) : a + (b - a) * t
  }

  /// The cubic Hermite spline of glTF 2.0, appendix C.4.
  private func spline(from key: Int, length: Float, _ t: Float) -> SIMD4<Float> {
    let (t2, t3) = (t * t, t * t * t)
    let start = stored(key) * (2 * t3 - 3 * t2 + 1) + stored(key, .tangentBehind) * (length * (t3 - 2 * t2 + t))
    let end = stored(key + 1) * (3 * t2 - 2 * t3) + stored(key + 1, .tangentBefore) * (length * (t3 - t2))
    return property == .rotation ? Quaternion.normalized(start + end) : start + end
  }
}
