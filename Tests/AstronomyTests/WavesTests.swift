import Foundation
import Testing

@testable import OverlookAstronomy

@Suite struct WavesTests {
  /// Against those of the C library, which are exact to the last bit.
  @Test func fourWavesAreThoseOfOne() {
    for step in 0..<20_000 {
      // Angles around all quarters of a turn, and far ones.
      let first = Double(step - 10_000) * 1e-3
      let angles = SIMD4(first, first * 1e4, Double(step % 64 - 32) * .pi / 4, -first * 977)
      let waves = Waves(angles)
      for place in 0..<4 {
        #expect(abs(waves.sine[place] - sin(angles[place])) < 3e-11, "\(angles[place])")
        #expect(abs(waves.cosine[place] - cos(angles[place])) < 3e-11, "\(angles[place])")
      }
    }
    #expect(Waves(.zero).cosine == SIMD4(repeating: 1) && Waves(.zero).sine == .zero)
  }
}
