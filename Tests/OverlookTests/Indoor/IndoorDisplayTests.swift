import OverlookFormats
import OverlookStyle
import OverlookTestSupport
import OverlookText
import Testing

@testable import Overlook
import OverlookRender

@MainActor @Suite struct IndoorDisplayTests {
  private let folder: IndoorFolder
  private let plan: IndoorPlan
  private var fixture = MapFixture()
  private let log = IndoorLog()

  init() throws {
    folder = try IndoorFolder()
    plan = try IndoorPlan(path: folder.path)
    fixture.map.indoorPlans = [plan]
    fixture.map.indoorDisplay.delegate = log
  }

  private var display: IndoorDisplay { fixture.map.indoorDisplay }

  private mutating func look(at longitude: Double, zoom: Double = 18) {
    fixture.map.camera = CameraPosition(latitude: 0.0005, longitude: longitude, zoom: zoom)
    fixture.run(seconds: 0.1)
  }

  @Test mutating func theBuildingInTheMiddleIsActiveSeenFromCloseBy_IN08_IN10() {
    look(at: 0.0005, zoom: 16.9)
    #expect(display.activeBuilding == nil && display.activeLevel == nil && log.take().isEmpty)
    look(at: 0.0005, zoom: 17)
    #expect(display.activeBuilding?.name == "Mall")
    #expect(log.take() == ["building Mall, at Street", "level Street"])
    look(at: 0.0015)
    #expect(display.activeBuilding == nil && display.activeLevel == nil)
    #expect(log.take() == ["building none, at none", "level none"])
  }

  @Test mutating func theDelegateIsNotKeptAlive_IN07() {
    var delegate: IndoorLog? = IndoorLog()
    display.delegate = delegate
    #expect(display.delegate != nil)
    delegate = nil
    #expect(display.delegate == nil)
    look(at: 0.0005)
    #expect(display.activeBuilding != nil)
  }

  @Test mutating func levelsAreListedFromTheTopAndTheStreetIsTheDefault_IN01_IN02_IN03_IN04_IN05() {
    look(at: 0.0005)
    let mall = display.activeBuilding
    #expect(mall?.levels.map(\.name) == ["Upper", "Street", "Below"])
    #expect(mall?.levels.map(\.shortName) == ["1", "G", "B"])
    #expect(mall?.defaultLevelIndex == 1 && mall?.isUnderground == false)
    look(at: 0.0025)
    #expect(display.activeBuilding?.isUnderground == true && display.activeBuilding?.defaultLevelIndex == 0)
  }

  @Test mutating func aSharedLevelIsEqualAndGoingBetweenItsBuildingsTellsNothingOfLevels_IN06() throws {
    look(at: 0.0005)
    let below = try #require(display.activeBuilding?.levels.last)
    display.activeLevel = below
    _ = log.take()
    look(at: 0.0025)
    #expect(display.activeLevel == below)
    #expect(log.take() == ["building Metro, at Below"])
  }

  @Test mutating func onlyLevelsOfTheActiveBuildingCanBeChosen_IN09_IN11() throws {
    let upper = try #require(plan.buildings.first { $0.name == "Mall" }?.levels.first)
    display.activeLevel = upper
    #expect(display.activeLevel == nil && log.take().isEmpty)
    look(at: 0.0005)
    _ = log.take()
    display.activeLevel = nil
    #expect(display.activeLevel?.name == "Street" && log.take().isEmpty)
    display.activeLevel = upper
    display.activeLevel = upper
    #expect(display.activeLevel == upper && log.take() == ["level Upper"])
    look(at: 0.0025)
    _ = log.take()
    display.activeLevel = upper
    #expect(display.activeLevel?.name == "Below" && log.take().isEmpty)
    display.activeLevel = nil
    #expect(display.activeLevel == nil && log.take() == ["level none"])
    // What was chosen stays so.
    look(at: 0.0005)
    #expect(display.activeLevel == upper)
  }

  @Test mutating func turningIndoorMapsOffForgetsTheLevel_MV29() throws {
    #expect(fixture.map.isIndoorEnabled)
    look(at: 0.0005)
    display.activeLevel = try #require(display.activeBuilding?.levels.first)
    _ = log.take()
    fixture.map.isIndoorEnabled = false
    fixture.run(seconds: 0.1)
    #expect(display.activeBuilding == nil && log.take() == ["building none, at none", "level none"])
    fixture.map.isIndoorEnabled = true
    fixture.run(seconds: 0.1)
    #expect(display.activeLevel?.name == "Street")
  }

