/// What a component such as a navigator shows in the place of what the properties of its map say. Those keep their values, also when an
/// app sets them meanwhile, and are shown again when nothing is overridden.
struct MapOverrides {
  /// Nil, as for the others: as the property says.
  var mapType: MapType?
  var mapStyle: MapStyle?
  var isBuildingOcclusionEnabled: Bool?
}
