import OverlookFormats
import OverlookSupport
import OverlookTiles

/// A single picture of a panorama, as a file holds it.
struct PanoramaPictureFile: Sendable {
  var picture: PanoramaPicture
  var pose: PanoramaPose
  var hasHeading: Bool
  var initialCamera: PanoramaCamera?
  var warnings: [String]

  /// How a picture that does not say so lies around the viewer.
  package enum Arrangement: Sendable {
    /// As it says, or all of the sphere where it is twice as wide as high.
    case asItSays
    /// Two circles beside each other, of lenses that see so many degrees.
    case dualFisheye(degrees: Double)
    /// As a document beside the picture says.
    case layout(PanoramaLayout)
  }

  /// Of a file, bytes.
  static let maximumBytes = 512 << 20
  /// Of pictures that have to be decoded as a whole: 8,192 x 4,096 pixels and a little more, so that decoding takes no more than 256 MiB.
  static let wholeLimits = ImageLimits(maximumSide: 16_384, maximumByteCount: 144 << 20)
  private static let headBytes = 20 << 20

  /// Takes as long as reading the file; pictures are decoded when their tiles are asked for, except those that have to be as a whole.
  init(_ bytes: [UInt8], as arrangement: Arrangement = .asItSays, workers: WorkerPool) throws(FormatError) {
    let source: any PanoramaTileSource
    let levels: [PanoramaLevel]
    let size: (width: Int, height: Int)
    var packet = XMPPacket(jpeg: [])
    if ImageFormat.sniffed(bytes) == .jpeg {
      packet = XMPPacket(jpeg: Array(bytes.prefix(Self.headBytes)))
      let plan = try JPEGPlan(bytes)
      size = (plan.width, plan.height)
      if size.width > 4096 || size.height > 4096, let tiles = JPEGTiles(bytes, plan, workers: workers) {
        (source, levels) = (tiles, tiles.levels)
      } else {
        let tiles = ImageTiles(try Self.whole(bytes))
        (source, levels) = (tiles, tiles.levels)
      }
    } else {
      let image = try Self.whole(bytes)
      let tiles = ImageTiles(image)
      (source, levels, size) = (tiles, tiles.levels, (image.width, image.height))
    }
    switch arrangement {
    case .asItSays:
      let sphere = try PhotoSphere(packet, width: size.width, height: size.height)
      picture = PanoramaPicture(layout: sphere.layout, levels: levels, source: source, warnings: sphere.warnings)
      (pose, hasHeading, initialCamera) = (sphere.pose, sphere.hasHeading, sphere.initialCamera)
      warnings = sphere.warnings
    case .dualFisheye(let degrees):
      picture = PanoramaPicture(layout: .dualFisheye(degrees: degrees), levels: levels, source: source)
      (pose, hasHeading, initialCamera, warnings) = (PanoramaPose(), false, nil, [])
    case .layout(let layout):
      picture = PanoramaPicture(layout: layout, levels: levels, source: source)
      (pose, hasHeading, initialCamera, warnings) = (PanoramaPose(), false, nil, [])
    }
  }

  private static func whole(_ bytes: [UInt8]) throws(FormatError) -> Image {
    do throws(FormatError) {
      return try ImageDecoder.decode(bytes, limits: wholeLimits)
    } catch .tooLarge(let thing, let fault) {
      throw .tooLarge(thing, fault: fault + "; a JPEG file that is not progressive may be larger")
    }
  }
}

extension PanoramaLayout {
  /// Two circles side by side that touch the edges of their halves, the left one looking ahead and the right one back, upright both.
  static func dualFisheye(degrees: Double) -> PanoramaLayout {
    let rim = min(max(degrees.isFinite ? degrees : 190, 90), 300) / 2 * .pi / 180
    func lens(_ u: Double, heading: Double) -> PanoramaLens {
      PanoramaLens(
        rotation: PanoramaRotation(heading: heading, pitch: 0, roll: 0), centerU: u, centerV: 0.5, radiusU: 0.25, radiusV: 0.5,
        rimAngle: rim)
    }
    return .dualFisheye(front: lens(0.25, heading: 0), back: lens(0.75, heading: 180))
  }
}
