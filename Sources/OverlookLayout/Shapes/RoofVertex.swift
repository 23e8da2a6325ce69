/// What a corner of an extruded polygon has beside `ExtrusionVertex` in a layer that has roofs.
package struct RoofVertex: Hashable, Sendable, BitwiseCopyable {
  /// Of the height between foot and top: where the upper end of the wall or the corner of the roof lies, 65535 at the top.
  package var share: UInt16 = 65_535
  /// How many polygons the one lies in; those within others are drawn above them where both are equally far.
  package var level: UInt8 = 0
  /// Of a wall, the share of the height at which its eaves lie, 255 at the top; of a roof, how far up its slope the corner is, 255 at
  /// the ridge.
  package var rise: UInt8 = 255
  /// Of a roof: its own colour, and how opaque it lies over that of the walls; 0 for none.
  package var color = SIMD4<UInt8>()

  /// Of a flat roof, which has neither eaves nor ridge.
  package static let flatRise: UInt8 = 128
}
