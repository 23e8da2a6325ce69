import OverlookFiles
import OverlookSupport

/// Lines of a file that are drawn as one layer, alike but for what each feature says of itself.
struct FileStrokes {
  /// Of features, one for each part.
  private(set) var numbers: [Int32] = []
  private(set) var starts: [Int] = []
  /// Empty for a file without looks, as widths.
  private(set) var colors: [Color] = []
  private(set) var widths: [Double] = []
  /// Longitudes and latitudes, from `starts` on; of strokes that do not copy them, those that are given.
  var coordinates: [Double] = []
  /// In points, where a feature does not say it.
  let width: Float
  private let document: FileDocument
  private let plainColor: Color
  private let copies: Bool

  /// - Parameter copies: Whether places are copied; else starts count in those of the document.
  init(_ document: FileDocument, _ plainColor: Color, width: Float, copies: Bool) {
    (self.document, self.plainColor, self.width, self.copies) = (document, plainColor, width, copies)
  }

  /// Adds a shape of a feature.
  mutating func add(_ shape: Int, _ feature: Int) {
    let (shapes, look) = (document.shapes, document.look(of: feature))
    for part in shapes.parts(of: shape) {
      let positions = shapes.positions(of: part)
      starts.append(copies ? coordinates.count / 2 : positions.lowerBound)
      if copies { coordinates += shapes.coordinates[2 * positions.lowerBound..<2 * positions.upperBound] }
      numbers.append(Int32(clamping: feature))
      guard !document.looks.isEmpty else { continue }
      colors.append(look.strokeColor ?? plainColor)
      widths.append(Double(look.strokeWidth ?? width))
    }
  }
}
