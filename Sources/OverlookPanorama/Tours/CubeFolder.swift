import OverlookFormats
import OverlookSupport

/// A folder in which the six faces of a cube lie, by the names that programs give them: front or f, pano_f, negz ... each a picture, a
/// document of Deep Zoom, or a folder of Zoomify.
enum CubeFolder {
  private static let names: [CubeFace: Set<String>] = [
    .front: ["front", "f", "pano_f", "pz", "posz", "cube_f"], .right: ["right", "r", "pano_r", "px", "posx", "cube_r"],
    .back: ["back", "b", "pano_b", "nz", "negz", "cube_b"], .left: ["left", "l", "pano_l", "nx", "negx", "cube_l"],
    .up: ["up", "u", "top", "pano_u", "py", "posy", "cube_u"], .down: ["down", "d", "bottom", "pano_d", "ny", "negy", "cube_d"],
  ]
  private static let endings: Set<String> = ["jpg", "jpeg", "png", "webp", "dzi"]
  /// What lies in a folder of Zoomify.
  static let zoomifyDocument = "ImageProperties.xml"

  /// The files of the faces, in the order of `CubeFace`; nil unless there are at least three of one kind: fewer are no cube. Folders of
  /// Zoomify are told by the document in them, "front/ImageProperties.xml".
  static func faces(_ files: [String]) -> [String?]? {
    most(files).flatMap { faces in faces.count { $0 != nil } >= 3 ? faces : nil }
  }

  /// How many faces of one kind there are.
  static func count(_ files: [String]) -> Int { most(files)?.count { $0 != nil } ?? 0 }

  private static func most(_ files: [String]) -> [String?]? {
    var found: [String: [String?]] = [:]
    for file in files {
      guard let (stem, ending) = parts(of: file), let face = names.first(where: { $0.value.contains(stem) })?.key else {
        continue
      }
      found[ending, default: Array(repeating: nil, count: 6)][face.rawValue] = file
    }
    return found.values.max { a, b in a.count { $0 != nil } < b.count { $0 != nil } }
  }

  /// The name of a face, and what kind of file it is.
  private static func parts(of file: String) -> (stem: String, ending: String)? {
    if file.hasSuffix("/" + zoomifyDocument) { return (file.dropLast(zoomifyDocument.count + 1).lowercased(), zoomifyDocument) }
    guard let dot = file.lastIndex(of: ".") else { return nil }
    let ending = file[file.index(after: dot)...].lowercased()
    return endings.contains(ending) ? (file[..<dot].lowercased(), ending) : nil
  }

  private static func isPyramid(_ file: String) -> Bool { file.lowercased().hasSuffix(".dzi") || file.hasSuffix(zoomifyDocument) }

  private static func pyramid(_ bytes: [UInt8], _ file: String) throws(FormatError) -> PanoramaPyramid {
    let thing = OutsideText.cleaned(file)
    guard file.hasSuffix(zoomifyDocument) else {
      return try PanoramaPyramid.deepZoom(bytes, name: file, thing: thing, isFace: true)
    }
    return try PanoramaPyramid.zoomify(bytes, thing: thing, prefix: String(file.dropLast(zoomifyDocument.count)), isFace: true)
  }

  static func picture(_ faces: [String?], resources: PanoramaResources) async throws(PanoramaError) -> PanoramaPicture {
    guard faces.contains(where: { $0.map(isPyramid) == true }) else {
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
        pyramids.append(try pyramid(bytes, face))
      } catch { throw PanoramaError(error) }
    }
    guard let first = pyramids.compactMap({ $0 }).first else { throw .unusable("the cube has no faces") }
    guard first.layout == .cube else { throw .unusable("the faces of the cube are not square") }
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
