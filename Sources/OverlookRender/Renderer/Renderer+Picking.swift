package import OverlookCanvas
package import OverlookGPU
import OverlookGeometry
import OverlookOverlayPasses
import OverlookScene

// What is seen where, found by drawing it: exact for whatever draws itself, at the price of the overlays' draws.
extension Renderer {
  /// What of overlays and items is seen in a part of the view of `plan`, the frame that was drawn last. Markers are left out:
  /// they lie above all else, and where they are is known without drawing. `part` in pixels, the origin in the lower left corner.
  ///
  /// Only pixels that `isWanted` says yes to count. Draws nothing that is shown; the framebuffer that was bound is bound
  /// afterwards.
  package func identities(
    in part: GPURect, _ plan: FramePlan, items: [any OverlayItem],
    where isWanted: (_ x: Int, _ y: Int) -> Bool = { _, _ in true }
  ) throws(GPUError) -> [IdentityHit] {
    let (width, height) = (plan.framebuffer.width, plan.framebuffer.height)
    let part = part.intersection(GPURect(x: 0, y: 0, width: width, height: height))
    guard !part.isEmpty else { return [] }
    device.state.reset()
    let bound = device.state.currentTarget(width: width, height: height)
    defer { device.state.bind(target: bound) }
    uniforms.bind()
    let frame = overlayFrame(plan, isForTheEye: false)
    for pass in overlayPasses { try pass.upload(for: frame) }
    let pieces = try identityBuffer.pieces(width: width, height: height, in: part, where: isWanted) { (target) throws(GPUError) in
      try drawOverlays(plan, frame, items: items, target: target, isBehindBuildings: false)
    }
    var hits: [IdentityHit] = []
    for piece in pieces {
      if let hit = hit(piece), !hits.contains(hit) { hits.append(hit) }
    }
    return hits
  }

  private func hit(_ piece: IdentityPiece) -> IdentityHit? {
    switch identityBuffer.owner(ofDraw: piece.draw) {
    case .item(let index): return .item(index)
    case .run(let run):
      let entry = run.firstEntry + (run.kind == .shapes ? shapeIndex(run, piece.primitive) : 0)
      guard let (kind, slot) = overlay(ofEntry: entry) else { return nil }
      return .overlay(kind, slot: slot, instance: kind == .dataLayer ? piece.instance : 0)
    case nil: return nil
    }
  }

  /// Which shape of a run, counted from its first one, has the triangle of this number.
  private func shapeIndex(_ run: OverlayRun, _ triangle: Int) -> Int {
    let batch = shapePass.batch
    let index = batch.indexRange(first: run.first, count: run.count).indices.lowerBound + 3 * triangle
    var (low, high) = (0, run.count)
    // The last one that does not begin behind it.
    while high - low > 1 {
      let middle = (low + high) / 2
      if batch.indexRange(first: run.first + middle, count: 1).indices.lowerBound <= index { low = middle } else { high = middle }
    }
    return low
  }
}
