import OverlookFormats
import OverlookSupport

/// Bytes of a tile, from a server or a file, to what the map makes of them. Runs on workers.
enum TileDecoding {
  /// Bytes of a tile after decompression.
  static let maximumInflatedBytes = 32 << 20

  /// `source` names the host or file in messages; `isCompressed` when the bytes came with `Content-Encoding: gzip`.
  static func outcome(of bytes: [UInt8], source: String, isCompressed: Bool = false) -> TileOutcome {
    do throws(FormatError) {
      let plain = isCompressed ? try Gzip.inflate(bytes, limit: maximumInflatedBytes, thing: "tile") : bytes
      return .image(try ImageDecoder.decode(plain))
    } catch {
      return .failed(message: "\(source): \(error)", afterSeconds: nil)
    }
  }
}
