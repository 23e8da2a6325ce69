import OverlookGeometry

/// A panorama of a service, and where its picture is.
struct ServicePanorama: Hashable, Sendable {
  enum Picture: Hashable, Sendable {
    /// One picture of all of it.
    case file(String)
    /// Tiles with the placeholders {TileCol} and {TileRow}, and a small picture of all of it where there is one.
    case tiles(String, PanoramaLevel, small: String?)
  }

  var panorama: Panorama
  var picture: Picture
}

extension [ServicePanorama] {
  /// With links between each other, by where they are, besides those that the service named.
  func connected() -> [ServicePanorama] {
    var panoramas = map(\.panorama)
    let named = panoramas.map(\.links)
    PanoramaLinks.connect(&panoramas, PanoramaIndex(panoramas.map { $0.coordinate ?? .invalid }))
    return indices.map { index in
      var result = self[index]
      let added = panoramas[index].links.filter { link in !named[index].contains { $0.panoramaID == link.panoramaID } }
      result.panorama.links = named[index] + added
      return result
    }
  }

  func nearest(to place: LocationCoordinate, radius: Double) -> ServicePanorama? {
    let index = PanoramaIndex(map { $0.panorama.coordinate ?? .invalid })
    return index.nearest(to: place, radius: radius, count: 1).first.map { self[$0.index] }
  }
}
