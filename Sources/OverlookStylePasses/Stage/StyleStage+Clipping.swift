import OverlookCamera
import OverlookGPU
import OverlookGeometry
package import OverlookLayout

// What a layer draws is cut to the squares of its tiles.
extension StyleStage {
  /// Makes ready to cut what a layer draws to its tiles; `tiles` hold all tiles of the layer. Nothing is done for it where nothing of the
  /// layer is drawn.
  package func prepareClipping(_ tiles: [StyleTileDraw]) {
    if !isUpright { mask.expect(tiles) }
  }

  /// From now on nothing outside of the square of a draw is drawn. It may draw itself: what the draw is drawn with is set after it.
  package func clip(to draw: StyleTileDraw) {
    clip(to: draw.clip, worldCopy: draw.worldCopy)
  }

  package func clip(to tile: OverscaledTile, worldCopy: Int) {
    clip(to: tile.canonical, worldCopy: worldCopy)
  }

  private func clip(to tile: TileID, worldCopy: Int) {
    if isUpright {
      device.state.setScissor(scissor(tile, worldCopy))
    } else {
      mask.prepare(self)
      device.state.setStencil(.equal(mask.number(tile, worldCopy)))
    }
  }

  package func endClipping() {
    mask.expectNone()
    openScissor()
    device.state.setStencil(.off)
  }

  /// Makes ready to hide what lies behind; what was drawn so before in the frame stays in front.
  package func beginDepth() {
    guard !isAboveExtrusions else { return }
    isAboveExtrusions = true
    openScissor()
    device.clear(depth: true, stencil: false)
  }

  /// A number that no pixel of the stencil buffer has.
  package func freshStencilNumber() -> UInt8 { mask.freshNumber() }

  /// Whether the sides of tiles are those of pixels.
  package var isUpright: Bool {
    view.isUpright
  }

  /// The pixels whose middles lie in the square of a tile.
  func scissor(_ tile: TileID, _ worldCopy: Int) -> GPURect {
    let rect = tile.worldRect
    let a = view.screenPointClamped(for: WorldPoint(x: rect.minX + Double(worldCopy), y: rect.minY))
    let b = view.screenPointClamped(for: WorldPoint(x: rect.maxX + Double(worldCopy), y: rect.maxY))
    func pixel(_ points: Double, _ limit: Int) -> Int {
      let place = (points * pixelsPerPoint - 0.5).rounded(.up)
      return Int(min(max(place, 0), Double(limit)))
    }
    let (left, right) = (pixel(min(a.x, b.x), target.width), pixel(max(a.x, b.x), target.width))
    let (top, bottom) = (pixel(min(a.y, b.y), target.height), pixel(max(a.y, b.y), target.height))
    return GPURect(x: left, y: target.height - bottom, width: right - left, height: bottom - top)
  }
}
