import OverlookGeometry

/// A place of an index that answers a request.
struct FoundPlace {
  let place: Int
  let record: PlaceRecord
  /// How well its names answer, 0 ... 1.
  var text: Double
  var score: Double
  var house: House?
  /// In the place of its own.
  var kind: String?
  var name: String?
  var coordinate: LocationCoordinate

  init(_ place: Int, _ record: PlaceRecord, text: Double, score: Double, house: House? = nil) {
    self.place = place
    self.record = record
    self.text = text
    self.score = score
    self.house = house
    coordinate = house?.coordinate ?? record.coordinate
  }
}
