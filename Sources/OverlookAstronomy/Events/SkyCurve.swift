/// Crossings of a smooth function of time with zero, and its turning points.
struct SkyCurve {
  /// In days.
  let start: Double
  let end: Double
  /// How far apart it is looked at, in days. Two crossings nearer than this are found where a turning point lies between.
  let step: Double
  /// How exact times are, in days.
  var precision = 0.1 / 86_400
  let value: (Double) -> Double

  struct Crossing {
    var time: Double
    var isRising: Bool
  }

  /// In order of time. `isAngle`: jumps from one end of the circle to the other, by more than `jump`, are none.
  func crossings(jump: Double = .infinity) -> [Crossing] {
    var found: [Crossing] = []
    let times = sampleTimes
    var samples = times.map(value)
    guard samples.count > 1 else { return [] }
    var index = 1
    var checked = times
    // Where a curve comes near zero and turns, its turning point becomes a sample of its own.
    while index + 1 < checked.count {
      let (before, here, after) = (samples[index - 1], samples[index], samples[index + 1])
      let isTurning = (here - before) * (after - here) < 0 && before * here > 0 && here * after > 0
      if isTurning, abs(here) < 2 * max(abs(before - here), abs(after - here)), abs(before - after) < jump {
        let turn = turningPoint(checked[index - 1], checked[index + 1], isMaximum: here > before)
        let turned = value(turn)
        if turned * here < 0 {
          let place = turn < checked[index] ? index : index + 1
          checked.insert(turn, at: place)
          samples.insert(turned, at: place)
          index += 1
        }
      }
      index += 1
    }
    for index in 1..<checked.count {
      let (before, after) = (samples[index - 1], samples[index])
      guard (before < 0) != (after < 0), abs(after - before) < jump else { continue }
      found.append(Crossing(time: root(checked[index - 1], checked[index], before), isRising: before < 0))
    }
    return found
  }

  /// From `start` to `end`, at most `step` apart.
  var sampleTimes: [Double] {
    let count = Int(exactly: min(max(((end - start) / step).rounded(.up), 1), 1_000_000)) ?? 1
    return (0...count).map { start + (end - start) * Double($0) / Double(count) }
  }

  /// Between times of which the value's sign differs; `first` is the value at `a`.
  private func root(_ a: Double, _ b: Double, _ first: Double) -> Double {
    var (low, high) = (a, b)
    while high - low > precision {
      let middle = (low + high) / 2
      if (value(middle) < 0) == (first < 0) { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The greatest or least value between `a` and `b`, by thirds.
  func turningPoint(_ a: Double, _ b: Double, isMaximum: Bool) -> Double {
    var (low, high) = (a, b)
    while high - low > precision {
      let third = (high - low) / 3
      let (left, right) = (value(low + third), value(high - third))
      if (left < right) == isMaximum { low += third } else { high -= third }
    }
    return (low + high) / 2
  }
}
