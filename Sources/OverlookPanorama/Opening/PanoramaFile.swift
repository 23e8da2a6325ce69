import Foundation
import OverlookFormats
import OverlookNetwork

/// Whether what a path or an address names is a panorama, told without opening all of it.
package enum PanoramaFile {
  private static let headBytes = 1 << 20
  private static let mostNames = 4_000
  /// Most pictures that are twice as wide as high and no panoramas, as banners are, are narrower.
  private static let leastWidth = 1_000

  /// Whether a text names a service.
  package static func isService(_ text: String) -> Bool { PanoramaServer.parts(text) != nil }

  /// What a text names a service by ("panoramax:URL", "mapillary:URL"), and its address alone; an address without a name is Mapillary's where
  /// its host is, else one of Panoramax. Nil for anything else.
  package static func service(_ text: String) -> (reference: String, address: String)? {
    let text = text.filter { !$0.isWhitespace }
    if let (_, address) = PanoramaServer.parts(text) { return (text, address) }
    guard let address = HTTPAddress(text) else { return nil }
    let isMapillary = address.host == "mapillary.com" || address.host.hasSuffix(".mapillary.com")
    let service: PanoramaServer.Service = isMapillary ? .mapillary : .panoramax
    return ("\(service.rawValue):\(text)", text)
  }

  /// Reads the beginning of a file, or the names of a folder. Any thread.
  package static func isLikely(_ path: String) -> Bool {
    if isService(path) { return true }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return false }
    if isFolder.boolValue {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.prefix(mostNames).contains { name in
        let name = name.lowercased()
        return name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") || name == "config.json" || name == "tour.json"
      }
    }
    // A FIFO would keep who opens it waiting without end; this takes regular files alone.
    guard let file = try? ArchiveFile(path: path),
      let head = try? file.read(offset: 0, count: Int(min(file.byteCount, UInt64(headBytes))), thing: "its beginning")
    else { return false }
    return isPanorama(head, name: path.split(separator: "/").last.map(String.init) ?? path)
  }

  private static func isPanorama(_ head: [UInt8], name: String) -> Bool {
    if ImageFormat.sniffed(head) == .jpeg {
      if head.prefix(headBytes).firstRange(of: Array("GPano".utf8)) != nil { return true }
      guard let size = try? JPEGPlan(head) else { return false }
      return size.width >= leastWidth && abs(size.width - 2 * size.height) <= 2
    }
    // Documents of other kinds begin with other letters.
    guard head.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") || head.starts(with: Array("<".utf8)) else { return false }
    return (try? PanoramaCheck(head, name: name)) != nil
  }
}
