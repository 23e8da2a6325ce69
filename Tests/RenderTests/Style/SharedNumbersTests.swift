import OverlookGPU
import OverlookShaders
import Testing

/// llvmpipe compiles a function for each list of numbers that go from the corners to the pixels, anew in each process: 4 ms at the start of
/// a program for each list more.
@Suite struct SharedNumbersTests {
  /// Whether features have rows of their own is for the corners alone.
  @Test(arguments: ["style_line.frag", "style_fill.frag", "style_fill_outline.frag"])
  func pixelsTakeTheSameNumbersWithRowsAndWithout(file: String) throws {
    let text = try ShaderLibrary.resources.expanded(file)
    #expect(text.contains("flat in vec4 v_color;"))
    for word in ["HAS_ROWS", "WIDTH_VARIES", "u_color", "u_blur", "u_reach"] { #expect(!text.contains(word)) }
  }

  /// A compiler that sees the same number at every corner leaves it out of the list.
  @Test(arguments: ["style_line.vert", "style_fill.vert", "style_fill_outline.vert"])
  func whatAllFeaturesShareLooksAsIfItVaried(file: String) throws {
    let text = try ShaderLibrary.resources.expanded(file)
    #expect(text.contains("gl_VertexID < 0"))
    #expect(text.split(separator: "\n").allSatisfy { !$0.hasSuffix("v_color = u_color;") })
  }
}
