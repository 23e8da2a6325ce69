package import OverlookGeometry

/// One panorama, wherever it is asked for.
package struct SinglePanorama: PanoramaProvider {
  package let panorama: Panorama
  package let picture: PanoramaPicture

  package init(_ panorama: Panorama, _ picture: PanoramaPicture) {
    (self.panorama, self.picture) = (panorama, picture)
  }

  package func panorama(id: String) async throws(PanoramaError) -> Panorama {
    guard id == panorama.panoramaID else { throw .notFound("there is no panorama of that name") }
    return panorama
  }

  package func panorama(near coordinate: LocationCoordinate, radius: Double) async throws(PanoramaError) -> Panorama {
    guard let place = panorama.coordinate, SphericalGeometry.distance(from: coordinate, to: place) <= radius else {
      throw .notFound("there is no panorama within \(radius) m")
    }
    return panorama
  }

  package func picture(of panorama: Panorama) async throws(PanoramaError) -> PanoramaPicture {
    guard panorama.panoramaID == self.panorama.panoramaID else { throw .notFound("there is no panorama of that name") }
    return picture
  }
}
