import Glibc
import OverlookFormats
import OverlookGeometry

/// What a picture says of itself as a panorama, in the properties of the namespace GPano ("Photo Sphere XMP Metadata"), brought to the
/// picture that is really there: the pixels decide, the properties only place them.
struct PhotoSphere {
  var layout: PanoramaLayout
  var pose = PanoramaPose()
  /// Whether the picture knows where north is.
  var hasHeading = false
  var initialCamera: PanoramaCamera?
  var warnings: [String] = []

  static let propertyNames = [
    "ProjectionType", "FullPanoWidthPixels", "FullPanoHeightPixels", "CroppedAreaImageWidthPixels",
    "CroppedAreaImageHeightPixels", "CroppedAreaLeftPixels", "CroppedAreaTopPixels", "PoseHeadingDegrees", "PosePitchDegrees",
    "PoseRollDegrees", "InitialViewHeadingDegrees", "InitialViewPitchDegrees", "InitialHorizontalFOVDegrees",
  ]

  /// A picture of `width` x `height` pixels with these properties. Throws for one that is no panorama.
  init(_ packet: XMPPacket, width: Int, height: Int) throws(FormatError) {
    warnings = packet.warnings
    let properties = packet.properties
    let isNamed = properties["ProjectionType"] != nil
    if isNamed, let placed = Self.placed(properties, width, height, &warnings) {
      layout = placed
    } else {
      // Pictures of cameras and of programs that write no properties: twice as wide as high, give or take a row.
      guard abs(width - 2 * height) <= max(2, width / 100) else {
        throw .unsupported(
          "picture",
          fault: isNamed
            ? "what it says of itself as a panorama makes no sense, and it is not twice as wide as high"
            : "it does not say that it is a panorama, and it is not twice as wide as high")
      }
      if isNamed { warnings.append("it is taken as the full sphere") }
      layout = .equirectangular(.full)
    }
    readPose(properties)
  }

  private mutating func readPose(_ properties: [String: String]) {
    let heading = number(properties, "PoseHeadingDegrees", within: 360)
    hasHeading = heading != nil
    pose = PanoramaPose(
      heading: heading ?? 0, pitch: number(properties, "PosePitchDegrees", within: 90) ?? 0,
      roll: number(properties, "PoseRollDegrees", within: 180) ?? 0)
    let view = number(properties, "InitialViewHeadingDegrees", within: 360)
    let pitch = number(properties, "InitialViewPitchDegrees", within: 90)
    let fov = number(properties, "InitialHorizontalFOVDegrees", within: 360)
    guard view != nil || pitch != nil || fov != nil else { return }
    initialCamera = PanoramaCamera(
      heading: view ?? pose.heading, pitch: pitch ?? 0, fov: fov.flatMap { $0 >= 1 ? $0 : nil } ?? PanoramaCamera.defaultFOV)
  }

  private mutating func number(_ properties: [String: String], _ name: String, within limit: Double) -> Double? {
    guard let text = properties[name] else { return nil }
    guard let value = Self.finite(text), abs(value) <= limit else {
      warnings.append("\(name) is no such angle")
      return nil
    }
    return value
  }

  /// A decimal number; no words, no hexadecimal.
  private static func finite(_ text: String) -> Double? {
    let isPlain =
      text.utf8.count <= 32
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
      }
    guard isPlain, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// Where the properties place a picture; nil, with a warning, where they contradict each other or the picture.
  private static func placed(
    _ properties: [String: String], _ width: Int, _ height: Int, _ warnings: inout [String]
  ) -> PanoramaLayout? {
    let kind = properties["ProjectionType"]?.lowercased() ?? ""
    guard kind == "equirectangular" || kind == "cylindrical" else {
      warnings.append("its projection is neither equirectangular nor cylindrical")
      return nil
    }
    func value(_ name: String) -> Double? { properties[name].flatMap(finite) }
    guard let fullWidth = value("FullPanoWidthPixels"), let fullHeight = value("FullPanoHeightPixels") else {
      // Nothing is cropped where nothing is said.
      if kind == "cylindrical" { warnings.append("its full size is missing") }
      return kind == "equirectangular" && abs(width - 2 * height) <= max(2, width / 100) ? .equirectangular(.full) : nil
    }
    let crop = (
      width: value("CroppedAreaImageWidthPixels") ?? fullWidth, height: value("CroppedAreaImageHeightPixels") ?? fullHeight,
      left: value("CroppedAreaLeftPixels") ?? 0, top: value("CroppedAreaTopPixels") ?? 0
    )
    guard fullWidth >= 1, fullHeight >= 1, fullWidth <= 1e6, fullHeight <= 1e6, crop.width >= 1, crop.height >= 1, crop.left >= 0,
      crop.top >= 0, crop.left + crop.width <= fullWidth + 1, crop.top + crop.height <= fullHeight + 1
    else {
      warnings.append("the area that it says it covers lies outside of the whole")
      return nil
    }
    // The picture may be a smaller copy; its shape has to be the same.
    let shape = crop.width / crop.height * Double(height) / Double(width)
    guard (0.95...1.05).contains(shape) else {
      warnings.append("the area that it says it covers has another shape than the picture")
      return nil
    }
    let (left, right) = ((crop.left / fullWidth - 0.5) * 2 * .pi, ((crop.left + crop.width) / fullWidth - 0.5) * 2 * .pi)
    if kind == "equirectangular" {
      return .equirectangular(
        PanoramaExtent(
          left: left, right: min(right, left + 2 * .pi), top: (0.5 - crop.top / fullHeight) * .pi,
          bottom: max(0.5 - (crop.top + crop.height) / fullHeight, -0.5) * .pi))
    }
    // The horizon lies in the middle of the whole, and a pixel is as high as it is wide.
    let radius = fullWidth / (2 * .pi)
    return .cylindrical(
      PanoramaExtent(
        left: left, right: min(right, left + 2 * .pi), top: atan((fullHeight / 2 - crop.top) / radius),
        bottom: atan((fullHeight / 2 - crop.top - crop.height) / radius)))
  }
}
