import Foundation
import Overlook
import OverlookFiles
import OverlookRegions
import OverlookSupport

// Layers of tiles.
extension LayerOpener {
  func openSource(_ location: String, _ entry: LayerEntry, _ wish: Wish) {
    let services = map.services
    var wish = wish
    if let layer = wish.options.layer { entry.sourceLayer = layer } else { wish.options.layer = entry.sourceLayer }
    Task { [weak self, wish] in
      let stamp = await Self.stamp(of: location)
      let outcome: Result<TileSource, TileSourceError>
      do throws(TileSourceError) {
        let source = try await TileSource.open(location, options: wish.options, services: services)
        outcome = .success(source.kind == .template ? try await source.namingLayers(services: services) : source)
      } catch {
        outcome = .failure(error)
      }
      guard let self, isWanted(entry) else { return }
      switch outcome {
      case .success(let source):
        take(source, of: entry, wish)
        follow(entry.location, stamp, wish.options)
      case .failure(let error): await refuseSource(error, of: entry, wish)
      }
    }
  }

  /// An address that is no source may be that of a style, and it or a file that of pictures over time.
  private func refuseSource(_ error: TileSourceError, of entry: LayerEntry, _ wish: Wish) async {
    let location = entry.location
    if entry.isAddress, !location.contains("{"), let style = try? await MapStyle.open(location, services: map.services) {
      return take(style, of: entry, wish)
    }
    if error.isOfContent, entry.isAddress ? !location.contains("{") : location.hasSuffix(".json"),
      await openLoop(location, entry, wish)
    {
      return
    }
    guard isWanted(entry) else { return }
    if wish.kept != nil || !entry.isAddress { fail(entry, "\(error)", wish) } else { refuse(entry, "\(error)", wish) }
  }

  /// Opens pictures over time; false where there are none.
  func openLoop(_ location: String, _ entry: LayerEntry, _ wish: Wish) async -> Bool {
    let catalogue = try? await TimedOverlayCatalogue.open(location, options: wish.options, services: map.services)
    guard let catalogue else { return false }
    guard isWanted(entry) else { return true }
    entry.kind = .tiles
    entry.take(LoopContent(catalogue, location: location, on: map))
    entry.summary = catalogue.layers.first.map { OutsideText.cleaned($0.title, limit: 60) } ?? ""
    finish(entry, wish)
    return true
  }

  /// Shows another layer of a server in the place of the one that is shown.
  func choose(_ layer: TileSource.Layer, of entry: LayerEntry) {
    guard let old = entry.content as? TilesContent, layer.name != old.shownChoice?.name else { return }
    var options = old.options
    // Styles, times and sets of tiles are each layer's own.
    (options.layer, options.style, options.time, options.matrixSet) = (layer.name, nil, nil, nil)
    let services = map.services
    let number = openings[entry.location, default: 0] + 1
    openings[entry.location] = number
    Task { [weak self, options] in
      do {
        let source = try await TileSource.open(entry.location, options: options, services: services)
        guard let self, openings[entry.location] == number, list.entry(entry.id) === entry, entry.content === old else { return }
        if source.isVector { throw TileSourceError.holdsVectorTiles(source: source.messageName) }
        let content = TilesContent(source, options: options, location: entry.location, on: map)
        list.show(layer.name, called: source.isRemote ? source.name : entry.name, content, of: entry)
      } catch {
        guard let self, openings[entry.location] == number else { return }
        say(OutsideText.cleaned("\(error)", limit: 600), true)
      }
    }
  }

  func take(_ source: TileSource, of entry: LayerEntry, _ wish: Wish) {
    guard isBase(source, wish) else { return takeAsLayer(source, entry, wish) }
    list.discard(entry)
    var content = BaseMaps.Content.pictures(source)
    if source.isVector {
      guard let style = MapStyle(showing: source, at: entry.location) else {
        return tell("\(TileSourceError.holdsVectorTiles(source: source.messageName))", wish)
      }
      content = .style(style)
    }
    let title = source.isRemote ? source.name : entry.name
    let facts = LayerText.facts(of: source, at: entry.location)
    base.add(
      BaseMaps.Own(location: entry.location, title: OutsideText.cleaned(title, limit: 60), content: content, facts: facts),
      shows: wish.showsBase, isUndoable: wish.kept == nil)
    wish.onOpened?()
    if wish.looksAt, !source.isRemote { onLook(source.bounds) }
    if source.isVector, !wish.isBase, wish.kept == nil, wish.showsBase { onBase(title, entry.location) }
  }

  /// Vector tiles that are a map are one unless somebody wants otherwise; of others, what they hold lies on the map.
  func isBase(_ source: TileSource, _ wish: Wish) -> Bool {
    if wish.isBase { return true }
    return source.isVector && !wish.isLayer && wish.kept == nil && MapStyle.isMap(source)
  }

  private func takeAsLayer(_ source: TileSource, _ entry: LayerEntry, _ wish: Wish) {
    entry.kind = .tiles
    entry.name = source.isRemote ? source.name : entry.name
    entry.summary =
      source.isRemote
      ? localized("Tiles of {server}", ["server": source.messageName]) : localized("{kind} tiles", ["kind": source.kind.title])
    if source.isVector {
      openFeatures(entry, wish, FileLayer(source, at: entry.location, looksAt: false))
    } else {
      entry.take(TilesContent(source, options: wish.options, location: entry.location, on: map))
      finish(entry, wish)
    }
  }

  /// Opens a layer of vector tiles as the base map, or such a base map as a layer.
  func reopen(_ location: String, asBase isBase: Bool) {
    if let entry = list.entry(at: location) { list.discard(entry) }
    base.forget(location)
    var wish = Wish(looksAt: false)
    (wish.isBase, wish.isLayer) = (isBase, !isBase)
    open(location, wish)
  }
}

extension TileSourceError {
  /// Whether something was there that is no tiles.
  fileprivate var isOfContent: Bool { if case .unavailable = self { false } else { true } }
}
