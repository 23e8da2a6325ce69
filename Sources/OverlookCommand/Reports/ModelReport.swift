import Overlook
import OverlookFormats
import OverlookSupport

/// What `overlook info` tells of a 3D model.
struct ModelReport {
  private let path: String
  private let asset: ModelAsset
  private let model: Model

  init(path: String) throws(CommandFailure) {
    do throws(FormatError) {
      let read = try ModelReader.read(path: path)
      asset = read.asset
      model = Model(asset: read.asset, warnings: read.findings.lines)
    } catch {
      throw CommandFailure(description: "\(error)")
    }
    self.path = path
  }

  private var size: [Double] { [model.width, model.height, model.length] }

  var object: [String: Any] {
    var object: [String: Any] = [
      "location": OutsideText.cleaned(path), "kind": "gltf", "size": size, "triangles": asset.triangleCount,
      "vertices": asset.vertexCount, "parts": asset.primitives.count, "nodes": asset.nodes.count,
      "materials": asset.materials.count - 1, "textures": asset.textures.count, "warnings": warnings,
    ]
    object["name"] = model.name.map { OutsideText.cleaned($0) }
    object["clips"] = model.clips.map { clip -> [String: Any] in
      var entry: [String: Any] = ["seconds": clip.duration]
      entry["name"] = clip.name.map { OutsideText.cleaned($0) }
      return entry
    }
    return object
  }

  var text: String {
    var lines: [(String, String)] = [("location", OutsideText.cleaned(path)), ("kind", "glTF model")]
    if let name = model.name { lines.append(("name", OutsideText.cleaned(name))) }
    lines += [
      ("size", size.map { PackText.number(($0 * 100).rounded() / 100) }.joined(separator: " x ") + " m (width, height, length)"),
      ("triangles", "\(asset.triangleCount)"), ("vertices", "\(asset.vertexCount)"), ("parts", "\(asset.primitives.count)"),
      ("nodes", "\(asset.nodes.count)"), ("materials", "\(asset.materials.count - 1)"), ("textures", "\(asset.textures.count)"),
    ]
    for clip in model.clips {
      let name = clip.name.map { "\"\(OutsideText.cleaned($0))\", " } ?? ""
      lines.append(("clip", "\(name)\(PackText.number((clip.duration * 100).rounded() / 100)) s"))
    }
    for warning in warnings { lines.append(("warning", warning)) }
    return ReportText.lines(lines)
  }

  private var warnings: [String] { model.warnings.map { OutsideText.cleaned($0, limit: 300) } }
}
