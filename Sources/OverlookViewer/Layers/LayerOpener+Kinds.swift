import Foundation
import Overlook
import OverlookFiles
import OverlookRegions
import OverlookSupport

// What a location turns out to be.
extension LayerOpener {
  func take(_ sight: FileSight, of entry: LayerEntry, _ wish: Wish) {
    guard isWanted(entry) else { return }
    switch sight {
    case .missing:
      if wish.kept != nil {
        entry.state = .missing
      } else {
        refuse(entry, localized("{name}: there is no such file", ["name": entry.name]), wish)
      }
    case .special: refuse(entry, localized("{name} is no file that can be read", ["name": entry.name]), wish)
    case .folder(let paths, let omitted):
      list.discard(entry)
      if paths.isEmpty {
        return tell(localized("{name} holds nothing that can be opened", ["name": entry.name]), wish)
      }
      open(paths, omitted: omitted, Wish(batch: wish.batch, looksAt: wish.looksAt, options: wish.options))
    case .loop: openLoop(entry, wish)
    case .features(let isPhoto, let hasTiles):
      entry.kind = isPhoto ? .photo : .file
      openFeatures(entry, wish)
      // Its pictures are a layer of their own, which comes back with the session by itself.
      if wish.kept == nil, hasTiles { open(Self.tilesPrefix + entry.location, wish) }
    case .model: openModel(entry, wish)
    case .extract:
      entry.kind = .extract
      entry.take(ExtractContent(path: entry.location))
      entry.summary = localized("Can be made a region: map, search and routes without a network")
      finish(entry, wish)
      if wish.kept == nil { onExtract(entry) }
    case .style: openStyle(entry, wish)
    case .other: openSource(entry.location, entry, wish)
    }
  }

  private func openLoop(_ entry: LayerEntry, _ wish: Wish) {
    Task { [weak self] in
      guard let self, await !openLoop(entry.location, entry, wish), isWanted(entry) else { return }
      fail(entry, localized("{name} holds nothing that can be opened", ["name": entry.name]), wish)
    }
  }

  /// False for what was cancelled or removed meanwhile.
  func isWanted(_ entry: LayerEntry) -> Bool {
    cancelled.remove(entry.id) == nil && list.entry(entry.id) === entry
  }

  func openFeatures(_ entry: LayerEntry, _ wish: Wish, _ layer: FileLayer? = nil) {
    let layer = layer ?? FileLayer(path: entry.location, looksAt: false)
    layer.showsWindows = false
    layer.onChange = { [weak self, weak entry] layer in
      if let entry { self?.didRead(layer, entry, wish) }
    }
    let content = FileContent(layer, on: map)
    entry.take(content)
    content.attach()
    list.order()
  }

  private func didRead(_ layer: FileLayer, _ entry: LayerEntry, _ wish: Wish) {
    guard list.entry(entry.id) === entry else { return }
    let isFirst = entry.state != .ready
    if let problem = layer.problem {
      if cancelled.remove(entry.id) != nil, isFirst { return list.discard(entry) }
      // What was read before is still shown.
      if isFirst { entry.state = .failed(Self.short(problem, entry)) }
      return tell(problem, wish)
    }
    entry.faultCount = layer.faultCount
    if layer.tiles == nil {
      entry.name = layer.name
      entry.summary =
        layer.showsSomeOnly
        ? LayerText.share(layer.loadedCount, of: layer.featureCount)
        : localized(
          "{format}, {count} feature", "{format}, {count} features", count: layer.featureCount, ["format": layer.format])
      if layer.showsSomeOnly, !isFirst, wish.kept == nil, saidShares.insert(entry.id).inserted {
        say("\(entry.title): \(entry.summary)", false)
      }
    }
    entry.sign = (entry.content as? FileContent)?.sign
    entry.contentDidChange()
    if let warning = layer.warning, isFirst, wish.kept == nil { tell(warning, wish, isFailure: false) }
    if isFirst { finish(entry, wish) }
    if isFirst, wish.kept == nil, let links = layer.document?.links, !links.isEmpty { onLinks(entry, links) }
  }

  private func openModel(_ entry: LayerEntry, _ wish: Wish) {
    entry.kind = .model
    let place = map.camera.target
    Task { [weak self, weak map] in
      let stamp = await Self.stamp(of: entry.location)
      do throws(Model.Problem) {
        let model = try await Model.load(path: entry.location)
        guard let self, let map, isWanted(entry) else { return }
        entry.take(ModelContent(model, location: entry.location, at: place, on: map))
        follow(entry.location, stamp)
        entry.summary = localized("3D model, in the middle of the view")
        finish(entry, wish)
      } catch {
        if let self, isWanted(entry) { fail(entry, error.description, wish) }
      }
    }
  }

  private func openStyle(_ entry: LayerEntry, _ wish: Wish) {
    let (location, services) = (entry.location, map.services)
    Task { [weak self] in
      let stamp = await Self.stamp(of: location)
      do throws(MapStyle.Problem) {
        let style = try await MapStyle.open(location, services: services)
        guard let self, isWanted(entry) else { return }
        take(style, of: entry, wish)
        follow(location, stamp)
      } catch {
        if let self, isWanted(entry) { fail(entry, error.description, wish) }
      }
    }
  }

  func take(_ style: MapStyle, of entry: LayerEntry, _ wish: Wish) {
    list.discard(entry)
    let title = style.name.map { OutsideText.cleaned($0, limit: 60) } ?? entry.name
    base.add(
      BaseMaps.Own(location: entry.location, title: title, content: .style(style), facts: [], isDocument: true),
      shows: wish.showsBase,
      isUndoable: wish.kept == nil)
    wish.onOpened?()
  }
}
