/// The dashes of a line on a road, in metres.
enum StreetDashes {
  static func forEach(along line: [SIMD2<Double>], dash: Double, gap: Double, _ body: (SIMD2<Double>, SIMD2<Double>) -> Void) {
    var position = 0.0
    for (start, end) in zip(line, line.dropFirst()) {
      let way = end - start
      let length = (way * way).sum().squareRoot()
      guard length > 1e-6, length < 100_000 else { continue }
      var place = 0.0
      while place < length {
        let phase = (position + place).truncatingRemainder(dividingBy: dash + gap)
        let step = min(phase < dash ? dash - phase : dash + gap - phase, length - place)
        if phase < dash { body(start + way * (place / length), start + way * ((place + step) / length)) }
        place += max(step, 0.01)
      }
      position += length
    }
  }
}
