import Overlook
import OverlookSupport

/// What the card of measuring says.
@MainActor struct MeasureText: Equatable {
  var total: String
  /// Area, or the last section.
  var detail: String
  var hint: String

  init(_ figure: Figure?, _ measures: FigureMeasures, isGrowing: Bool) {
    let count = figure?.places.count ?? 0
    total = ToolTexts.length(measures.length)
    if let area = measures.area {
      detail = localized("Area {area}, around it {length}", ["area": ToolTexts.area(area), "length": total])
      total = ToolTexts.area(area)
    } else if let last = measures.sections.last {
      detail = localized(
        "Last section {length}, bearing {bearing}",
        ["length": ToolTexts.length(last.meters), "bearing": ToolTexts.bearing(last.bearing)])
    } else {
      detail = ""
    }
    if !isGrowing {
      hint = count == 0 ? "" : localized("Drag points to move them, small ones to insert more")
    } else if count == 0 {
      hint = localized("First point: click, or Space for the middle of the view")
    } else if count < 3 {
      hint = localized("Click or Space adds points; double click or Enter ends")
    } else {
      hint = localized("Click the first point for an area; double click or Enter ends")
    }
  }

  /// Every section in a line, for the clipboard.
  func report(_ measures: FigureMeasures) -> String {
    var lines = [localized("Length: {length}", ["length": ToolTexts.length(measures.length)])]
    if let area = measures.area { lines.append(localized("Area: {area}", ["area": ToolTexts.area(area)])) }
    for (index, section) in measures.sections.enumerated() {
      lines.append(
        "\(index + 1)\t\(CoordinateFormat.decimal.text(section.from) ?? "")\t\(CoordinateFormat.decimal.text(section.to) ?? "")\t"
          + "\(ToolTexts.length(section.meters))\t\(ToolTexts.bearing(section.bearing))")
    }
    return lines.joined(separator: "\n")
  }
}
