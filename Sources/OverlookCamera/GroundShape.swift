package import OverlookGeometry

/// Where the ground lies in space: the one type that a view asks, on the processor and, by its matrix, in shaders.
///
/// Places are counted *on the ground*: x east, y south in points from the camera's target, z the height above the ground in points.
/// *Space* is the same from a level plane through the target. Covers, places at points of the screen, clip coordinates, and the
/// horizon follow (`ViewTransform+Ground`, `ViewTransform+Ray`), and in shaders `clipFromGround` and `clipFromTileGround`
/// (`ground.glsl`, `tile_ground.glsl`): nobody else multiplies a matrix of the view or assumes a plane.
package protocol GroundShape: Sendable {
  /// Whether it is the level plane itself, for which there are shorter ways.
  var isFlat: Bool { get }
  /// Space from places on the ground. The target stays where it is.
  var spaceFromGround: Matrix4 { get }
  /// Its inverse.
  var groundFromSpace: Matrix4 { get }
}

extension GroundShape {
  package var isFlat: Bool { false }
}

/// The level plane.
package struct FlatGround: GroundShape {
  package init() {}

  package var isFlat: Bool { true }
  package var spaceFromGround: Matrix4 { .identity }
  package var groundFromSpace: Matrix4 { .identity }
}

/// What a shape says, as plain numbers: views are copied in the innermost loops of placement and picking, where a type that is only
/// known at run time costs as much as the work.
package struct GroundMatrices: GroundShape {
  package let isFlat: Bool
  package let spaceFromGround: Matrix4
  package let groundFromSpace: Matrix4

  package init(_ shape: some GroundShape) {
    (isFlat, spaceFromGround, groundFromSpace) = (shape.isFlat, shape.spaceFromGround, shape.groundFromSpace)
  }
}
