import Foundation
import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// What a photograph says of itself beside its picture (Exif): where and when.
enum PhotoPanorama {
  private static let headBytes = 1 << 20

  static func panorama(name: String, head: [UInt8], file: PanoramaPictureFile) -> Panorama {
    panorama(
      name: name, exif: ExifData(jpeg: Array(head.prefix(headBytes))), pose: file.pose, hasHeading: file.hasHeading,
      initialCamera: file.initialCamera)
  }

  static func panorama(
    name: String, exif: ExifData?, pose: PanoramaPose, hasHeading: Bool, initialCamera: PanoramaCamera?
  ) -> Panorama {
    var panorama = Panorama(panoramaID: name, pose: pose, title: OutsideText.cleaned(name), initialCamera: initialCamera)
    panorama.coordinate = exif?.place.map { LocationCoordinate(latitude: $0.latitude, longitude: $0.longitude) }
    panorama.heightMeters = exif?.height
    panorama.date = exif.flatMap(date)
    panorama.credit = OutsideText.cleaned(exif?.author ?? "")
    panorama.isNorthKnown = hasHeading
    if !hasHeading, let direction = exif?.direction, abs(direction) <= 360 {
      (panorama.pose.heading, panorama.isNorthKnown) = (direction, true)
    }
    return panorama
  }

  /// By the satellites where they were heard, else as the camera's clock had it, which is taken for universal time.
  private static func date(_ exif: ExifData) -> Date? {
    if let seconds = exif.satelliteSeconds { return Date(timeIntervalSince1970: seconds) }
    guard let text = exif.originalTime ?? exif.time, text.utf8.count >= 19 else { return nil }
    let parts = text.split(separator: " ")
    guard parts.count == 2 else { return nil }
    let time = ISOTime(parts[0].replacing(":", with: "-") + "T" + parts[1] + "Z")
    return time.map { Date(timeIntervalSince1970: $0.secondsSinceEpoch) }
  }
}
