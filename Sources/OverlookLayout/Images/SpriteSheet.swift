package import OverlookFormats
internal import OverlookSupport

/// A sprite (style specification, "Sprite"): a document that names parts of a sheet of pictures.
package struct SpriteSheet: Sendable {
  /// By the names that styles use: with the sprite's id and a colon before them, but for the sprite "default".
  package private(set) var images: [String: StyleImage] = [:]
  /// Pictures that were left out, and what is wrong with the first of them.
  package private(set) var faultCount = 0
  package private(set) var firstFault: String?

  private static let thing = "sprite"
  /// More pictures than any sprite has.
  private static let maximumImages = 20_000

  /// Throws when the document or the sheet cannot be read at all.
  package init(json: [UInt8], sheet: [UInt8], id: String = "default") throws(FormatError) {
    let document = try JSONParser.parse(json, thing: Self.thing)
    guard let entries = document.object else {
      throw .malformed(Self.thing, fault: "object expected, \(document.kindName) found")
    }
    guard entries.count <= Self.maximumImages else {
      throw .tooLarge(Self.thing, fault: "more than \(Self.maximumImages) pictures")
    }
    if entries.isEmpty { return }
    let picture: Image
    do throws(FormatError) {
      picture = try ImageDecoder.decode(sheet)
    } catch {
      throw error.inside(Self.thing)
    }
    let prefix = id == "default" ? "" : id + ":"
    for (name, entry) in entries.members {
      do throws(Fault) {
        images[prefix + name] = try Self.image(entry, picture)
      } catch {
        faultCount += 1
        firstFault = firstFault ?? "\(OutsideText.cleaned(name, limit: 60)): \(error.text)"
      }
    }
  }

  private struct Fault: Error {
    let text: String
  }

  private static func image(_ entry: JSONValue, _ sheet: Image) throws(Fault) -> StyleImage {
    let (x, y) = (try whole(entry, "x"), try whole(entry, "y"))
    let (width, height) = (try whole(entry, "width"), try whole(entry, "height"))
    guard width > 0, height > 0, x <= sheet.width - width, y <= sheet.height - height else {
      throw Fault(text: "its rectangle does not lie on the sheet")
    }
    guard let part = cut(sheet, x, y, width, height) else { throw Fault(text: "it cannot be cut out") }
    var image = StyleImage(image: part)
    if let ratio = entry["pixelRatio"]?.number {
      guard ratio > 0, ratio <= 64 else { throw Fault(text: "its pixelRatio is \(JSONWriter.text(ratio))") }
      image.pixelRatio = ratio
    }
    image.isSDF = entry["sdf"]?.bool ?? false
    image.stretchX = ranges(entry["stretchX"], to: Double(width))
    image.stretchY = ranges(entry["stretchY"], to: Double(height))
    if let content = entry["content"]?.array?.compactMap(\.number), content.count == 4 {
      image.content = SIMD4(content[0], content[1], content[2], content[3])
    }
    image.textFitWidth = entry["textFitWidth"]?.string.flatMap(StyleImage.TextFit.init)
    image.textFitHeight = entry["textFitHeight"]?.string.flatMap(StyleImage.TextFit.init)
    return image
  }

  private static func whole(_ entry: JSONValue, _ key: String) throws(Fault) -> Int {
    guard let number = entry[key]?.number, let whole = Int(exactly: number), (0...1_000_000).contains(whole) else {
      throw Fault(text: "it has no \(key)")
    }
    return whole
  }

  /// Pairs of a beginning and an end; those that are none, or go back, end the list.
  private static func ranges(_ json: JSONValue?, to limit: Double) -> [ClosedRange<Double>] {
    var ranges: [ClosedRange<Double>] = []
    for item in json?.array ?? [] {
      guard let pair = item.array?.compactMap(\.number), pair.count == 2, pair[0] <= pair[1],
        pair[0] >= (ranges.last?.upperBound ?? 0),
        pair[1] <= limit
      else { break }
      ranges.append(pair[0]...pair[1])
    }
    return ranges
  }

  private static func cut(_ sheet: Image, _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Image? {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * width * height)
    for row in y..<(y + height) {
      let start = 4 * (row * sheet.width + x)
      pixels.append(contentsOf: sheet.pixels[start..<(start + 4 * width)])
    }
    return Image(width: width, height: height, premultipliedRGBA: pixels)
  }
}
