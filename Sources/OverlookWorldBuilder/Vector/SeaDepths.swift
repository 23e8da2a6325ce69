import OverlookFormats
import OverlookGeometry
import OverlookTileBuilder

/// Areas of the sea that are deeper than some depths, one within the other.
enum SeaDepths {
  /// Heights of the source, where the sea's level is 98: roughly 200, 1000, 2500, 4000 and 5000 m below it.
  private static let levels: [(height: Float, level: Int64)] = [(69, 1), (53, 2), (42, 3), (34, 4), (28, 5)]

  /// - Parameter isLand: 0 ... 1 on a grid half as wide and high as that of `heights`.
  static func features(_ heights: Plane, isLand: [Float]) -> [MapFeature] {
    var depth = Plane(width: heights.width / 2, height: heights.height / 2)
    var nearLand = depth
    nearLand.values = isLand
    nearLand = nearLand.blurred(radius: 2)
    for y in 0..<depth.height {
      for x in 0..<depth.width {
        let corner = 2 * y * heights.width + 2 * x
        let sum =
          heights.values[corner] + heights.values[corner + 1] + heights.values[corner + heights.width]
          + heights.values[corner + heights.width + 1]
        // No depth below the land, whatever the two sources make of the shore.
        let share = min(nearLand.values[y * depth.width + x] * 4, 1)
        depth.values[y * depth.width + x] = (98 - min(sum / 4, 98)) * (1 - share)
      }
    }
    depth = depth.blurred(radius: 3)
    var features: [MapFeature] = []
    for (height, level) in levels {
      let contours = Contours(depth, level: 98 - height)
      for zoom in VectorWorld.zooms {
        // Tints that pass into each other need no more than an outline within three quarters of a point.
        let point = 1 / (512 * Double(1 << zoom))
        let areas = contours.areas(
          width: depth.width, height: depth.height, smallest: max(80 * point * point, 3e-6), tolerance: max(0.75 * point, 2e-5))
        for rings in areas {
          features.append(
            MapFeature(
              layer: "bathymetry", id: UInt64(features.count) + 1, shape: .area(rings), tags: [("level", .int(level))],
              zooms: zoom...zoom, order: Double(level)))
        }
      }
    }
    return features
  }
}
