import Foundation
import Overlook
import OverlookFormats
import OverlookPanorama
import OverlookSupport

/// What is known of a panorama and its picture.
struct PanoramaReport {
  private let found: PanoramaOrder.Found
  private var panorama: Panorama { found.panorama }
  private var picture: PanoramaPicture { found.picture }

  init(_ found: PanoramaOrder.Found) { self.found = found }

  private var kind: String {
    switch picture.layout {
    case .equirectangular(let extent):
      extent.isFullTurn && extent.top - extent.bottom > 3.14 ? "equirectangular" : "equirectangular, in part"
    case .cylindrical: "cylindrical"
    case .cube: "cube"
    case .dualFisheye: "dual fisheye"
    }
  }

  private var size: String { picture.levels.last.map { "\($0.width) x \($0.height)" } ?? "none" }

  var text: String {
    var lines = [
      "source     \(found.opened.name), \(found.opened.kind)",
      "panorama   \(OutsideText.shown(panorama.panoramaID))",
      "picture    \(kind), \(size) pixels, \(picture.levels.count) level\(picture.levels.count == 1 ? "" : "s")",
    ]
    if let place = panorama.coordinate {
      lines.append(String(format: "place      %.6f, %.6f", place.latitude, place.longitude))
    }
    lines.append(
      String(
        format: "pose       heading %.1f, pitch %.1f, roll %.1f degrees", panorama.pose.heading, panorama.pose.pitch,
        panorama.pose.roll) + (panorama.isNorthKnown ? "" : ", where north is not known"))
    if !panorama.credit.isEmpty { lines.append("credit     \(OutsideText.shown(panorama.credit))") }
    if found.opened.panoramaIDs.count > 1 { lines.append("of         \(found.opened.panoramaIDs.count) panoramas") }
    for link in panorama.links {
      lines.append(String(format: "link       %.0f degrees to ", link.heading) + OutsideText.shown(link.panoramaID))
    }
    for warning in (found.opened.warnings + picture.warnings).uniqued() {
      lines.append("warning    \(OutsideText.shown(warning))")
    }
    return lines.joined(separator: "\n")
  }

  var json: String {
    var members: [(String, JSONValue)] = [
      ("kind", .string(found.opened.kind)), ("panoramas", .number(Double(max(found.opened.panoramaIDs.count, 1)))),
      ("id", .string(panorama.panoramaID)), ("projection", .string(kind)),
      ("width", .number(Double(picture.levels.last?.width ?? 0))), ("height", .number(Double(picture.levels.last?.height ?? 0))),
      ("levels", .number(Double(picture.levels.count))),
      ("heading", .number(panorama.pose.heading)), ("pitch", .number(panorama.pose.pitch)), ("roll", .number(panorama.pose.roll)),
    ]
    if let place = panorama.coordinate {
      members.append(("latitude", .number(place.latitude)))
      members.append(("longitude", .number(place.longitude)))
    }
    if !panorama.credit.isEmpty { members.append(("credit", .string(panorama.credit))) }
    return JSONWriter.text(JSONValue(members: members))
  }
}
