import OverlookCamera
import OverlookGeometry
import OverlookPasses
import Testing

@Suite struct ViewUniformsTests {
  /// OpenGL 3.3 core, 2.11.4: a mat4 is four columns of 16 bytes, a vec2 starts at a multiple of 8, a float at one of 4, and a
  /// block ends at a multiple of 16.
  @Test func theBlockLiesInMemoryAsStd140HasIt() {
    #expect(MemoryLayout<ViewUniforms>.offset(of: \.clipFromCenteredPoints) == 0)
    #expect(MemoryLayout<ViewUniforms>.offset(of: \.viewportPoints) == 64)
    #expect(MemoryLayout<ViewUniforms>.offset(of: \.pointsPerWorld) == 72)
    #expect(MemoryLayout<ViewUniforms>.offset(of: \.pixelsPerPoint) == 76)
    #expect(MemoryLayout<ViewUniforms>.offset(of: \.eyeDistancePoints) == 80)
    #expect(MemoryLayout<ViewUniforms>.stride == 96)
  }
}
