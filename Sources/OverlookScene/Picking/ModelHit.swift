import OverlookCamera
import OverlookGeometry
import OverlookSupport

/// Where the line of sight through a point of the view meets a model: triangle by triangle as it stands at the moment; what
/// joints or targets move counts as its box.
struct ModelHit {
  private let origin: SIMD3<Double>
  private let direction: SIMD3<Double>
  private let view: ViewTransform

  init(at point: ScreenPoint, view: ViewTransform) {
    self.view = view
    (origin, direction) = view.ray(through: point)
  }

  /// How far the first hit of any model of the row is, in lengths of the ray, and the number of the place; nil for none.
  @MainActor func nearest(_ row: ModelRow) -> (distance: Double, index: Int)? {
    guard row.bounds != nil, let model = row.model else { return nil }
    var pose = ModelPose(nodes: model.asset.nodes, skins: model.asset.skins)
    if let clip = row.clip, let animation = row.animation { pose.move(model.asset, clip, seconds: animation.time) }
    switch row.content {
    case .one(let placement):
      let matrix =
        Matrix4.scale(placement.worldPerMeter, placement.worldPerMeter, placement.worldPerMeter)
        * Matrix4.translation(0, 0, placement.altitudeMeters) * placement.metersFromModel
      return distance(model.asset, pose, at: placement.place, matrix).map { ($0, 0) }
    case .many(let columns):
      var best: (distance: Double, index: Int)?
      for (index, instance) in columns.instances.elements.enumerated() where instance.worldPerMeter > 0 {
        let found = distance(model.asset, pose, at: instance.place.worldPoint, instance.worldFromModel)
        if let found, found < best?.distance ?? .infinity { best = (found, index) }
      }
      return best
    }
  }

  /// `worldFromModel` gives east, south and up of the place, in widths of the world.
  private func distance(
    _ asset: ModelAsset, _ pose: ModelPose, at place: WorldPoint, _ worldFromModel: Matrix4
  ) -> Double? {
    let (x, y) = view.centeredPoints(for: view.nearestCopy(of: place))
    let points = view.pointsPerWorld
    let pointsFromModel = Matrix4.translation(x, y, 0) * Matrix4.scale(points, points, points) * worldFromModel
    guard let bounds = asset.bounds, asset.clips.isEmpty == false || meets(bounds, pointsFromModel) else { return nil }
    var best: Double?
    for (index, node) in asset.nodes.enumerated() where !node.primitives.isEmpty {
      for primitive in asset.primitives[node.primitives] {
        guard let box = primitive.bounds else { continue }
        let isSkinned = node.skin != nil && !primitive.skinVertices.isEmpty
        let matrix = isSkinned ? pointsFromModel : pointsFromModel * pose.modelFromNode[index]
        guard let (from, along) = ray(in: matrix), let entry = box.entry(ofRayFrom: from, along: along) else { continue }
        let found =
          isSkinned || !primitive.targets.isEmpty || primitive.shape != .triangles ? entry : Self.entry(primitive, from, along)
        if let found { best = min(best ?? found, found) }
      }
    }
    return best
  }

  private func meets(_ box: ModelBox, _ pointsFromModel: Matrix4) -> Bool {
    guard let (from, along) = ray(in: pointsFromModel) else { return false }
    return box.entry(ofRayFrom: from, along: along) != nil
  }

  /// The ray as seen from a space of the model; its lengths stay those of `direction`.
  private func ray(in pointsFromSpace: Matrix4) -> (from: SIMD3<Double>, along: SIMD3<Double>)? {
    guard let inverse = pointsFromSpace.affineInverse else { return nil }
    return ((inverse * SIMD4(origin, 1)).xyz, (inverse * SIMD4(direction, 0)).xyz)
  }

  /// Möller and Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997; either side counts.
  private static func entry(_ primitive: ModelPrimitive, _ from: SIMD3<Double>, _ along: SIMD3<Double>) -> Double? {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    func corner(_ index: Int) -> SIMD3<Double> { SIMD3<Double>(primitive.vertices[Int(primitive.indices[index])].position) }
    var best: Double?
    for first in stride(from: 0, to: primitive.indices.count - 2, by: 3) {
      let a = corner(first)
      let (ab, ac) = (corner(first + 1) - a, corner(first + 2) - a)
      let p = cross(along, ac)
      let determinant = (ab * p).sum()
      guard determinant != 0 else { continue }
      let t = from - a
      let u = (t * p).sum() / determinant
      guard u >= 0, u <= 1 else { continue }
      let q = cross(t, ab)
      let v = (along * q).sum() / determinant
      let distance = (ac * q).sum() / determinant
      if v >= 0, u + v <= 1, distance >= 0 { best = min(best ?? distance, distance) }
    }
    return best
  }
}

extension ModelInstance {
  /// East, south and up of its place, in widths of the world.
  fileprivate var worldFromModel: Matrix4 {
    let (s, c, world) = (Double(sine), Double(cosine), Double(worldPerMeter))
    return Matrix4(
      columns: (
        SIMD4(-c * world, -s * world, 0, 0), SIMD4(0, 0, world, 0), SIMD4(s * world, -c * world, 0, 0),
        SIMD4(0, 0, Double(altitude), 1)
      ))
  }
}
