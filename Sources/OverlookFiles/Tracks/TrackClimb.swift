/// Adds up climbs, of which wavering is none: a turn counts once it is further than the threshold from the last extreme.
struct TrackClimb {
  let threshold: Double
  var (ascent, descent) = (0.0, 0.0)
  var count = 0
  private var reference: Double?
  private var extreme = 0.0
  private var isRising = true

  init(threshold: Double) { self.threshold = threshold }

  mutating func add(_ height: Double) {
    count += 1
    guard let reference else {
      (self.reference, extreme) = (height, height)
      return
    }
    if isRising ? height > extreme : height < extreme {
      extreme = height
    } else if abs(height - extreme) >= threshold {
      count(from: reference)
      (self.reference, extreme) = (extreme, height)
      isRising.toggle()
    }
  }

  mutating func endLine() {
    if let reference { count(from: reference) }
    (reference, isRising) = (nil, true)
  }

  private mutating func count(from reference: Double) {
    let difference = extreme - reference
    guard abs(difference) >= threshold else { return }
    if difference > 0 { ascent += difference } else { descent -= difference }
  }
}
