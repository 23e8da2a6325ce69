import OverlookFormats
import OverlookSupport

/// A folder in which the six faces of a cube lie, by the names that programs give them: front or f, pano_f, negz ... each a picture or a
/// document of Deep Zoom.
enum CubeFolder {
  private static let names: [CubeFace: Set<String>] = [
    .front: ["front", "f", "pano_f", "pz", "posz", "cube_f"], .right: ["right", "r", "pano_r", "px", "posx", "cube_r"],
    .back: ["back", "b", "pano_b", "nz", "negz", "cube_b"], .left: ["left", "l", "pano_l", "nx", "negx", "cube_l"],
    .up: ["up", "u", "top", "pano_u", "py", "posy", "cube_u"], .down: ["down", "d", "bottom", "pano_d", "ny", "negy", "cube_d"],
  ]
  private static let endings: Set<String> = ["jpg", "jpeg", "png", "webp", "dzi"]

  /// The files of the faces, in the order of `CubeFace`; nil unless there are at least three of one ending: fewer are no cube.
  static func faces(_ files: [String]) -> [String?]? {
    var found: [String: [String?]] = [:]
    for file in files {
      guard let dot = file.lastIndex(of: ".") else { continue }
      let (stem, ending) = (file[..<dot].lowercased(), file[file.index(after: dot)...].lowercased())
      guard endings.contains(ending), let face = names.first(where: { $0.value.contains(stem) })?.key else { continue }
      found[ending, default: Array(repeating: nil, count: 6)][face.rawValue] = file
    }
    return found.values.max { a, b in a.count { $0 != nil } < b.count { $0 != nil } }.flatMap { faces in
      faces.count { $0 != nil } >= 3 ? faces : nil
    }
  }

  static func picture(_ faces: [String?], resources: PanoramaResources) async throws(PanoramaError) -> PanoramaPicture {
    guard faces.contains(where: { $0?.lowercased().hasSuffix(".dzi") == true }) else {
      return try await CubeFiles.picture(faces, resources: resources)
    }
    var pyramids: [PanoramaPyramid?] = []
    for face in faces {
      guard let face else {
        pyramids.append(nil)
        continue
      }
      let (bytes, _) = try await resources.bytes(face, limit: 1 << 20)
      do throws(FormatError) {
        pyramids.append(try PanoramaPyramid.deepZoom(bytes, name: face, thing: OutsideText.cleaned(face), isFace: true))
      } catch { throw PanoramaError(error) }
    }
    guard let first = pyramids.compactMap({ $0 }).first else { throw .unusable("the cube has no faces") }
    guard pyramids.allSatisfy({ $0 == nil || $0?.levels.map(\.level) == first.levels.map(\.level) }) else {
      throw .unusable("the faces of the cube differ in size")
    }
    let missing = pyramids.count { $0 == nil }
    return PanoramaPicture(
      layout: .cube, levels: first.levels.map(\.level), source: CubePyramids(faces: pyramids, resources: resources),
      warnings: missing > 0 ? ["\(missing) of the six faces of the cube are missing"] : [])
  }
}

/// Six pyramids of tiles, one for each face.
struct CubePyramids: PanoramaTileSource {
  let faces: [PanoramaPyramid?]
  let resources: PanoramaResources

  func image(for tile: PanoramaTileID) async throws(PanoramaError) -> Image {
    guard faces.indices.contains(tile.face), let pyramid = faces[tile.face] else {
      throw .notFound("the face of the cube is missing")
    }
    var inFace = tile
    inFace.face = 0
    return try await PyramidTiles(pyramid: pyramid, resources: resources).image(for: inFace)
  }
}
