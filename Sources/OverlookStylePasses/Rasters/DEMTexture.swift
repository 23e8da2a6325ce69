import OverlookGPU
import OverlookGeometry
import OverlookLayout
import OverlookSupport

/// The heights of a tile in the driver's memory, with two pixels of its neighbours on each side; and their slopes.
@MainActor final class DEMTexture {
  /// Pixels of the neighbours: one for the slopes at the edge, one for the slopes beyond it, which are mixed in.
  static let border = 2

  let heights: GPUTexture
  /// Pixels along the tile's side.
  let side: Int
  /// What it was made of: another neighbour makes another texture.
  let sources: [BucketID?]
  private var slopes: GPUFramebuffer?

  init(_ device: GPUDevice, _ draw: StyleDEMDraw) throws(GPUError) {
    side = min(draw.raster.image.width, draw.raster.image.height)
    sources = Self.sources(of: draw)
    let padded = side + 2 * Self.border
    heights = try GPUTexture(device, width: padded, height: padded, filter: .nearest, label: "heights of a tile")
    heights.upload(DEMPixels.bordered(draw, side: side, border: Self.border).span, x: 0, y: 0, width: padded, height: padded)
  }

  static func sources(of draw: StyleDEMDraw) -> [BucketID?] { [draw.raster.id] + draw.neighbours.map { $0?.id } }

  /// Draws the slopes once. The bound target is another one afterwards.
  func prepareSlopes(_ device: GPUDevice, _ program: StyleProgram, _ array: borrowing GPUVertexArray, _ draw: StyleDEMDraw)
    throws(GPUError)
  {
    guard slopes == nil else { return }
    let size = side + 2
    slopes = try GPUFramebuffer(device, width: size, height: size, label: "slopes of a tile")
    guard let target = slopes?.target else { return }
    device.state.bind(target: target)
    let limit = device.state.scissorLimit
    device.state.scissorLimit = nil
    defer { device.state.scissorLimit = limit }
    device.state.setScissor(nil)
    device.state.setStencil(.off)
    device.state.setDepthTest(false)
    device.state.setBlend(.off)
    heights.bind(unit: 0)
    program.set(named: "u_heights", 0)
    program.set(named: "u_unpack", draw.encoding.vector)
    program.set(named: "u_zoom", Float(draw.source.z))
    program.set(named: "u_side", Float(side))
    device.draw(.triangles, array, count: 3)
  }

  func bindSlopes(unit: Int) { slopes?.color.bind(unit: unit) }
}

extension StyleDEMDraw.Encoding {
  /// For the dot product with red, green, blue and -1.
  var vector: SIMD4<Float> { SIMD4(Float(red), Float(green), Float(blue), Float(base)) }
}

/// Pixels of heights with a border from the neighbours.
enum DEMPixels {
  /// Where a neighbour is missing, or has another size, the nearest pixel of the tile itself stands in.
  static func bordered(_ draw: StyleDEMDraw, side: Int, border: Int) -> [UInt8] {
    let own = draw.raster.image
    var images = draw.neighbours.map { $0?.image }
    images += Array(repeating: nil, count: max(8 - images.count, 0))
    // North-west, north, north-east, west, itself, east, south-west, south, south-east.
    images.insert(own, at: 4)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * (side + 2 * border) * (side + 2 * border))
    for row in -border..<(side + border) {
      let band = row < 0 ? 0 : row < side ? 1 : 2
      for (column, range) in [(0, -border..<0), (1, 0..<side), (2, side..<(side + border))] {
        var image = images[3 * band + column] ?? own
        if image.width != own.width || image.height != own.height { image = own }
        let isOwn = image === own
        let y = isOwn ? min(max(row, 0), side - 1) : row - (band - 1) * side
        if isOwn && column != 1 {
          let x = column == 0 ? 0 : side - 1
          let start = 4 * (y * image.width + x)
          for _ in range { pixels += image.pixels[start..<(start + 4)] }
        } else {
          let x = isOwn ? range.lowerBound : range.lowerBound - (column - 1) * side
          let start = 4 * (y * image.width + x)
          pixels += image.pixels[start..<(start + 4 * range.count)]
        }
      }
    }
    return pixels
  }
}
