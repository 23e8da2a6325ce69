internal import Glibc
package import OverlookGPU
import OverlookGeometry
import OverlookShaders
import OverlookSupport
import OverlookText

/// Draws canvases: one upload, and one draw call for each change of clip or picture.
@MainActor package final class CanvasPass {
  private let device: GPUDevice
  /// Of batches with pictures, and of those without.
  private let pictured: CanvasProgram
  private let plain: CanvasProgram
  private var vertices: GPUBuffer
  private var indices: GPUBuffer
  private let array: GPUVertexArray
  /// What both buffers hold.
  private var heldVertices: [CanvasVertex] = []
  private var heldIndices: [UInt32] = []
  private let pictures: CanvasPictures
  private let glyphs: AtlasTexture
  private let colorGlyphs: AtlasTexture

  package init(_ device: GPUDevice, library: ShaderLibrary = .resources) {
    self.device = device
    pictured = CanvasProgram(device, "canvas.frag", library, samplers: ["u_glyphs", "u_image", "u_colorGlyphs"])
    plain = CanvasProgram(device, "canvas_plain.frag", library, samplers: ["u_glyphs"])
    vertices = GPUBuffer(device, usage: .stream, label: "canvas vertices")
    indices = GPUBuffer(device, usage: .stream, label: "canvas indices")
    array = GPUVertexArray(device)
    pictures = CanvasPictures(device)
    glyphs = AtlasTexture(device, format: .r8, label: "glyph atlas")
    colorGlyphs = AtlasTexture(device, format: .rgba8, label: "color glyph atlas")
    array.attach(vertices, CanvasVertex.layout)
    array.attachIndices(indices)
  }

  /// Reads the shaders again; on an error the old ones stay.
  package func reloadShaders() throws(GPUError) {
    try pictured.program.reload()
    try plain.program.reload()
  }

  /// Forgets pictures that the last canvas did not show.
  package func trimMemory() { pictures.dropUnused() }

  /// Bytes of the pictures.
  package var pictureByteCount: Int { pictures.byteCount }

  /// Draws everything on `canvas` into `target`, of which it fills the whole.
  package func draw(_ canvas: Canvas, to target: GPUTarget) throws(GPUError) {
    guard !canvas.isEmpty, canvas.size.width > 0, canvas.size.height > 0 else { return }
    try glyphs.update(from: canvas.atlas.coverage, of: canvas.atlas)
    try colorGlyphs.update(from: canvas.atlas.colors, of: canvas.atlas)
    canvas.atlas.clearDirtyRows()
    try upload(canvas)
    pictures.beginDraw()

    device.state.bind(target: target)
    device.state.setBlend(.premultiplied)
    device.state.setDepthTest(false)
    pictured.isCurrent = false
    plain.isCurrent = false
    for index in canvas.batches.indices {
      let batch = canvas.batches[index]
      if batch.indexCount == 0 { continue }
      if batch.image >= 0, try !pictures.bind(canvas.images[batch.image], unit: 1) { continue }
      // After the pictures: to take one over binds it to any unit.
      glyphs.bind(unit: 0)
      if batch.hasPictures { colorGlyphs.bind(unit: 2) }
      (batch.hasPictures ? pictured : plain).use(canvas, target)
      device.state.setScissor(batch.clip >= 0 ? Self.pixels(of: canvas.clips[batch.clip], canvas, target) : nil)
      device.drawIndexed(.triangles, array, firstIndex: batch.firstIndex, count: batch.indexCount)
    }
    device.state.setScissor(nil)
  }

  /// Controls look the same in most frames: they are compared, which costs less than a copy by the driver.
  private func upload(_ canvas: Canvas) throws(GPUError) {
    if Self.areEqual(heldVertices, canvas.vertices), Self.areEqual(heldIndices, canvas.indices) { return }
    // Should one of both fail, neither is taken as held.
    heldVertices.removeAll(keepingCapacity: true)
    heldIndices.removeAll(keepingCapacity: true)
    try vertices.replace(canvas.vertices)
    try indices.replace(canvas.indices)
    heldVertices.append(contentsOf: canvas.vertices)
    heldIndices.append(contentsOf: canvas.indices)
  }

  private static func areEqual<Element: BitwiseCopyable>(_ first: [Element], _ second: [Element]) -> Bool {
    first.count == second.count
      && first.withUnsafeBytes { first in
        second.withUnsafeBytes { second in
          guard let one = first.baseAddress, let other = second.baseAddress else { return true }
          return memcmp(one, other, first.count) == 0
        }
      }
  }

  /// The pixels whose centres lie in `clip`; within the target, so the conversions are safe.
  private static func pixels(of clip: ScreenRect, _ canvas: Canvas, _ target: GPUTarget) -> GPURect {
    func pixel(_ points: Double, _ limit: Int) -> Int {
      Int(min(max((points * canvas.pixelsPerPoint).rounded(), 0), Double(limit)))
    }
    let left = pixel(clip.origin.x, target.width)
    let right = pixel(clip.origin.x + clip.size.width, target.width)
    let top = pixel(clip.origin.y, target.height)
    let bottom = pixel(clip.origin.y + clip.size.height, target.height)
    return GPURect(x: left, y: target.height - bottom, width: max(right - left, 0), height: max(bottom - top, 0))
  }
}

