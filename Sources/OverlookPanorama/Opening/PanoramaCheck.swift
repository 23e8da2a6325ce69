package import OverlookFormats

/// What a panorama's file is and what is wrong with it, told from the file alone: nothing that it names is opened or asked.
package struct PanoramaCheck: Sendable {
  /// For people to read.
  package private(set) var kind = ""
  package private(set) var warnings: [String] = []
  /// Lines about the panorama, for people to read.
  package private(set) var facts: [String] = []

  private static let documentLimits = JSONLimits(byteCount: 32 << 20, depth: 64)

  /// Reads a picture or a document; `name` is that of its file. Throws when it is no panorama.
  package init(_ bytes: [UInt8], name: String) throws(FormatError) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      try checkPicture(bytes)
    } else {
      try checkDocument(bytes, name)
    }
  }

  private mutating func checkDocument(_ bytes: [UInt8], _ name: String) throws(FormatError) {
    switch PanoramaDocument.sniffed(bytes) {
    case .deepZoom: tell("Deep Zoom picture", try PanoramaPyramid.deepZoom(bytes, name: name, thing: name))
    case .zoomify: tell("Zoomify picture", try PanoramaPyramid.zoomify(bytes, thing: name))
    case .json:
      let value = try JSONParser.parse(bytes, thing: name, limits: Self.documentLimits)
      if SphereViewerTiles.isLikely(value) {
        tell("panorama in tiles", try SphereViewerTiles.pyramid(value, thing: name))
        return
      }
      guard PannellumTour.isLikely(value) else { throw .unrecognized(name, found: "a JSON document of another kind") }
      var tour = try PannellumTour(value, thing: name)
      kind = tour.names.count == 1 ? "panorama of Pannellum" : "tour of Pannellum"
      facts = ["\(tour.names.count) scenes", "\(tour.scenes.values.reduce(0) { $0 + $1.panorama.links.count }) links"]
      tour.leaveOut(PanoramaResources.refusal(ofFile:))
      warnings = tour.warnings
    case nil: throw .unrecognized(name, found: "a file of another kind")
    }
  }

  private mutating func tell(_ kind: String, _ pyramid: PanoramaPyramid) {
    self.kind = kind
    guard let last = pyramid.levels.last?.level else { return }
    facts = [
      "\(last.width) x \(last.height) pixels", "\(pyramid.levels.count) levels",
      "\(last.columns) x \(last.rows) tiles in the last",
    ]
  }

  private mutating func checkPicture(_ bytes: [UInt8]) throws(FormatError) {
    let plan = try JPEGPlan(bytes)
    let sphere = try PhotoSphere(XMPPacket(jpeg: bytes), width: plan.width, height: plan.height)
    kind = "panorama picture"
    warnings = sphere.warnings
    facts = ["\(plan.width) x \(plan.height) pixels"]
    if sphere.hasHeading {
      facts.append("heading \(sphere.pose.heading), pitch \(sphere.pose.pitch), roll \(sphere.pose.roll) degrees")
    }
    guard plan.isSequential else { return }
    do throws(PanoramaError) {
      _ = try JPEGParts(bytes, plan) { true }
    } catch { throw .truncated(JPEGPlan.thing) }
  }
}

extension CheckedFormat {
  /// Documents of panoramas: tours and tiles of Pannellum and Photo Sphere Viewer, Deep Zoom, Zoomify.
  package static let panoramas = CheckedFormat(
    recognizes: { input in
      switch PanoramaDocument.sniffed(input.head) {
      case .deepZoom, .zoomify: return true
      case .json:
        let head = String(decoding: input.head, as: UTF8.self)
        return ["\"scenes\"", "\"multiRes\"", "\"cubeMap\"", "\"panorama\"", "\"tileUrl\""].contains { head.contains($0) }
      case nil: return false
      }
    },
    check: { input, findings throws(FormatError) in
      for warning in try PanoramaCheck(try input.bytes(limit: 32 << 20), name: input.path).warnings { findings.add(warning) }
    })
}
