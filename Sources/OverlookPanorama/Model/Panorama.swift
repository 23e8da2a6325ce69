public import Foundation
public import OverlookGeometry

/// What is known of one panorama, without its picture.
public struct Panorama: Hashable, Sendable, Identifiable {
  /// Names it where it comes from.
  public var panoramaID: String
  /// Where it was taken; nil where that is not known.
  public var coordinate: LocationCoordinate?
  /// To its neighbours.
  public var links: [PanoramaLink]
  /// How the camera was turned.
  public var pose: PanoramaPose
  /// Whether `pose` tells where north is; else its heading is a guess, and the compass names no direction. Default true.
  public var isNorthKnown = true
  /// Above the ground, metres; nil where that is not known.
  public var heightMeters: Double?
  /// When it was taken; nil where that is not known.
  public var date: Date?
  /// Whose it is, for people to read; empty for nobody.
  public var credit: String
  /// Of the picture, for people to read; may be empty.
  public var title: String
  /// The walk that it belongs to, one after another in time; nil for none.
  public var sequenceID: String?
  /// Where to look at first; nil for no wish.
  public var initialCamera: PanoramaCamera?
  /// What is marked in the picture.
  public var spots: [PanoramaSpot]

  /// The panorama's name.
  public var id: String { panoramaID }

  /// A panorama of this name and place.
  public init(
    panoramaID: String, coordinate: LocationCoordinate? = nil, links: [PanoramaLink] = [], pose: PanoramaPose = PanoramaPose(),
    heightMeters: Double? = nil, date: Date? = nil, credit: String = "", title: String = "", sequenceID: String? = nil,
    initialCamera: PanoramaCamera? = nil, spots: [PanoramaSpot] = []
  ) {
    self.panoramaID = panoramaID
    self.coordinate = coordinate
    self.links = links
    self.pose = pose
    self.heightMeters = heightMeters
    self.date = date
    self.credit = credit
    self.title = title
    self.sequenceID = sequenceID
    self.initialCamera = initialCamera
    self.spots = spots
  }
}
