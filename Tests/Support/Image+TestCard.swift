package import OverlookSupport

extension Image {
  /// Coloured squares with a dark rim; the one in the top left corner is red, the one to its right green.
  package static func testCard(width: Int, height: Int, cell: Int = 16, scale: Double = 1) -> Image {
    Image(width: width, height: height, scale: scale) { column, row in
      let (x, y) = (column / cell, row / cell)
      if min(min(column, row), min(width - 1 - column, height - 1 - row)) < 2 { return SIMD4(30, 40, 60, 255) }
      if x == 0, y == 0 { return SIMD4(220, 40, 40, 255) }
      if x == 1, y == 0 { return SIMD4(40, 170, 80, 255) }
      return (x + y).isMultiple(of: 2) ? SIMD4(70, 130, 220, 255) : SIMD4(250, 220, 120, 255)
    }
  }
}
