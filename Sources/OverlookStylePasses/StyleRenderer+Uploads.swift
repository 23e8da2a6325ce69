package import OverlookGPU
package import OverlookLayout
package import OverlookPasses
import OverlookStyle
import OverlookSupport

extension StyleRenderer {
  /// Brings tiles that came to the driver, in their order and for as long as the frame has time; names those that are there.
  package func upload(_ arrivals: [StyleArrival], zoom: Double, _ budget: UploadBudget) throws(GPUError) -> [UInt64] {
    var uploaded: [UInt64] = []
    budget.beginShare()
    for arrival in arrivals {
      guard try upload(arrival, zoom: zoom, budget) else { break }
      uploaded.append(arrival.id)
    }
    if uploaded.count == arrivals.count { partUploads.removeAll(keepingCapacity: true) }
    return uploaded
  }

  /// False when the time is over; what was brought stays, and the next frame goes on behind it.
  private func upload(_ arrival: StyleArrival, zoom: Double, _ budget: UploadBudget) throws(GPUError) -> Bool {
    for layer in arrival.layers where needsDriver(layer, zoom: zoom) {
      guard let (id, bytes) = layer.upload, !partUploads.contains(id) else { continue }
      guard budget.hasTime(bytes: bytes, isNeeded: !arrival.isAhead) else { return false }
      let start = budget.start()
      try prepare(layer)
      budget.stop(start, bytes: bytes, isTile: true)
      partUploads.insert(id)
    }
    return true
  }
}

extension StyleFrameLayer {
  /// What is brought to the driver for the one tile of the layer, and how much that is; nil for nothing.
  fileprivate var upload: (id: BucketID, bytes: Int)? {
    switch content {
    case .tiles(let draws): draws.first.map { ($0.bucket.id, $0.bucket.byteCount) }
    case .raster(let draws): draws.first.map { ($0.raster.id, $0.raster.image.byteCount) }
    case .dem(let draws): draws.first.map { ($0.raster.id, $0.raster.image.byteCount) }
    case .background, .image: nil
    }
  }
}
