import OverlookGeometry
import OverlookLocation
import Testing

@Suite struct LocationFixTests {
  @Test func whatIsLeftOutIsNotKnown() {
    let fix = LocationFix(LocationCoordinate(latitude: 60, longitude: 25), time: 1)
    #expect(fix.accuracy == nil && fix.speed == nil && fix.course == nil && fix.altitude == nil)
  }
}
