import Foundation
import Overlook
import OverlookGeometry
import Testing

@testable import OverlookViewer

@MainActor @Suite struct PlacePartTests {
  @Test func linksHaveThePlaceInThem() {
    let place = LocationCoordinate(latitude: 60.16952, longitude: 384.93545)
    for link in OtherMap.all {
      let address = link.address(place, zoom: 14.4) ?? ""
      #expect(address.contains("60.16952") && address.contains("24.93545"), "\(link.name)")
      #expect(!address.contains("{"), "\(link.name)")
      #expect(URL(string: address)?.scheme == "https")
      #expect(link.address(.invalid, zoom: 3) == nil)
    }
    #expect(OtherMap.all[0].address(place, zoom: 99)?.contains("#map=21/60.16952/24.93545") == true)
  }

  @Test func aPlaceOffersItsCoordinatesAndWhatCanBeDoneThere() {
    let window = ViewerWindow(map: MapView(size: ScreenSize(width: 800, height: 600)))
    let place = LocationCoordinate(latitude: 48.8582, longitude: 2.2945)
    let titles = window.parts.flatMap { $0.contextItems(at: place, point: ScreenPoint(x: 10, y: 10)) }.map(\.title)
    #expect(titles.contains("Copy 48.85820, 2.29450"))
    #expect(titles.contains("Measure from here"))
    #expect(titles.contains("View in other maps"))
    // Above the horizon there is no place.
    let sky = window.parts.flatMap { $0.contextItems(at: nil, point: ScreenPoint(x: 10, y: 10)) }.map(\.title)
    #expect(!sky.contains { $0.hasPrefix("Copy") || $0.hasPrefix("Measure") })
  }
}
