/// A marker as it is drawn. The vertex shader reads it as it is: field order and sizes are those of `MarkerPass.layout`, 36 bytes.
package struct MarkerInstance: BitwiseCopyable, Equatable, Sendable {
  /// World units: high x, high y, low x, low y.
  package var highX: Float
  package var highY: Float
  package var lowX: Float
  package var lowY: Float
  /// The icon in its texture, 0 ... 65535 for 0 ... 1: left, top, right, bottom.
  package var left: UInt16
  package var top: UInt16
  package var right: UInt16
  package var bottom: UInt16
  /// From the position, in 1/16 points, or in points with the flag `coarse`: left, top, width, height.
  package var boxX: Int16
  package var boxY: Int16
  package var boxWidth: Int16
  package var boxHeight: Int16
  /// Clockwise, -32767 ... 32767 for half a turn either way.
  package var turn: Int16
  /// 0 ... 255.
  package var opacity: UInt8
  /// `flat`, `coarse`, and the layer times 4.
  package var flags: UInt8

  package static let flat: UInt8 = 1
  /// For icons too large to be measured in 1/16 points.
  package static let coarse: UInt8 = 2
  /// Layers that the flags can name.
  package static let maximumLayers = 64

  /// All of them in the order of the fields.
  package init(
    place: SIMD4<Float>, icon: SIMD4<UInt16>, box: SIMD4<Int16>, turn: Int16, opacity: UInt8, flags: UInt8
  ) {
    (highX, highY, lowX, lowY) = (place.x, place.y, place.z, place.w)
    (left, top, right, bottom) = (icon.x, icon.y, icon.z, icon.w)
    (boxX, boxY, boxWidth, boxHeight) = (box.x, box.y, box.z, box.w)
    self.turn = turn
    self.opacity = opacity
    self.flags = flags
  }
}
