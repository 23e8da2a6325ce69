extension StreetMaterial {
  /// In linear light.
  var color: SIMD3<Float> {
    let color: SIMD3<Float> =
      switch self {
      case .ground: SIMD3(0.60, 0.58, 0.54)
      case .grass: SIMD3(0.40, 0.48, 0.26)
      case .wood: SIMD3(0.27, 0.38, 0.18)
      case .sand: SIMD3(0.82, 0.75, 0.60)
      case .rock: SIMD3(0.55, 0.53, 0.51)
      case .farmland: SIMD3(0.62, 0.58, 0.38)
      case .water: SIMD3(0.16, 0.28, 0.34)
      case .asphalt: SIMD3(0.34, 0.34, 0.35)
      case .paving: SIMD3(0.60, 0.58, 0.56)
      case .gravel: SIMD3(0.58, 0.54, 0.48)
      case .paint: SIMD3(0.90, 0.90, 0.88)
      case .rail: SIMD3(0.30, 0.29, 0.28)
      case .wall: SIMD3(0.80, 0.75, 0.68)
      case .roof: SIMD3(0.45, 0.38, 0.35)
      case .trunk: SIMD3(0.33, 0.25, 0.19)
      case .leaves: SIMD3(0.33, 0.42, 0.22)
      case .model: SIMD3(1, 1, 1)
      }
    return color.linearLight
  }
}
