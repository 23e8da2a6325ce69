import Foundation
package import Overlook
import OverlookFormats
package import OverlookSupport

/// What comes back with the next start: the view, the window, the open page, and what each part keeps. It lies in
/// `$XDG_STATE_HOME/overlook/session.json` and belongs to the window that was opened first; others read it, and write it only when
/// that one has ended.
@MainActor package final class ViewerSession {
  /// Size and place of the window, in points and units of the screen.
  package struct Frame: Equatable {
    package var width, height: Double
    package var x, y: Int?

    package init(width: Double, height: Double, x: Int? = nil, y: Int? = nil) {
      (self.width, self.height, self.x, self.y) = (width, height, x, y)
    }
  }

  private let document: KeptDocument
  private var lock: FileLock?
  /// Whether nothing of the last session is wanted.
  private let isFresh: Bool

  package init(
    path: String? = KeptDocument.path("session.json", in: .state), isFresh: Bool = false
  ) {
    if let path {
      try? FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    lock = path.flatMap { FileLock($0 + ".owner") }
    document = KeptDocument(path: path)
    self.isFresh = isFresh
  }

  /// What went wrong with the file since it was asked last, one line each.
  package func takeFaults() -> [String] { document.takeFaults() }

  private func value(_ key: String) -> JSONValue? { isFresh ? nil : document[key] }

  // MARK: What was

  /// Where the camera was; nil for nowhere that makes sense.
  package var camera: CameraPosition? {
    guard let kept = value("camera"), let latitude = kept["latitude"]?.number, let longitude = kept["longitude"]?.number,
      let zoom = kept["zoom"]?.number, abs(latitude) <= 90, abs(longitude) <= 180, zoom.isFinite
    else { return nil }
    func angle(_ key: String) -> Double { kept[key]?.number.flatMap { $0.isFinite ? $0 : nil } ?? 0 }
    return CameraPosition(
      target: LocationCoordinate(latitude: latitude, longitude: longitude), zoom: zoom, bearing: angle("bearing"),
      viewingAngle: angle("tilt"))
  }

  package var frame: Frame? {
    guard let kept = value("window"), let width = kept["width"]?.number, let height = kept["height"]?.number,
      (320...16_384).contains(width), (240...16_384).contains(height)
    else { return nil }
    func place(_ key: String) -> Int? { kept[key]?.number.flatMap { Int(exactly: $0) } }
    return Frame(width: width, height: height, x: place("x"), y: place("y"))
  }

  var page: String? { value("page")?.string }

  /// What a part kept, as JSON text; nil for nothing.
  func part(_ name: String) -> String? { value("parts")?[name].map(JSONWriter.text) }

  // MARK: What is

  /// Writes what is now, unless the file belongs to another window.
  @discardableResult func keep(
    camera: CameraPosition, frame: Frame?, page: String?, parts: [(name: String, json: String?)]
  ) -> Bool {
    guard let path = document.path else { return false }
    if lock == nil { lock = FileLock(path + ".owner") }
    guard lock != nil else { return false }
    var view = JSONObject()
    view["latitude"] = .number(camera.target.latitude)
    view["longitude"] = .number(camera.target.longitude)
    view["zoom"] = .number(camera.zoom)
    view["bearing"] = .number(camera.bearing)
    view["tilt"] = .number(camera.viewingAngle)
    // Parts that are not there now have not forgotten what they kept.
    var kept = document["parts"]?.object ?? JSONObject()
    for part in parts {
      kept[part.name] = part.json.map { json in
        (try? JSONParser.parse(Array(json.utf8), thing: part.name)) ?? .string(json)
      }
    }
    return document.change([
      ("camera", .object(view)), ("window", frame.map { .object(Self.object($0)) } ?? document["window"]),
      ("page", page.map { .string($0) }), ("parts", .object(kept)),
    ])
  }

  private static func object(_ frame: Frame) -> JSONObject {
    var object = JSONObject()
    object["width"] = .number(frame.width)
    object["height"] = .number(frame.height)
    if let x = frame.x, let y = frame.y {
      object["x"] = .number(Double(x))
      object["y"] = .number(Double(y))
    }
    return object
  }
}
