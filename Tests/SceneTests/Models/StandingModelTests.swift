import OverlookGeometry
import OverlookScene
import OverlookSupport
import Testing

/// Models as other pictures than the map's take them.
@MainActor @Suite struct StandingModelTests {
  private let home = LocationCoordinate(latitude: 60, longitude: 25)

  @Test func aLayerAndAnOverlayStandAlike() throws {
    let overlay = ModelOverlay(model: ModelOverlayTests.tower, position: home)
    (overlay.heading, overlay.scale, overlay.altitude) = (50, 3, 12)
    let layer = ModelLayer(
      model: ModelOverlayTests.tower, positions: [home, .invalid, LocationCoordinate(latitude: -30, longitude: -170)])
    (layer.heading, layer.scale, layer.altitude) = (.constant(50), .constant(3), .constant(12))
    let (one, many) = (try #require(overlay.standingModels.first), layer.standingModels)
    #expect(overlay.standingModels.count == 1 && many.count == 2)
    for model in many {
      #expect(abs(model.altitudeMeters - 12) < 1e-3)
      // Its left, its top and its front.
      for axis in [SIMD4<Double>(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0)] {
        let away = model.metersFromModel * axis - one.metersFromModel * axis
        #expect((away * away).sum() < 1e-6)
      }
    }
    let meters = Mercator.metersPerWorldUnit(atLatitude: 60)
    #expect(abs(many[0].place.x - one.place.x) * meters < 0.02 && abs(many[0].place.y - one.place.y) * meters < 0.02)
    // The front looks to the north-east: 3 m of it are so much east, and the rest north.
    let front = one.metersFromModel * SIMD4(0, 0, 1, 0)
    #expect(abs(front.x - 3 * 0.766_044) < 1e-5 && abs(front.y + 3 * 0.642_788) < 1e-5 && abs(front.z) < 1e-9)
  }

  @Test func whatIsClearOrNoModelStandsNowhere() {
    let overlay = ModelOverlay(model: ModelOverlayTests.tower, position: home)
    overlay.opacity = 0.5
    #expect(overlay.standingModels.isEmpty)
    overlay.opacity = 0.51
    #expect(overlay.standingModels.count == 1)
    overlay.position = .invalid
    #expect(overlay.standingModels.isEmpty)
    #expect(ModelOverlay(model: nil, position: home).standingModels.isEmpty)
    #expect(ModelLayer(model: nil, positions: [home]).standingModels.isEmpty)
    #expect(Marker(position: home).standingModels.isEmpty)
  }

  @Test func everyChangeOfAModelIsCountedAndTimeIsNot() {
    let store = OverlayStore()
    var last = store.modelVersion
    func changes(_ change: () -> Void) -> Bool {
      change()
      defer { last = store.modelVersion }
      return store.modelVersion != last
    }
    let overlay = ModelOverlay(model: ModelOverlayTests.tower, position: home)
    #expect(changes { store.add(overlay) } && changes { overlay.heading = 4 } && changes { overlay.model = nil })
    overlay.model = ModelOverlayTests.tower
    overlay.animation = ModelAnimation(clip: 0)
    last = store.modelVersion
    #expect(!changes { _ = store.advanceModels(by: 1, visible: WorldRect(minX: 0, minY: 0, maxX: 1, maxY: 1)) })
    #expect(!changes { store.add(Marker(position: home)) })
    #expect(changes { store.remove(overlay) })
    let layer = ModelLayer(model: ModelOverlayTests.tower, positions: [home])
    #expect(changes { store.add(layer) } && changes { layer.replacePositions(from: 0, with: [home]) })
    #expect(changes { store.removeAll() })
  }
}
