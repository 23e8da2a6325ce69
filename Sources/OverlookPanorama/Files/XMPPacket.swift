import OverlookFormats
import OverlookSupport

/// The properties of a JPEG file in XMP, by their local names: those of the packet in its segment APP1, and those of the extended packet
/// in further ones (XMP specification part 3, 1.1.3.1). What cannot be used is absent, and said in `warnings`.
struct XMPPacket {
  private(set) var properties: [String: String] = [:]
  private(set) var warnings: [String] = []

  private static let mainName = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  private static let extensionName = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
  private static let maximumExtensionBytes = 16 << 20
  private static let identifierCount = 32

  private static let limits: XMLLimits = {
    var limits = XMLLimits()
    (limits.byteCount, limits.depth, limits.elementCount) = (16 << 20, 32, 10_000)
    (limits.attributeCount, limits.nameCount) = (10_000, 4096)
    (limits.textByteCount, limits.tokenByteCount) = (16 << 20, 16 << 20)
    return limits
  }()

  /// `head`: the beginning of the file, at least up to the picture itself.
  init(jpeg head: [UInt8]) {
    let segments = JPEGSegments(head)
    if segments.isCut { warnings.append("a part of the file's head is cut short") }
    guard let main = segments.applicationData.first(where: { $0.starts(with: Self.mainName) }) else { return }
    read(Array(main.dropFirst(Self.mainName.count)), "XMP")
    guard let identifier = properties["HasExtendedXMP"] else { return }
    let parts = segments.applicationData.filter { $0.starts(with: Self.extensionName) }
      .map { $0.dropFirst(Self.extensionName.count) }
    if let bytes = extended(parts, identifier: Array(identifier.uppercased().utf8)) { read(bytes, "extended XMP") }
  }

  /// The extended packet that the main one names, put together of its parts.
  private mutating func extended(_ parts: [ArraySlice<UInt8>], identifier: [UInt8]) -> [UInt8]? {
    var whole: [UInt8] = []
    var found = 0
    for part in parts where part.prefix(Self.identifierCount).map(Self.capital) == identifier {
      var reader = ByteReader(Array(part.dropFirst(Self.identifierCount)), thing: "extended XMP")
      guard let length = (try? reader.readUInt32BigEndian()).map({ Int($0) }),
        let offset = (try? reader.readUInt32BigEndian()).map({ Int($0) }), length <= Self.maximumExtensionBytes,
        let data = try? reader.readBytes(reader.remaining), offset <= length, data.count <= length - offset
      else {
        warnings.append("the extended XMP is damaged or too large")
        return nil
      }
      if whole.isEmpty { whole = [UInt8](repeating: 0, count: length) }
      guard whole.count == length else {
        warnings.append("the parts of the extended XMP differ in what the whole is")
        return nil
      }
      whole.replaceSubrange(offset..<(offset + data.count), with: data)
      found += data.count
    }
    var digest = MD5()
    digest.update(whole)
    guard found == whole.count, found > 0, Self.hexadecimal(digest.finish()) == identifier else {
      warnings.append("the extended XMP is not the one that the file names, or not all of it")
      return nil
    }
    return whole
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  private static func capital(_ byte: UInt8) -> UInt8 { (0x61...0x66).contains(byte) ? byte - 0x20 : byte }

  /// Properties are attributes of the descriptions, or elements in them. The first of a name counts.
  private mutating func read(_ bytes: [UInt8], _ thing: String) {
    let document: XMLDocument
    do throws(FormatError) {
      document = try XMLReader.document(Self.withoutPadding(bytes), limits: Self.limits, thing: thing)
    } catch {
      warnings.append("\(error)")
      return
    }
    let root = document.root.name == "RDF" ? document.root : document.root.first("RDF")
    for description in root?.children("Description") ?? [] {
      for name in PhotoSphere.propertyNames + ["HasExtendedXMP"] where properties[name] == nil {
        properties[name] = description.attribute(name) ?? description.text(of: name)
      }
    }
  }

  /// Writers leave room behind the packet, some of them zeros.
  private static func withoutPadding(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes.prefix((bytes.lastIndex { $0 != 0 } ?? -1) + 1))
  }
}