/// A program of canvases, and what it has to know of one.
@MainActor private final class CanvasProgram {
  let program: GPUProgram
  /// Whether it knows of the canvas that is drawn.
  var isCurrent = false
  private let viewport: GPUUniform
  private let pixelsPerPoint: GPUUniform
  private let targetHeight: GPUUniform

  /// `samplers` read from the units of their places in the list. Nothing is compiled before something is drawn with it.
  init(_ device: GPUDevice, _ fragment: String, _ library: ShaderLibrary, samplers: [String]) {
    program = GPUProgram(device, vertex: "canvas.vert", fragment: fragment, library: library)
    viewport = program.uniform("u_viewportPoints")
    pixelsPerPoint = program.uniform("u_pixelsPerPoint")
    targetHeight = program.uniform("u_targetHeightPixels")
    for (unit, name) in samplers.enumerated() { program.set(program.uniform(name), unit) }
  }

  /// Draws what follows.
  func use(_ canvas: Canvas, _ target: GPUTarget) {
    if !isCurrent {
      isCurrent = true
      program.set(viewport, SIMD2(Float(canvas.size.width), Float(canvas.size.height)))
      program.set(pixelsPerPoint, Float(canvas.pixelsPerPoint))
      program.set(targetHeight, Float(target.height))
    }
    program.use()
  }
}

/// A picture of a glyph atlas in the driver's memory.
@MainActor private final class AtlasTexture {
  @MainActor private final class Held {
    let texture: GPUTexture
    let owner: ObjectIdentifier

    init(_ device: GPUDevice, _ picture: AtlasPicture, _ owner: ObjectIdentifier, format: GPUTexture.Format, label: String)
      throws(GPUError)
    {
      texture = try GPUTexture(
        device, width: picture.width, height: picture.height, format: format, filter: .nearest, label: label)
      self.owner = owner
    }
  }

  private let device: GPUDevice
  private let format: GPUTexture.Format
  private let label: String
  private var held: Held?

  init(_ device: GPUDevice, format: GPUTexture.Format, label: String) {
    self.device = device
    self.format = format
    self.label = label
  }

  /// Uploads the rows that changed, or all of them after the picture has grown or another canvas's was here.
  func update(from picture: AtlasPicture, of atlas: GlyphAtlas) throws(GPUError) {
    if picture.height == 0 { return }
    if let held, held.owner == ObjectIdentifier(atlas), held.texture.height == picture.height {
      if !picture.dirtyRows.isEmpty { Self.upload(picture, rows: picture.dirtyRows, to: held.texture) }
    } else {
      let fresh = try Held(device, picture, ObjectIdentifier(atlas), format: format, label: label)
      Self.upload(picture, rows: 0..<picture.height, to: fresh.texture)
      held = fresh
    }
  }

  func bind(unit: Int) {
    held?.texture.bind(unit: unit)
  }

  private static func upload(_ picture: AtlasPicture, rows: Range<Int>, to texture: borrowing GPUTexture) {
    let pixels = picture.pixels
    let rowBytes = picture.width * picture.bytesPerPixel
    let bytes = pixels.span.extracting(rows.lowerBound * rowBytes..<rows.upperBound * rowBytes)
    texture.upload(bytes, x: 0, y: rows.lowerBound, width: picture.width, height: rows.count)
  }
}

/// Pictures of canvases in the driver's memory; the ones drawn longest ago go first.
@MainActor private final class CanvasPictures {
  @MainActor private final class Picture {
    /// Held, so that no other image can take over its identity.
    let image: Image
    let texture: GPUTexture
    var lastUse = 0

    init(_ device: GPUDevice, _ image: Image) throws(GPUError) {
      self.image = image
      texture = try GPUTexture(device, image: image, isMipmapped: true, filter: .mipmap, label: "canvas picture")
    }
  }

  private static let maximumCount = 64

  private let device: GPUDevice
  private var pictures: [Picture] = []
  private var now = 0

  init(_ device: GPUDevice) {
    self.device = device
  }

  func beginDraw() {
    now += 1
  }

  /// False when the picture is larger than the driver can take, and is left out.
  func bind(_ image: Image, unit: Int) throws(GPUError) -> Bool {
    for picture in pictures where picture.image === image {
      picture.lastUse = now
      picture.texture.bind(unit: unit)
      return true
    }
    if pictures.count >= Self.maximumCount { dropOldest() }
    let picture: Picture
    do throws(GPUError) {
      picture = try Picture(device, image)
    } catch {
      if case .textureTooLarge = error { return false }
      throw error
    }
    picture.lastUse = now
    pictures.append(picture)
    picture.texture.bind(unit: unit)
    return true
  }

  var byteCount: Int { pictures.reduce(0) { $0 + $1.texture.byteCount } }

  func dropUnused() { pictures.removeAll { $0.lastUse != now } }

  private func dropOldest() {
    guard let oldest = pictures.indices.min(by: { pictures[$0].lastUse < pictures[$1].lastUse }) else { return }
    pictures.remove(at: oldest)
  }
}
