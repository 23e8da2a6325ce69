package import OverlookGeometry
package import OverlookSupport

extension GeoTIFF {
  /// What came of drawing a tile.
  package enum Drawing: Sendable {
    case image(Image)
    /// Nothing of the picture lies there.
    case nothing
    /// Parts of the file are missing, which its `FileParts` name.
    case needsParts
    case cancelled
  }

  /// What is drawn of a level for a tile.
  private struct Plan {
    var warp: TileWarp
    var level: Int
    var window: PictureWindow
    var blocks: [Int]
  }

  /// Draws a tile, reprojected to Web Mercator, on the calling thread. A block that is damaged is left out, unless none is sound.
  ///
  /// - Parameters:
  ///   - side: Pixels, brought to a multiple of 32 in 32 ... 1024.
  ///   - parts: Where a file that comes in parts is read; nil for the others.
  ///   - isCancelled: Asked between blocks.
  package func draw(
    _ tile: TileID, side: Int = 256, parts: FileParts? = nil, pool: DecoderPool? = nil, isCancelled: () -> Bool = { false }
  ) throws(FormatError) -> Drawing {
    guard tile.isValid else { return .nothing }
    let side = min(max(side / 32, 1), 32) * 32
    let plans = try plans(tile, side: side)
    if plans.isEmpty { return .nothing }
    guard let source = parts ?? bytes else { throw .unreadable(name, fault: "it comes in parts") }
    try source.checkUnchanged()
    let reader = reader.reading(source)
    // Blocks that are here when parts are asked for must be until they are drawn, whatever else is decoded.
    var known: [PixelBlocks.Key: BlockPixels] = [:]
    if let parts, !hasAll(plans, parts, reader, &known) { return .needsParts }
    var canvas = TileCanvas(side: side)
    var fault: FormatError?
    var isAnySound = false
    for var plan in plans {
      let picture = levels[plan.level].picture
      for block in plan.blocks {
        if isCancelled() { return .cancelled }
        do throws(FormatError) {
          let key = PixelBlocks.Key(level: plan.level, block: block)
          let pixels = if let pixels = known[key] { pixels } else { try pixels(key, reader, pool) }
          parts?.settle(isSound: true)
          isAnySound = true
          guard case .written(let pixels) = pixels else { continue }
          plan.window.add(
            pixels, stride: picture.blockWidth, x: block % picture.columns * picture.blockWidth,
            y: block / picture.columns * picture.blockHeight, right: picture.width, bottom: picture.height)
        } catch {
          if case .changed = error { throw error }
          // Pages were dropped meanwhile: `parts` has noted which.
          if parts != nil, case .unreadable = error { return .needsParts }
          parts?.settle(isSound: false)
          fault = fault ?? error
        }
      }
      plan.window.finish()
      let full = levels[0].picture
      let scale = (x: Double(picture.width) / Double(full.width), y: Double(picture.height) / Double(full.height))
      canvas.draw(plan.window, plan.warp, scale: scale, width: picture.width, height: picture.height)
    }
    if let fault, !isAnySound { throw fault }
    guard let image = Image(width: side, height: side, premultipliedRGBA: canvas.pixels) else { return .nothing }
    return .image(image)
  }

  /// What of the picture the tile shows: once, or twice where it lies around the end of the world.
  private func plans(_ tile: TileID, side: Int) throws(FormatError) -> [Plan] {
    var plans: [Plan] = []
    for offset in reference.projection.repeatsWithWorld ? [-1.0, 0, 1] : [0] {
      guard let warp = TileWarp(tile, side: side, reference: reference, worldOffset: offset),
        let seen = warp.window(width: Double(levels[0].picture.width), height: Double(levels[0].picture.height))
      else { continue }
      plans.append(try plan(warp, seen))
    }
    return plans
  }

