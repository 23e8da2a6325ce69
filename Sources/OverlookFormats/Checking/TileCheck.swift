/// Decodes one tile, whatever it is, to see whether it can be used.
package enum TileCheck {
  package struct Result: Sendable {
    /// Why the tile cannot be used.
    package var error: FormatError?
    /// What is wrong with parts of a vector tile.
    package var faults = VectorTileFaults()
    package var format: TileArchiveHeader.TileFormat?
  }

  /// Decodes all of a tile; vector tiles may be gzip data. `expected`: what the tile is said to be, for the words of errors.
  package static func result(of bytes: [UInt8], expected: TileArchiveHeader.TileFormat = .unknown) -> Result {
    var result = Result()
    do throws(FormatError) {
      if let format = ImageFormat.sniffed(bytes) {
        _ = try ImageDecoder.decode(bytes)
        result.format = TileArchiveHeader.TileFormat(format)
        return result
      }
      result.faults = try faults(ofVectorTile: bytes, isExpected: expected == .mvt)
      result.format = .mvt
    } catch {
      result.error = error
    }
    return result
  }

  private static func faults(
    ofVectorTile bytes: [UInt8], isExpected: Bool
  ) throws(FormatError) -> VectorTileFaults {
    guard !bytes.isEmpty else { throw .unrecognized("tile", found: ImageFormat.guess(bytes)) }
    let plain = Gzip.isGzip(bytes) ? try Gzip.inflate(bytes, limit: VectorTileLimits.byteCount, thing: "tile") : bytes
    var audit = VectorTileAudit()
    do throws(FormatError) {
      return try audit.faults(of: plain)
    } catch {
      throw isExpected || VectorTile.isLikely(plain) ? error : .unrecognized("tile", found: ImageFormat.guess(plain))
    }
  }
}

extension TileArchiveHeader.TileFormat {
  package init(_ format: ImageFormat) {
    self =
      switch format {
      case .png: .png
      case .jpeg: .jpeg
      case .webp: .webp
      }
  }
}
