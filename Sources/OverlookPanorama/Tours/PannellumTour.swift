import OverlookFormats
import OverlookSupport

/// A configuration of Pannellum: one panorama, or a tour of `scenes` with what they share in `default`.
struct PannellumTour: Sendable {
  /// Where the picture of a scene is.
  enum Source: Hashable, Sendable {
    case equirectangular(String, PanoramaExtent)
    /// In the order of `CubeFace`; nil for faces that are not there.
    case cube([String?])
    case multires(PannellumMultires)
  }

  /// What leads to the pictures: all of one, or one of those that are named alike.
  private static func references(_ source: Source) -> [String] {
    switch source {
    case .equirectangular(let file, _): return [file]
    case .cube(let faces): return faces.compactMap { $0 }
    case .multires(let multires):
      let first = PanoramaTileID(level: 0, face: CubeFace.front.rawValue, column: 0, row: 0)
      return [multires.reference(first) ?? multires.fallbackReference(face: first.face)].compactMap { $0 }
    }
  }

  struct Scene: Sendable {
    var panorama: Panorama
    var source: Source
  }

  private(set) var scenes: [String: Scene] = [:]
  /// In the order of the document.
  private(set) var names: [String] = []
  private(set) var first = ""
  private(set) var warnings: [String] = []

  private static let mostScenes = 100_000
  private static let mostSpots = 10_000
  private static let singleName = "panorama"

  static func isLikely(_ value: JSONValue) -> Bool {
    guard let object = value.object else { return false }
    return object["scenes"]?.object != nil || object["multiRes"] != nil || object["cubeMap"] != nil
      || object["type"]?.string == "equirectangular" || object["panorama"]?.string != nil
  }

  init(_ value: JSONValue, thing: String) throws(FormatError) {
    guard let document = value.object else { throw .malformed(thing, fault: "it is no object") }
    let shared = document["default"]?.object ?? JSONObject()
    let basePath = shared["basePath"]?.string ?? document["basePath"]?.string ?? ""
    guard let listed = document["scenes"]?.object else {
      let scene = try scene(document, shared: document, name: Self.singleName, basePath: basePath, thing: thing)
      (scenes, names, first) = ([Self.singleName: scene], [Self.singleName], Self.singleName)
      return
    }
    guard listed.count <= Self.mostScenes else {
      throw .tooLarge(thing, fault: "\(listed.count) scenes, where \(Self.mostScenes) are allowed")
    }
    for (name, value) in listed.members {
      guard let members = value.object else {
        warnings.append("\(Self.shown(name)): it is no scene")
        continue
      }
      do throws(FormatError) {
        scenes[name] = try scene(members, shared: shared, name: name, basePath: basePath, thing: Self.shown(name))
        names.append(name)
      } catch { warnings.append("\(error)") }
    }
    guard let begin = names.first else {
      throw .malformed(thing, fault: warnings.first.map { "none of its scenes can be used: \($0)" } ?? "it has no scenes")
    }
    let wanted = shared["firstScene"]?.string
    first = wanted.flatMap { scenes[$0] == nil ? nil : $0 } ?? begin
    if let wanted, scenes[wanted] == nil { warnings.append("its first scene, \(Self.shown(wanted)), is missing") }
    resolveLinks()
  }

  private static func shown(_ text: String) -> String { "\"\(OutsideText.cleaned(text, limit: 60))\"" }

  // MARK: Scenes

  private mutating func scene(
    _ members: JSONObject, shared: JSONObject, name: String, basePath: String, thing: String
  ) throws(FormatError) -> Scene {
    func value(_ key: String) -> JSONValue? { members[key] ?? shared[key] }
    func number(_ key: String, within limit: Double) -> Double? {
      value(key)?.number.flatMap { abs($0) <= limit ? $0 : nil }
    }
    let path = members["basePath"]?.string ?? basePath
    var panorama = Panorama(panoramaID: name)
    panorama.pose = PanoramaPose(
      heading: number("northOffset", within: 360) ?? 0, pitch: number("horizonPitch", within: 90) ?? 0,
      roll: number("horizonRoll", within: 180) ?? 0)
    panorama.title = OutsideText.cleaned(value("title")?.string ?? "")
    panorama.credit = OutsideText.cleaned(value("author")?.string ?? "")
    let (yaw, pitch, fov) = (number("yaw", within: 360), number("pitch", within: 90), number("hfov", within: 360))
    if yaw != nil || pitch != nil || fov != nil {
      panorama.initialCamera = PanoramaCamera(
        heading: (yaw ?? 0) + panorama.pose.heading, pitch: pitch ?? 0, fov: fov ?? PanoramaCamera.defaultFOV)
    }
    readSpots(members["hotSpots"]?.array ?? [], of: &panorama)
    return Scene(panorama: panorama, source: try source(value, number, basePath: path, thing: thing))
  }

