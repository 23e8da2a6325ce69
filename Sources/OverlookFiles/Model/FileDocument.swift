package import OverlookGeometry
package import OverlookSupport

/// A file of people as Overlook reads it: features with properties and looks, and what else its format holds. A value.
package struct FileDocument: Sendable {
  /// The name of its format, as `FileFormats` has it: "GeoJSON".
  package var format: String
  /// What the file calls itself; empty where it does not.
  package var name = ""
  package var summary = ""
  package var shapes = FeatureShapes()
  package var properties = FeatureProperties()
  package var looks: [FeatureLook] = []
  package var folders: [DocumentFolder] = []
  package var groundOverlays: [FileGroundOverlay] = []
  /// Other documents that this one names. They are never followed unasked.
  package var links: [FileLink] = []
  package var tours: [FileTour] = []
  /// How the file wants to be seen first.
  package var camera: FileCamera?
  /// Pictures that came in the file, by the names that looks and overlays use.
  package var pictures: [String: [UInt8]] = [:]
  /// The coordinate reference system of the file as it names it; nil for degrees of WGS 84.
  package var crs: String?
  /// What people should know that is no fault: which column was taken for what.
  package var notes: [String] = []
  package var faults = FileFaults()
  /// Whether features are missing because there are too many; `notes` say so.
  package var isCutShort = false
  /// Whether it is what a view shows of tiles, whose points look the same however few of them there are.
  package var isViewOfMore = false
  /// Of all positions and overlays; empty when there are none.
  package var bounds = CoordinateBounds.empty

  package init(format: String) { self.format = format }

  package var featureCount: Int { shapes.count }
  package var isEmpty: Bool { shapes.count == 0 && groundOverlays.isEmpty && links.isEmpty && tours.isEmpty }

  /// Bytes of memory of features and properties.
  package var byteCount: Int { shapes.byteCount + properties.byteCount }

  /// Names under which files keep what a feature is called, the likeliest first.
  private static let titleNames = [
    "name", "Name", "NAME", "title", "Title", "TITLE", "label", "Label", "name:en", "nom", "Nom", "nombre", "bezeichnung",
    "Bezeichnung", "naam", "nimi", "NAMN", "id", "ID", "Id",
  ]

  /// The column that labels are taken from unless another is chosen; nil when none looks like a name.
  package var titleColumn: Int? {
    for name in Self.titleNames {
      if let column = properties.column(named: name) { return column }
    }
    return properties.columns.firstIndex { $0.kind == .texts && $0.name.lowercased().contains("name") }
  }

  /// What a feature is called; nil when it has no name.
  package func title(of feature: Int) -> String? {
    guard let text = titleColumn.flatMap({ properties.value(feature, $0) })?.text, !text.isEmpty else { return nil }
    return OutsideText.cleaned(text, limit: 256)
  }

  /// The look of a feature; the empty one where it has none of its own.
  package func look(of feature: Int) -> FeatureLook {
    guard shapes.records.indices.contains(feature) else { return FeatureLook() }
    let look = Int(shapes.records.look(of: feature))
    return looks.indices.contains(look) ? looks[look] : FeatureLook()
  }
}

/// A folder of a file, which may lie in another.
package struct DocumentFolder: Hashable, Sendable {
  package var name: String
  /// Of `FileDocument.folders`, before this one; nil at the top.
  package var parent: Int?
  package var isVisible = true

  /// The name of the one that holds the tracks of a GPX document.
  package static let gpxTracks = "Tracks"

  package init(name: String, parent: Int? = nil) { (self.name, self.parent) = (name, parent) }
}

/// A picture that lies on the ground.
package struct FileGroundOverlay: Hashable, Sendable {
  package var name: String
  /// Among `FileDocument.pictures`, or an address.
  package var picture: String
  /// South-west, south-east, north-east and north-west of the picture's corners.
  package var corners: [LocationCoordinate]
  package var opacity: Float = 1
}

/// Another document that a file names.
package struct FileLink: Hashable, Sendable {
  package var name: String
  package var address: String
}

/// A view of the map.
package struct FileCamera: Hashable, Sendable {
  package var target: LocationCoordinate
  /// Metres from the eye to the target; nil where the file names none.
  package var rangeMeters: Double?
  /// Degrees clockwise from north.
  package var bearing: Double
  /// Degrees from looking straight down.
  package var tilt: Double
}

/// Views that are flown to one after another.
package struct FileTour: Hashable, Sendable {
  package var name: String
  package var stops: [Stop] = []

  package struct Stop: Hashable, Sendable {
    package var camera: FileCamera
    /// Of the flight to it, or of the stay where the camera is that of the stop before.
    package var seconds: Double
  }
}
