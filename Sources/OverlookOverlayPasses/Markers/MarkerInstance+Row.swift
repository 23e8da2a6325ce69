import OverlookCamera
package import OverlookRaster
package import OverlookScene

extension MarkerInstance {
  package init(_ row: MarkerRow, _ placement: IconPlacement) {
    let border = placement.borderPoints
    let (x, y) = ((row.originX - border) * row.scale, (row.originY - border) * row.scale)
    let (width, height) = ((row.width + 2 * border) * row.scale, (row.height + 2 * border) * row.scale)
    let isCoarse = max(max(abs(x), abs(y)), max(width, height)) * 16 > Float(Int16.max)
    let unit: Float = isCoarse ? 1 : 16
    let halfTurns = row.rotationRadians / .pi
    self.init(
      place: row.position.split, icon: SIMD4(placement.left, placement.top, placement.right, placement.bottom),
      box: SIMD4(Self.short(x * unit), Self.short(y * unit), Self.short(width * unit), Self.short(height * unit)),
      turn: Self.short((halfTurns > 1 ? halfTurns - 2 : halfTurns) * 32767),
      opacity: UInt8(clamping: Self.short(row.opacity * row.fade * 255)),
      flags: (row.isFlat ? Self.flat : 0) | (isCoarse ? Self.coarse : 0)
        | UInt8(truncatingIfNeeded: min(placement.layer, 63)) << 2)
  }

  private static func short(_ value: Float) -> Int16 {
    Int16(exactly: min(max(value, -32767), 32767).rounded()) ?? 0
  }
}
