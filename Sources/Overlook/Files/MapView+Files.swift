public import Foundation
import OverlookCamera
import OverlookFiles
import OverlookFormats
public import OverlookGeometry

extension MapView {
  /// Opens a file of people above the map: GeoJSON, GPX, KML, KMZ, tables and others. Returns at once; the layer says how far it is.
  ///
  /// - Parameters:
  ///   - url: Of a file on this machine, or of a FlatGeobuf file with an index on a web server, of which the features in view are asked
  ///     for. Of anything else the layer says that it cannot be opened.
  ///   - looksAt: Whether the camera goes to the file's bounds when it is read. Default true.
  @discardableResult
  public func open(_ url: URL, looksAt: Bool = true) -> FileLayer {
    open(path: url.isFileURL ? url.path : url.absoluteString, looksAt: looksAt)
  }

  /// As `open(_:looksAt:)`, of the file at `path`.
  @discardableResult
  public func open(path: String, looksAt: Bool = true) -> FileLayer {
    let layer = FileLayer(path: path, looksAt: looksAt)
    add(layer)
    return layer
  }

  /// The files of people that are open, in the order of opening.
  public var fileLayers: [FileLayer] { components.compactMap { $0 as? FileLayer } }

  /// Whether the file at `path` is one that `open(_:looksAt:)` reads, by its content, of which the first 64 KiB are read; or an address of
  /// the web that ends in .fgb, which nobody is asked for.
  public nonisolated static func canOpen(path: String) -> Bool {
    if FlatGeobufView.isRemote(path) {
      return path.prefix { $0 != "?" && $0 != "#" }.lowercased().hasSuffix(".fgb") && !path.contains("{")
    }
    guard let input = try? FileInput(path: path) else { return false }
    return FileFormats.format(of: input) != nil
  }

  /// Whether the file at `path` has pictures for a tile layer besides features: a GeoPackage with tiles.
  package nonisolated static func hasTilesToo(path: String) -> Bool {
    guard !FlatGeobufView.isRemote(path), let input = try? FileInput(path: path),
      FileFormats.format(of: input)?.name == "GeoPackage"
    else { return false }
    return (try? GeoPackageTiles.contents(path: path))?.tiles.isEmpty == false
  }

  /// Brings the camera to `bounds`, with a margin; no closer than a street for a single place.
  package func look(at bounds: CoordinateBounds) {
    let margin = min(size.width, size.height) / 12
    let insets = EdgeInsets(top: margin, left: margin, bottom: margin, right: margin)
    guard bounds.isValid, let fitting = camera(for: bounds, insets: insets) else { return }
    let camera = CameraPosition(target: fitting.target, zoom: min(fitting.zoom, 17), bearing: 0, viewingAngle: 0)
    if isStill || components.isEmpty { self.camera = camera } else { animate(to: camera) }
  }
}
