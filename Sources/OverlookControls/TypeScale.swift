/// The sizes of letters in the interface, in points per em: all there are, so that what is of one rank looks alike everywhere.
package enum TypeScale {
  /// What explains a figure: columns, axes.
  package static let caption = 10.0
  /// Second lines, credits, marks.
  package static let note = 11.0
  /// Explanations, facts.
  package static let secondary = 12.0
  /// Rows, buttons, fields.
  package static let body = 13.0
  /// Of cards and sheets.
  package static let title = 15.0
  /// What is read from farther away, or stands over a whole panel.
  package static let heading = 17.0
  /// Figures that a card is about.
  package static let figure = 21.0
  /// Figures that are read at a glance.
  package static let largeFigure = 26.0
}
