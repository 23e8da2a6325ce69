import OverlookGeometry
package import OverlookSupport

/// What a layer of pictures draws for a plan, and brings to the GPU for that. Uses the memory of the last one.
package struct TileComposition: Sendable {
  package private(set) var draws: [TileDraw] = []
  /// Pictures that the renderer should take, the most needed first.
  package private(set) var uploads: [TileUpload] = []
  /// Pictures of tiles around the view, for when the renderer has time.
  package private(set) var aheadUploads: [TileUpload] = []
  /// Whether the next frame looks different though nothing happens.
  package private(set) var isFading = false

  /// A picture that may be drawn, and how much of it is seen.
  private struct Picture {
    var id: TileContentID
    var source: TileID
    var fade: Float

    init?(_ tile: TileID, _ store: TileStore<Image>, now: Double) {
      guard let item = store.shown(tile), let since = store.record(tile)?.shownAt else { return nil }
      id = item.id
      source = tile
      let fraction = (now - since) / TileFade.seconds
      fade = fraction < 1 ? Float(max(fraction, 0)) : 1
    }

    func part(over quad: TileID) -> TilePart {
      TilePart(image: id, source: source, over: quad)
    }
  }

  package init() {}

  package mutating func removeAll() {
    draws.removeAll(keepingCapacity: true)
    uploads.removeAll(keepingCapacity: true)
    aheadUploads.removeAll(keepingCapacity: true)
    isFading = false
  }

  /// Composes the squares of `cover` of what `store` has at `now`.
  package mutating func compose(
    _ cover: TileCover, _ plan: TilePlan, _ store: TileStore<Image>, _ parameters: TileParameters, now: Double
  ) {
    removeAll()
    for tile in plan.incoming { appendUpload(tile, store) }
    for tile in plan.aheadIncoming {
      if let item = store.incoming(tile) { aheadUploads.append(TileUpload(id: item.id, tile: tile, image: item.content)) }
    }
    let standIns = TileStandIns(store.ledger, parameters)
    for square in cover.squares { draw(square, store, parameters, standIns, now: now) }
  }

  private mutating func appendUpload(_ tile: TileID, _ store: TileStore<Image>) {
    guard let item = store.incoming(tile) else { return }
    uploads.append(TileUpload(id: item.id, tile: tile, image: item.content))
  }

  private mutating func draw(
    _ square: TileCover.Square, _ store: TileStore<Image>, _ parameters: TileParameters, _ standIns: TileStandIns, now: Double
  ) {
    let source = parameters.source(of: square.quad)
    let top = Picture(source, store, now: now)
    if let top, top.fade >= 1 {
      draws.append(TileDraw(quad: square.quad, worldCopy: square.worldCopy, image: top.part(over: square.quad)))
      return
    }
    if top == nil, store.record(source)?.isMissing == true { return }
    let above = ancestor(of: source, store, parameters, standIns, now: now)
    guard square.quad == source else { return append(square.quad, square.worldCopy, top: top, under: above) }
    standIns.forEachPart(of: source) { part in
      let below = part.below.flatMap { Picture($0, store, now: now) }
      append(part.place, square.worldCopy, top: top, under: below ?? above)
    }
  }

  /// The closest tile above `tile` that can be drawn. Those that only wait for the renderer are brought there.
  private mutating func ancestor(
    of tile: TileID, _ store: TileStore<Image>, _ parameters: TileParameters, _ standIns: TileStandIns, now: Double
  ) -> Picture? {
    let above = standIns.above(tile)
    var next = tile.parent
    while let candidate = next, candidate != above, candidate.z >= parameters.minimumZoom {
      if let incoming = store.incoming(candidate), !uploads.contains(where: { $0.id == incoming.id }) {
        appendUpload(candidate, store)
      }
      next = candidate.parent
    }
    return above.flatMap { Picture($0, store, now: now) }
  }

  /// `top`: nil while there is nothing to show of the tile itself. `under`: what stands in for it, or is seen through it.
  private mutating func append(_ quad: TileID, _ worldCopy: Int, top: Picture?, under: Picture?) {
    let draw: TileDraw
    if let top {
      draw = TileDraw(
        quad: quad, worldCopy: worldCopy, image: top.part(over: quad), under: under?.part(over: quad), fade: top.fade)
    } else if let under {
      draw = TileDraw(quad: quad, worldCopy: worldCopy, image: under.part(over: quad), fade: under.fade)
    } else {
      return
    }
    if draw.fade < 1 { isFading = true }
    draws.append(draw)
  }
}
