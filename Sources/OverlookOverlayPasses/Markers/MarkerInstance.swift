import OverlookGeometry
package import OverlookScene

/// A marker as the vertex shader reads it: field order and sizes are those of `MarkerPass.layout`, 36 bytes.
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

  package init(_ row: MarkerRow, _ placement: IconPlacement) {
    highX = Float(row.position.x)
    highY = Float(row.position.y)
    lowX = Float(row.position.x - Double(highX))
    lowY = Float(row.position.y - Double(highY))
    left = placement.left
    top = placement.top
    right = placement.right
    bottom = placement.bottom

    let border = placement.borderPoints
    let (x, y) = ((row.originX - border) * row.scale, (row.originY - border) * row.scale)
    let (width, height) = ((row.width + 2 * border) * row.scale, (row.height + 2 * border) * row.scale)
    let isCoarse = max(max(abs(x), abs(y)), max(width, height)) * 16 > Float(Int16.max)
    let unit: Float = isCoarse ? 1 : 16
    boxX = Self.short(x * unit)
    boxY = Self.short(y * unit)
    boxWidth = Self.short(width * unit)
    boxHeight = Self.short(height * unit)
    let halfTurns = row.rotationRadians / .pi
    turn = Self.short((halfTurns > 1 ? halfTurns - 2 : halfTurns) * 32767)
    opacity = UInt8(clamping: Self.short(row.opacity * row.fade * 255))
    flags =
      (row.isFlat ? Self.flat : 0) | (isCoarse ? Self.coarse : 0) | UInt8(truncatingIfNeeded: min(placement.layer, 63)) << 2
  }

  private static func short(_ value: Float) -> Int16 {
    Int16(exactly: min(max(value, -32767), 32767).rounded()) ?? 0
  }
}
