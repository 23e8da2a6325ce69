import Glibc
import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookLayout
import OverlookPasses

/// How extrusions look in the light of an hour.
@MainActor struct SunlitPaint {
  private let ambient: SIMD3<Float>
  private let direct: SIMD3<Float>
  private let cast: ShadowCast?

  /// Without a cast the Sun's own light reaches nothing.
  init(_ daylight: Daylight, _ cast: ShadowCast?) {
    ambient = daylight.ambientColor
    direct = cast == nil ? .zero : daylight.directColor
    self.cast = cast
  }

  func set(_ program: StyleProgram, _ tile: OverscaledTile, _ stage: StyleStage) {
    program.set(.sunAmbient, ambient)
    program.set(.sunDirect, direct)
    guard let cast else { return }
    stage.set(cast, program, tile)
    program.set(.bias, cast.bias)
  }
}

extension StyleStage {
  /// Where shadows of a tile's buildings lie.
  func set(_ cast: ShadowCast, _ program: StyleProgram, _ tile: OverscaledTile) {
    let pointsPerUnit = view.pointsPerWorld / exp2(Double(tile.canonical.z)) / Double(FeatureLayer.extent)
    program.set(.shadowSlope, SIMD2<Float>(cast.slope * (pointsPerMeter / pointsPerUnit)))
    program.set(.pointsPerMeter, Float(pointsPerMeter))
    program.set(.mapPlace, cast.mapPlace)
  }
}
