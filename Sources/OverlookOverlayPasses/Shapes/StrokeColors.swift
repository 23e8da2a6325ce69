import OverlookScene
package import OverlookSupport

/// The colours along a line: spans one after another, the last of which goes on to the end.
package struct StrokeColors {
  private struct Stretch {
    /// In segments from the start of the path.
    var start: Double
    var end: Double
    var from: SIMD4<Float>
    var to: SIMD4<Float>
  }

  private let stretches: [Stretch]
  private let solid: UInt32

  /// One colour all along.
  package init(_ color: Color) {
    stretches = []
    solid = color.packedPremultiplied
  }

  /// `spans` in order; empty: `color`.
  init(spans: [StyleSpan], otherwise color: Color) {
    var stretches: [Stretch] = []
    var position = 0.0
    for span in spans where span.isValid {
      stretches.append(
        Stretch(
          start: position, end: position + span.segments, from: span.style.from.premultiplied, to: span.style.to.premultiplied))
      position += span.segments
    }
    self.stretches = stretches
    solid = color.packedPremultiplied
  }

  /// Whether nothing shines through anywhere.
  var isOpaque: Bool {
    stretches.isEmpty ? solid >> 24 == 255 : stretches.allSatisfy { $0.from.w >= 1 && $0.to.w >= 1 }
  }

  /// Whether nothing is seen of it.
  var isClear: Bool {
    stretches.isEmpty ? solid == 0 : stretches.allSatisfy { $0.from == .zero && $0.to == .zero }
  }

  /// Whether a colour changes little by little.
  var isGradient: Bool { stretches.contains { $0.from != $0.to } }

  var isSolid: Bool { stretches.isEmpty }
  var solidColor: UInt32 { solid }
  /// Number of the last span.
  var lastIndex: Int { stretches.count - 1 }

  /// Where span `index` ends; the last one never does.
  func end(of index: Int) -> Double {
    index >= lastIndex ? .infinity : stretches[index].end
  }

  func color(of index: Int, at position: Double) -> UInt32 {
    let stretch = stretches[index]
    let length = stretch.end - stretch.start
    let t = Float(min(max((position - stretch.start) / length, 0), 1))
    return Self.packed(stretch.from + (stretch.to - stretch.from) * t)
  }

  private static func packed(_ color: SIMD4<Float>) -> UInt32 {
    let scaled = (color * 255).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    var packed: UInt32 = 0
    for i in 0..<4 { packed |= UInt32(scaled[i].rounded()) << UInt32(8 * i) }
    return packed
  }
}
