import OverlookGPU
import OverlookGeometry
import OverlookLayout

/// Numbers the squares of tiles in the stencil buffer, so that what is drawn of a tile can be cut to its square in a view that is
/// turned or tilted.
@MainActor final class TileMask {
  private struct Key: Hashable {
    var tile: TileID
    var worldCopy: Int
  }

  private let device: GPUDevice
  private let program: StyleProgram
  private var corners: GPUBuffer
  private let array: GPUVertexArray
  private var numbers: [Key: UInt8] = [:]
  private var lastNumber: UInt8 = 0
  /// Of the layer that is being drawn, of which nothing was yet.
  private var expected: [StyleTileDraw]?

  init(_ device: GPUDevice, library: ShaderLibrary) throws(GPUError) {
    self.device = device
    program = StyleProgram(device, "style_mask.vert", "style_mask.frag", library: library)
    corners = GPUBuffer(device, usage: .fixed, label: "corners of a tile")
    let side = Int16(FeatureLayer.extent)
    try corners.upload([SIMD2<Int16>(0, 0), SIMD2(side, 0), SIMD2(0, side), SIMD2(side, side)])
    array = GPUVertexArray(device)
    array.attach(corners, VertexLayout(stride: 4, [VertexAttribute(0, .short, 2, offset: 0)]))
  }

  func reload() throws(GPUError) { try program.reload() }

  /// Of a new frame, in whose stencil buffer nothing is known to be.
  func begin() {
    numbers.removeAll(keepingCapacity: true)
    lastNumber = .max
    expected = nil
  }

  /// Each of the tiles is to have a number once one of them is drawn.
  func expect(_ tiles: [StyleTileDraw]) { expected = tiles }

  func expectNone() { expected = nil }

  /// Does so for those that are expected.
  func prepare(_ stage: StyleStage) {
    guard let tiles = expected else { return }
    expected = nil
    if tiles.allSatisfy({ numbers[Key(tile: $0.clip, worldCopy: $0.worldCopy)] != nil }) { return }
    // Tiles of another source may cover those that have numbers, so all are written anew.
    numbers.removeAll(keepingCapacity: true)
    if Int(lastNumber) + tiles.count > Int(UInt8.max) {
      device.state.setScissor(nil)
      device.clear(depth: false, stencil: true)
      stage.openScissor()
      lastNumber = 0
    }
    device.state.setColorWrite(false)
    device.state.setDepthTest(false)
    for draw in tiles {
      lastNumber = lastNumber == .max ? 1 : lastNumber + 1
      numbers[Key(tile: draw.clip, worldCopy: draw.worldCopy)] = lastNumber
      device.state.setStencil(.write(lastNumber))
      program.setMatrix(.clipFromTile, stage.clipFromTile(OverscaledTile(draw.clip), worldCopy: draw.worldCopy))
      device.draw(.triangleStrip, array, count: 4)
    }
    device.state.setColorWrite(true)
  }

  /// A number that no pixel has.
  func freshNumber() -> UInt8 {
    if lastNumber == .max {
      device.state.setScissor(nil)
      device.clear(depth: false, stencil: true)
      numbers.removeAll(keepingCapacity: true)
      lastNumber = 0
    }
    lastNumber += 1
    // It may be drawn over the numbers of tiles.
    numbers.removeAll(keepingCapacity: true)
    return lastNumber
  }

  /// 0, which no tile has, when it was not prepared.
  func number(_ tile: TileID, _ worldCopy: Int) -> UInt8 {
    numbers[Key(tile: tile, worldCopy: worldCopy)] ?? 0
  }
}