  @Test mutating func theFloorPickerIsThereForABuildingWithLevelsAndChoosesThem_UI10() throws {
    let picker = fixture.map.standard.indoor.picker
    let area = fixture.map.controlLayer.area
    func rect(_ level: Int) -> ScreenRect? {
      picker.state = fixture.map.standard.indoor.pickerState
      return picker.rect(ofLevel: level, in: area)
    }
    #expect(rect(0) == nil)
    look(at: 0.0005)
    let upper = try #require(rect(0))
    let point = ScreenPoint(x: upper.origin.x + 20, y: upper.origin.y + 16)
    #expect(fixture.map.controlLayer.part(at: point) == .active)
    #expect(fixture.map.controlLayer.part(at: ScreenPoint(x: upper.origin.x - 5, y: point.y)) == nil)
    fixture.click(point)
    #expect(display.activeLevel?.name == "Upper")
    #expect(fixture.log.take().contains { $0.hasPrefix("didTap") } == false)
    fixture.map.settings.indoorPicker = false
    #expect(rect(0) == nil)
    fixture.map.settings.indoorPicker = true
    // One level leaves no choice.
    look(at: 0.0025)
    #expect(rect(0) == nil)
  }

  @Test func buildingsMakeRoomForPlansAloneAndNotForTraffic() throws {
    let style = try MapStyle(
      json: """
        {"version": 8, "sources": {"s": {"type": "vector", "tiles": ["{z}"]}}, "layers": [
          {"id": "blocks", "type": "fill-extrusion", "source": "s", "source-layer": "building"}]}
        """)
    func cleared() -> Int? {
      fixture.map.supplemented(style).document.layers.first { $0.id == "blocks" }?.clearedGround?.areas.count
    }
    fixture.map.isTrafficEnabled = true
    #expect(cleared() ?? 0 > 0)
    // Nothing to lay out again in a style with traffic alone.
    fixture.map.indoorPlans = []
    #expect(cleared() == nil)
  }

  /// Floors have to be told from the ground around the building and from one another.
  @Test func floorsHaveOtherColoursThanTheGroundOfTheStyle() throws {
    func color(_ text: String) throws -> SIMD3<Double> {
      let number = try #require(UInt32(text.dropFirst(), radix: 16))
      return SIMD3(Double(number >> 16 & 255), Double(number >> 8 & 255), Double(number & 255))
    }
    func difference(_ a: String, _ b: String) throws -> Double {
      let difference = try color(a) - color(b)
      return (difference * difference).sum().squareRoot()
    }
    // The backgrounds of the styles day and terrain, and of night and satellite-hybrid.
    for (colors, grounds) in [(IndoorPlan.Colors.light, ["#f5f3ed", "#eef0e4"]), (.dark, ["#1d2632", "#2b3a30"])] {
      // What is closed is to look like what is no floor.
      let floors = colors.byClass.filter { $0.key != .wall && $0.key != .closed }.map(\.value) + [colors.room]
      for floor in floors {
        for ground in grounds { #expect(try difference(floor, ground) >= 8, "\(floor) on \(ground)") }
        #expect(try difference(floor, colors.edge) >= 20, "\(floor) beside \(colors.edge)")
        #expect(try difference(floor, colors.text) >= 150, "\(floor) below \(colors.text)")
      }
      #expect(Set(floors).count == floors.count)
    }
  }

  @Test func whatIsNoPlanSaysSo() {
    #expect(throws: IndoorPlan.Problem.unusable("/nowhere/at/all: there is no such file")) {
      try IndoorPlan(path: "/nowhere/at/all")
    }
    #expect(throws: IndoorPlan.Problem.self) { try IndoorPlan(path: "/dev/null") }
  }
}

/// What an indoor display told, in order.
@MainActor private final class IndoorLog: IndoorDisplayDelegate {
  private var lines: [String] = []

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  func indoorDisplay(_ display: IndoorDisplay, didChangeActiveBuilding building: IndoorBuilding?) {
    lines.append("building \(building?.name ?? "none"), at \(display.activeLevel?.name ?? "none")")
  }

  func indoorDisplay(_ display: IndoorDisplay, didChangeActiveLevel level: IndoorLevel?) {
    lines.append("level \(level?.name ?? "none")")
  }
}
