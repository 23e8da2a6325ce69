import Foundation
import Overlook
import OverlookFiles
import OverlookRegions
import OverlookSupport

// Files that are written anew.
extension LayerOpener {
  /// What a file looks like before it is opened; nil for what is no file here. The opening waits for it, beside the main thread: both
  /// ask the same disk.
  static func stamp(of location: String) async -> FileStamp? {
    let path = tilesPath(location) ?? location
    guard path.hasPrefix("/") else { return nil }
    return await Task.detached(priority: .userInitiated) { FileStamp(path: path) }.value
  }

  func follow(_ location: String, _ stamp: FileStamp?, _ options: TileSource.Options = TileSource.Options()) {
    guard let stamp else { return }
    if watches.count >= Self.watchLimit {
      for gone in watched.keys where list.entry(at: gone) == nil && base.own(at: gone) == nil {
        watched[gone] = nil
        watches.end(gone)
      }
    }
    openings[location, default: 0] += 1
    watched[location] = options
    watches.follow(location, path: Self.tilesPath(location) ?? location, since: stamp)
  }

  /// Opens what was written anew, in the place of what is shown, which stays where the new one cannot be read.
  func openAgain(_ location: String) {
    let entry = list.entry(at: location)
    guard let options = watched[location], entry?.content != nil || base.own(at: location) != nil else { return }
    let (path, services) = (Self.tilesPath(location) ?? location, map.services)
    let (isDocument, isModel) = (base.own(at: location)?.isDocument == true, entry?.content is ModelContent)
    let number = openings[location, default: 0] + 1
    openings[location] = number
    Task { [weak self] in
      do {
        if isDocument {
          let style = try await MapStyle.open(location, services: services)
          guard let self, openings[location] == number else { return }
          base.renew(location, .style(style))
        } else if isModel {
          let model = try await Model.load(path: path)
          guard let self, openings[location] == number else { return }
          if let entry { renew(entry, model) }
        } else {
          let source = try await TileSource.open(path, options: options, services: services)
          guard let self, openings[location] == number else { return }
          renew(location, source)
        }
      } catch {
        guard let self, openings[location] == number else { return }
        say(OutsideText.cleaned("\(error)", limit: 600), true)
      }
    }
  }

  private func renew(_ entry: LayerEntry, _ model: Model) {
    guard list.entry(entry.id) === entry, let old = entry.content as? ModelContent else { return }
    old.detach()
    entry.take(ModelContent(model, location: entry.location, at: old.place, on: map))
    list.order()
  }

  private func renew(_ location: String, _ source: TileSource) {
    if let entry = list.entry(at: location), let old = entry.content {
      old.detach()
      if source.isVector {
        openFeatures(entry, Wish(looksAt: false), FileLayer(source, at: location, looksAt: false))
      } else {
        entry.take(TilesContent(source, options: watched[location] ?? TileSource.Options(), location: location, on: map))
        list.order()
      }
    } else if !source.isVector {
      base.renew(location, .pictures(source))
    } else if let style = MapStyle(showing: source, at: location) {
      base.renew(location, .style(style))
    }
  }
}
