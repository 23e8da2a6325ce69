package import OverlookGeometry

/// What stands and lies around a place of the map, in metres of its frame: the ground truth of pictures from the street.
package struct StreetScene: Sendable {
  package var frame: StreetFrame
  /// Metres around the origin within which the scene is whole.
  package var radius: Double
  package var buildings: [StreetBuilding] = []
  /// Lower ones first.
  package var areas: [StreetArea] = []
  /// Lower ones first.
  package var roads: [StreetRoad] = []
  package var trees: [StreetTree] = []
  /// Those that an app stands there; tiles know of none.
  package var models: [StreetModel] = []
  package var names: [StreetName] = []
  package var spots: [StreetSpot] = []
  /// Whom the data belongs to; nil where it does not say.
  package var attribution: String?

  package init(frame: StreetFrame, radius: Double) {
    self.frame = frame
    self.radius = radius
  }
}

/// A house, or a part of one.
package struct StreetBuilding: Hashable, Sendable {
  /// The outline and its courtyards.
  package var rings: [[SIMD2<Double>]]
  /// Metres above the ground.
  package var bottom: Double
  /// Metres above the ground, the roof included.
  package var top: Double
  package var roof: RoofForm
  /// Linear light; nil where the data does not say.
  package var wallColor: SIMD3<Float>?
  package var roofColor: SIMD3<Float>?

  package init(
    rings: [[SIMD2<Double>]], bottom: Double = 0, top: Double, roof: RoofForm = RoofForm(), wallColor: SIMD3<Float>? = nil,
    roofColor: SIMD3<Float>? = nil
  ) {
    self.rings = rings
    self.bottom = bottom
    self.top = top
    self.roof = roof
    self.wallColor = wallColor
    self.roofColor = roofColor
  }
}

/// What a street is called, and where it runs.
package struct StreetName: Hashable, Sendable {
  package var line: [SIMD2<Double>]
  package var text: String

  package init(line: [SIMD2<Double>], text: String) {
    self.line = line
    self.text = text
  }
}

/// Something that has a name at a place: a shop, a museum, a stop.
package struct StreetSpot: Hashable, Sendable {
  package var place: SIMD2<Double>
  package var text: String

  package init(place: SIMD2<Double>, text: String) {
    self.place = place
    self.text = text
  }
}

/// Ground of one kind.
package struct StreetArea: Hashable, Sendable {
  package var rings: [[SIMD2<Double>]]
  package var material: StreetMaterial

  package init(rings: [[SIMD2<Double>]], material: StreetMaterial) {
    self.rings = rings
    self.material = material
  }
}

/// A road or a track on the ground.
package struct StreetRoad: Hashable, Sendable {
  package var line: [SIMD2<Double>]
  /// Metres.
  package var width: Double
  package var material: StreetMaterial
  /// Whether a broken line is painted along its middle.
  package var hasCenterLine: Bool
  /// Metres of pavement on each side.
  package var pavement: Double

  package init(
    line: [SIMD2<Double>], width: Double, material: StreetMaterial, hasCenterLine: Bool = false, pavement: Double = 0
  ) {
    self.line = line
    self.width = width
    self.material = material
    self.hasCenterLine = hasCenterLine
    self.pavement = pavement
  }
}

package struct StreetTree: Hashable, Sendable {
  package var place: SIMD2<Double>
  /// Metres.
  package var height: Double
  package var isConifer: Bool

  package init(place: SIMD2<Double>, height: Double = 9, isConifer: Bool = false) {
    self.place = place
    self.height = height
    self.isConifer = isConifer
  }
}

/// What a surface is made of, for its colour and its pattern.
package enum StreetMaterial: UInt8, CaseIterable, Sendable {
  case ground, grass, wood, sand, rock, farmland, water
  case asphalt, paving, gravel, paint, rail
  case wall, roof, trunk, leaves
  /// What its `StreetMesh.Look` says.
  case model
}
