/// What is known of a roof: its shape and what fits it to a building (the words of OpenStreetMap's Simple 3D Buildings).
package struct RoofForm: Hashable, Sendable {
  package enum Shape: String, CaseIterable, Sendable {
    case flat, gabled, hipped, pyramidal, skillion, dome
    case halfHipped = "half-hipped"
    case mansard, gambrel, round
  }

  package var shape: Shape
  /// Metres between eaves and ridge; nil where the data does not say.
  package var height: Double?
  /// Where its slope falls, degrees clockwise from north; nil where the data does not say.
  package var direction: Double?
  /// Whether the ridge lies across the longer side.
  package var isAcross: Bool

  package init(shape: Shape = .flat, height: Double? = nil, direction: Double? = nil, isAcross: Bool = false) {
    self.shape = shape
    self.height = height
    self.direction = direction
    self.isAcross = isAcross
  }
}
