/// Lines of a byte for each pixel. Each goes on a little before its first and after its last pixel, as bright as that one, so that eight may
/// be read at once wherever one is.
final class BrightnessPlane {
  /// The first pixel of the first line.
  private(set) var first: UnsafeMutablePointer<UInt8>?
  private var capacity = 0
  private var lines = 0
  private var length = 0
  /// From a line to the next.
  private(set) var stride = 0
  private static let margin = 16

  deinit { free() }

  func fit(lines: Int, length: Int) {
    (self.lines, self.length, stride) = (lines, length, length + 2 * Self.margin)
    let count = lines * stride
    if capacity >= count { return }
    free()
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    memory.initialize(repeating: 0, count: count)
    (first, capacity) = (memory + Self.margin, count)
  }

  /// Which ends of a line go on.
  enum End {
    case first, last
  }

  /// To be called when the pixel at that end of a line of `length` pixels, which begins here, is there.
  static func goOn(_ end: End, of line: UnsafeMutablePointer<UInt8>, _ length: Int) {
    switch end {
    case .first: for place in 1...margin { line[-place] = line[0] }
    case .last: for place in 0..<margin { line[length + place] = line[length - 1] }
    }
  }

  /// The same at both ends.
  static func goOn(of line: UnsafeMutablePointer<UInt8>, _ length: Int) {
    goOn(.first, of: line, length)
    goOn(.last, of: line, length)
  }

  private func goOn(_ end: End) {
    guard let first else { return }
    for line in 0..<lines { Self.goOn(end, of: first + line * stride, length) }
  }

  /// Copies lines so that what lies in one column of them becomes a line of the other, eight by eight pixels at a time.
  func turn(_ lines: Range<Int>, to other: BrightnessPlane) {
    guard let first, let turned = other.first else { return }
    let height = other.stride
    for line in Swift.stride(from: lines.lowerBound, to: lines.upperBound, by: 8) {
      var place = 0
      while line + 8 <= lines.upperBound, place + 8 <= length {
        Self.turnSquare(first + (line * stride + place), stride, to: turned + (place * height + line), height)
        place += 8
      }
      for line in line..<min(line + 8, lines.upperBound) {
        for place in place..<length { turned[place * height + line] = first[line * stride + place] }
      }
    }
    if lines.lowerBound == 0 { other.goOn(.first) }
    if lines.upperBound == self.lines { other.goOn(.last) }
  }

  @inline(__always)
  private static func turnSquare(
    _ from: UnsafePointer<UInt8>, _ stride: Int, to: UnsafeMutablePointer<UInt8>, _ height: Int
  ) {
    func load(_ row: Int) -> UInt64 { UnsafeRawPointer(from + row &* stride).loadUnaligned(as: UInt64.self) }
    func store(_ value: UInt64, _ row: Int) {
      UnsafeMutableRawPointer(to + row &* height).storeBytes(of: value, as: UInt64.self)
    }
    /// Changes the odd bytes, pairs or fours of one with the even ones of the other.
    func swap(_ one: inout UInt64, _ other: inout UInt64, _ bits: UInt64, _ mask: UInt64) {
      let change = (one &>> bits ^ other) & mask
      (one, other) = (one ^ change &<< bits, other ^ change)
    }
    let (bytes, pairs, fours) = (0x00FF_00FF_00FF_00FF as UInt64, 0x0000_FFFF_0000_FFFF as UInt64, 0xFFFF_FFFF as UInt64)
    var (a, b, c, d) = (load(0), load(1), load(2), load(3))
    var (e, f, g, h) = (load(4), load(5), load(6), load(7))
    swap(&a, &b, 8, bytes)
    swap(&c, &d, 8, bytes)
    swap(&e, &f, 8, bytes)
    swap(&g, &h, 8, bytes)
    swap(&a, &c, 16, pairs)
    swap(&b, &d, 16, pairs)
    swap(&e, &g, 16, pairs)
    swap(&f, &h, 16, pairs)
    swap(&a, &e, 32, fours)
    swap(&b, &f, 32, fours)
    swap(&c, &g, 32, fours)
    swap(&d, &h, 32, fours)
    store(a, 0)
    store(b, 1)
    store(c, 2)
    store(d, 3)
    store(e, 4)
    store(f, 5)
    store(g, 6)
    store(h, 7)
  }

  private func free() {
    first.map { $0 - Self.margin }?.deallocate()
    (first, capacity) = (nil, 0)
  }
}