  private func plan(_ warp: TileWarp, _ seen: (columns: ClosedRange<Double>, rows: ClosedRange<Double>)) throws(FormatError)
    -> Plan
  {
    let full = levels[0].picture
    // The smallest picture that is still as fine as the tile, a hundredth aside: sizes of overviews are rounded.
    let level =
      levels.lastIndex { Double(full.width) / Double($0.picture.width) <= warp.pixelsPerPixel * 1.01 } ?? 0
    let picture = levels[level].picture
    let scale = (x: Double(picture.width) / Double(full.width), y: Double(picture.height) / Double(full.height))
    func range(_ seen: ClosedRange<Double>, _ scale: Double, _ size: Int) -> Range<Int> {
      let low = Int(exactly: (seen.lowerBound * scale).rounded(.down)) ?? 0
      let high = Int(exactly: (seen.upperBound * scale).rounded(.up)) ?? size
      // A pixel more on each side, for what is between two.
      return max(min(low - 1, size - 1), 0)..<max(min(high + 1, size), 1)
    }
    let columns = range(seen.columns, scale.x, picture.width)
    let rows = range(seen.rows, scale.y, picture.height)
    let reduction = Int(exactly: min(warp.pixelsPerPixel * scale.x * 1.01, 1e6).rounded(.down)) ?? 1
    let window = PictureWindow(columns: columns, rows: rows, reduction: reduction)
    let across = columns.lowerBound / picture.blockWidth...(columns.upperBound - 1) / picture.blockWidth
    let down = rows.lowerBound / picture.blockHeight...(rows.upperBound - 1) / picture.blockHeight
    // Of a picture without overviews, a tile could ask for all of it; and blocks are decoded as a whole, whatever is seen.
    let count = across.count * down.count
    guard count <= TIFFLimits.drawnBlockCount, count * picture.workByteCount(colors) <= TIFFLimits.drawnByteCount else {
      throw .tooLarge(
        name, fault: "a tile would be made of \(count) blocks of \(picture.blockWidth) x \(picture.blockHeight) pixels")
    }
    let blocks = down.flatMap { row in across.map { row * picture.columns + $0 } }
    return Plan(warp: warp, level: level, window: window, blocks: blocks)
  }

  /// Whether all that the plans need is here, be it decoded as `known` tells then; what is not, is noted by `parts`.
  private func hasAll(
    _ plans: [Plan], _ parts: FileParts, _ reader: TIFFReader, _ known: inout [PixelBlocks.Key: BlockPixels]
  ) -> Bool {
    var hasAll = true
    for plan in plans {
      let level = levels[plan.level]
      for block in plan.blocks {
        let key = PixelBlocks.Key(level: plan.level, block: block)
        if let pixels = blocks.pixels(key) {
          known[key] = pixels
          continue
        }
        for (picture, samples) in [(level.picture, colors.planes)] + (level.mask.map { [($0, [0])] } ?? []) {
          do throws(FormatError) {
            let ranges = try picture.parts(of: block, samples: samples, in: reader)
            // All are looked for, so that all are asked for at once.
            if ranges.count(where: { !$0.isEmpty && !parts.has($0) }) > 0 { hasAll = false }
          } catch {
            // Other faults are said when the block is drawn.
            if case .unreadable = error { hasAll = false }
          }
        }
      }
    }
    return hasAll
  }

  /// The pixels of a block, from memory or the file.
  func pixels(_ key: PixelBlocks.Key, _ reader: TIFFReader, _ pool: DecoderPool?) throws(FormatError) -> BlockPixels {
    if let known = blocks.pixels(key) { return known }
    let level = levels[key.level]
    let parts = try level.picture.parts(of: key.block, samples: colors.planes, in: reader)
    let decoded = try level.picture.decode(block: key.block, parts: parts, in: reader, pool: pool)
    var pixels = decoded.map { level.picture.pixels($0, colors) }
    if let mask = level.mask, let seen = pixels {
      let parts = try mask.parts(of: key.block, samples: [0], in: reader)
      pixels = Self.masked(seen, try mask.decode(block: key.block, parts: parts, in: reader, pool: pool))
    }
    let result = pixels.map(BlockPixels.written) ?? .neverWritten
    blocks.insert(result, key)
    return result
  }

  /// A mask hides where it is 0; a block of it that was never written hides all.
  private static func masked(_ pixels: [UInt8], _ mask: TIFFBlock?) -> [UInt8] {
    guard let mask, case .samples(let planes, _) = mask.content, let cover = planes.first, cover.count * 4 >= pixels.count else {
      return [UInt8](repeating: 0, count: pixels.count)
    }
    var pixels = pixels
    for index in 0..<pixels.count / 4 where cover[index] == 0 {
      for channel in 0..<4 { pixels[4 * index + channel] = 0 }
    }
    return pixels
  }
}

extension GeoTIFF {
  /// Decodes every block of every size, and calls `body` with the place and the fault of each that cannot be drawn. Of a file
  /// that is here as a whole.
  ///
  /// Throws when blocks overlap each other in the file, by which a small one could hold any amount of work.
  func visitFaults(_ body: (String, FormatError) -> Void) throws(FormatError) -> (blocks: Int, faults: Int) {
    var (count, faults) = (0, 0)
    // Blocks that were found equal may be stored once.
    var left = 4 * min(reader.bytes.byteCount, 1 << 50) + (1 << 20)
    for (index, level) in levels.enumerated() {
      for block in 0..<level.picture.blockCount {
        count += 1
        do throws(FormatError) {
          let parts = try level.picture.parts(of: block, samples: colors.planes, in: reader)
          left -= min(parts.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }, left)
          _ = try pixels(PixelBlocks.Key(level: index, block: block), reader, nil)
        } catch {
          faults += 1
          body(index == 0 ? "block \(block)" : "block \(block) of overview \(index)", error)
        }
        if left == 0 { throw reader.malformed("its blocks overlap each other") }
      }
    }
    return (count, faults)
  }
}