  private mutating func source(
    _ value: (String) -> JSONValue?, _ number: (String, Double) -> Double?, basePath: String, thing: String
  ) throws(FormatError) -> Source {
    func joined(_ name: String) -> String {
      let isWhole = name.hasPrefix("http://") || name.hasPrefix("https://") || name.hasPrefix("/")
      return basePath.isEmpty || isWhole ? name : basePath.hasSuffix("/") ? basePath + name : basePath + "/" + name
    }
    switch value("type")?.string
      ?? (value("multiRes") != nil ? "multires" : value("cubeMap") != nil ? "cubemap" : "equirectangular")
    {
    case "multires":
      guard let description = value("multiRes") else { throw .malformed(thing, fault: "its multiRes is missing") }
      let multires = try PannellumMultires(description, basePath: basePath, thing: thing)
      warnings += multires.warnings.map { "\(thing): \($0)" }
      return .multires(multires)
    case "cubemap":
      guard let faces = value("cubeMap")?.array, faces.count == 6 else {
        throw .malformed(thing, fault: "its cube has not six faces")
      }
      let names = faces.map { $0.string.map(joined) }
      guard names.contains(where: { $0 != nil }) else {
        throw .malformed(thing, fault: "none of the faces of its cube has a name")
      }
      let missing = names.count { $0 == nil }
      if missing > 0 { warnings.append("\(thing): \(missing) of the six faces of its cube are missing") }
      return .cube(names)
    case "equirectangular":
      guard let file = value("panorama")?.string, !file.isEmpty else { throw .malformed(thing, fault: "it names no picture") }
      return .equirectangular(joined(file), try Self.extent(number, thing: thing))
    case let other: throw .unsupported(thing, fault: "a panorama of the kind \(Self.shown(other))")
    }
  }

  /// `haov`, `vaov` and `vOffset`: degrees that the picture is wide and high, and that its middle lies above the horizon.
  private static func extent(_ number: (String, Double) -> Double?, thing: String) throws(FormatError) -> PanoramaExtent {
    let (width, height, middle) = (number("haov", 360) ?? 360, number("vaov", 180) ?? 180, number("vOffset", 90) ?? 0)
    guard width > 0, height > 0, middle + height / 2 <= 90 + 1e-6, middle - height / 2 >= -90 - 1e-6 else {
      throw .malformed(thing, fault: "\(width) x \(height) degrees around \(middle) are no part of a sphere")
    }
    let radians = Double.pi / 180
    return PanoramaExtent(
      left: -width / 2 * radians, right: width / 2 * radians, top: min(middle + height / 2, 90) * radians,
      bottom: max(middle - height / 2, -90) * radians)
  }

  // MARK: Hot spots

  private func readSpots(_ spots: [JSONValue], of panorama: inout Panorama) {
    for spot in spots.prefix(Self.mostSpots) {
      // A link lies on the ground whatever its pitch.
      guard let yaw = spot["yaw"]?.number, abs(yaw) <= 1e6 else { continue }
      let pitch = spot["pitch"].map { $0.number ?? .nan } ?? 0
      guard abs(pitch) <= 90 else { continue }
      let text = OutsideText.cleaned(spot["text"]?.string ?? "")
      let place = PanoramaCamera(heading: yaw + panorama.pose.heading, pitch: pitch).orientation
      guard let target = spot["sceneId"]?.string else {
        if !text.isEmpty { panorama.spots.append(PanoramaSpot(orientation: place, text: text)) }
        continue
      }
      let link = PanoramaLink(
        heading: place.heading, panoramaID: target, title: text, arrival: Self.arrival(spot))
      panorama.links.append(link)
    }
  }

  /// Yaws of the target are told from the middle of its picture, and become headings when all scenes are known.
  private static func arrival(_ spot: JSONValue) -> PanoramaLink.Arrival {
    switch spot["targetYaw"]?.string {
    case "sameAzimuth": return .sameAzimuth
    case "same": return .sameYaw
    default: break
    }
    guard let yaw = spot["targetYaw"]?.number, abs(yaw) <= 1e6 else { return .initial }
    let pitch = spot["targetPitch"]?.number.flatMap { abs($0) <= 90 ? $0 : nil }
    return .orientation(Orientation(heading: yaw, pitch: pitch ?? 0))
  }

  /// Takes out the scenes whose pictures are not followed, and what leads to them; `refusal` says why, nil for those that are.
  mutating func leaveOut(_ refusal: (String) -> PanoramaError?) {
    for name in names {
      let references = scenes[name].map { Self.references($0.source) } ?? []
      guard let fault = references.lazy.compactMap(refusal).first else { continue }
      warnings.append("\(Self.shown(name)): \(fault)")
      scenes[name] = nil
    }
    guard scenes.count < names.count else { return }
    names.removeAll { scenes[$0] == nil }
    if scenes[first] == nil { first = names.first ?? "" }
    let left = Set(names)
    for name in names { scenes[name]?.panorama.links.removeAll { !left.contains($0.panoramaID) } }
  }

  private mutating func resolveLinks() {
    for name in names {
      guard var scene = scenes[name] else { continue }
      let before = scene.panorama.links
      scene.panorama.links = before.compactMap { link in
        guard let target = scenes[link.panoramaID], link.panoramaID != name else { return nil }
        var link = link
        if case .orientation(let orientation) = link.arrival {
          let camera = PanoramaCamera(
            heading: orientation.heading + target.panorama.pose.heading, pitch: orientation.pitch)
          link.arrival = .orientation(camera.orientation)
        }
        return link
      }
      for link in before where link.panoramaID == name { warnings.append("\(Self.shown(name)): it leads to itself") }
      for link in before where scenes[link.panoramaID] == nil {
        warnings.append("\(Self.shown(name)): it leads to \(Self.shown(link.panoramaID)), which is missing")
      }
      scenes[name] = scene
    }
  }
}
