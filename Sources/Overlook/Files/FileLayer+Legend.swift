import OverlookFiles
package import OverlookSupport

extension FileLayer {
  /// The colour that stands for the file in a legend: that of its first feature.
  package var legendColor: Color {
    guard let document, document.featureCount > 0 else { return FileOverlays.lineColor }
    let look = document.look(of: 0)
    return look.strokeColor ?? look.fillColor ?? FileOverlays.lineColor
  }
}
