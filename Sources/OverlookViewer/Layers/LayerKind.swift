import Overlook
import OverlookSupport

/// What a layer is, for its sign and the line below its name.
enum LayerKind: String, Codable, CaseIterable {
  case file, tiles, model, extract, photo

  var sign: Sign {
    switch self {
    case .file: .file
    case .tiles: .tiles
    case .model: .model
    case .extract: .region
    case .photo: .photo
    }
  }

  /// In the language of the interface.
  var title: String {
    switch self {
    case .file: localized("File")
    case .tiles: localized("Tiles")
    case .model: localized("3D model")
    case .extract: localized("OpenStreetMap extract")
    case .photo: localized("Photograph")
    }
  }
}
