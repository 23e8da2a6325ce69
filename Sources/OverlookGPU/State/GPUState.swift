import CGL

/// The only place that changes the GL state of draws; what is set already is not set again.
@MainActor package final class GPUState {
  /// Texture units that we use; GL 3.3 promises 16.
  package static let textureUnits = 16

  private var program: UInt32?
  private var vertexArray: UInt32?
  private var drawFramebuffer: UInt32?
  private var drawnDepths = Depths(name: 0, number: 0)
  /// Those that were cleared and into which nothing was drawn since then.
  private var farDepths: [Depths] = []
  private var readFramebuffer: UInt32?
  private var activeUnit: Int?
  private var textures: [UInt32?]
  private var viewport: GPURect?
  /// What was asked for, and what is set.
  private var wantedScissor: GPURect?
  private var scissor: GPURect?
  private var isScissorKnown = false
  /// What was asked for, and what is set.
  private var wantedBlend = GPUBlend.premultiplied
  private var blend: GPUBlend?
  private var depthTest: Bool?
  private var depthWrite: Bool?
  private var stencil: GPUStencil?
  private var colorWrite: Bool?
  private var culling: Bool?
  private var lineWidth: Float?
  private let widestLine: Float

  /// The depths of a target: of several that share them the same.
  private struct Depths: Equatable {
    let name: UInt32
    let number: Int
  }

  init() {
    textures = Array(repeating: nil, count: Self.textureUnits * TextureTarget.count)
    var range: [GLfloat] = [1, 1]
    glGetFloatv(GLenum(GL_ALIASED_LINE_WIDTH_RANGE), &range)
    var flags: GLint = 0
    glGetIntegerv(GLenum(GL_CONTEXT_FLAGS), &flags)
    widestLine = flags & GLint(GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT) == 0 ? max(range[1], 1) : 1
  }

  /// Forgets what is set, and sets the state that all our passes start from. Call after foreign code used the context.
  package func reset() {
    program = nil
    vertexArray = nil
    drawFramebuffer = nil
    readFramebuffer = nil
    forgetDepths()
    activeUnit = nil
    for index in textures.indices { textures[index] = nil }
    viewport = nil
    isScissorKnown = false
    blend = nil
    depthTest = nil
    depthWrite = nil
    stencil = nil
    colorWrite = nil
    culling = nil
    lineWidth = nil
    resetFragments()
    resetTransfers()
    setBlend(.premultiplied)
    setDepthTest(false)
    setDepthWrite(false)
    setStencil(.off)
    setColorWrite(true)
    setCulling(false)
    setScissor(nil)
  }

  /// What none of our passes ever changes, but foreign code may.
  private func resetFragments() {
    glCullFace(GLenum(GL_BACK))
    glFrontFace(GLenum(GL_CCW))
    glStencilMask(0xFF)
    glDisable(GLenum(GL_DITHER))
    glDisable(GLenum(GL_FRAMEBUFFER_SRGB))
    glDisable(GLenum(GL_RASTERIZER_DISCARD))
    glDisable(GLenum(GL_PRIMITIVE_RESTART))
    glDisable(GLenum(GL_COLOR_LOGIC_OP))
    glDisable(GLenum(GL_SAMPLE_ALPHA_TO_COVERAGE))
    glDisable(GLenum(GL_SAMPLE_COVERAGE))
    glPolygonMode(GLenum(GL_FRONT_AND_BACK), GLenum(GL_FILL))
    glEnable(GLenum(GL_PROGRAM_POINT_SIZE))
    glBlendEquation(GLenum(GL_FUNC_ADD))
    glDepthRange(0, 1)
    // A sampler object overrides the filter and wrapping of whatever texture its unit holds.
    for unit in 0..<Self.textureUnits { glBindSampler(GLuint(unit), 0) }
  }

  /// What decides how pixels are read from memory and written to it. With a buffer bound, addresses would count as offsets into
  /// it.
  private func resetTransfers() {
    glBindBuffer(GLenum(GL_PIXEL_UNPACK_BUFFER), 0)
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
    for alignment in Self.alignments { glPixelStorei(GLenum(alignment), 1) }
    for offset in Self.offsets { glPixelStorei(GLenum(offset), 0) }
  }

  private static let alignments = [GL_UNPACK_ALIGNMENT, GL_PACK_ALIGNMENT]
  private static let offsets = [
    GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SWAP_BYTES, GL_PACK_ROW_LENGTH,
    GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS, GL_PACK_SWAP_BYTES,
  ]

  /// The target that is bound now according to the driver, of which the caller knows the size.
  package func currentTarget(width: Int, height: Int) -> GPUTarget {
    var name: GLint = 0
    glGetIntegerv(GLenum(GL_DRAW_FRAMEBUFFER_BINDING), &name)
    return take(boundFramebuffer: UInt32(truncatingIfNeeded: name), width: width, height: height)
  }

  /// The same for the start of a frame: a window's framebuffer is number 0, a headless one is not.
  package func frameTarget(width: Int, height: Int) -> GPUTarget {
    take(boundFramebuffer: Self.frameFramebuffer, width: width, height: height)
  }

  private func take(boundFramebuffer name: UInt32, width: Int, height: Int) -> GPUTarget {
    drawFramebuffer = name
    drawnDepths = Depths(name: name, number: 0)
    // Who bound the target may have bound it for reading too, and set the viewport.
    readFramebuffer = nil
    viewport = nil
    let color = Self.told?.framebuffer == name ? Self.told?.color : nil
    return GPUTarget(name: name, width: width, height: height, depth: nil, color: color)
  }

  /// What a frame is drawn into, as whoever bound it says; nil where nobody does.
  private static var told: (framebuffer: UInt32, color: UInt32?)?

  /// Runs `body`, which draws a frame into the framebuffer of this name, which is bound. Else the frame asks the driver, which on
  /// some has to finish first what it was told. `color`: the texture of 8 bits a channel that is all of its colours, if one is.
  package static func drawFrame<Result>(into framebuffer: UInt32, color: UInt32? = nil, _ body: () -> Result) -> Result {
    let before = told
    defer { told = before }
    told = (framebuffer, color)
    return body()
  }

  /// The name of the framebuffer that is bound when a frame begins, to be bound again by `bindFramebuffer` when this account of
  /// the state is gone.
  package static var frameFramebuffer: UInt32 {
    if let told { return told.framebuffer }
    var name: GLint = 0
    glGetIntegerv(GLenum(GL_DRAW_FRAMEBUFFER_BINDING), &name)
    return UInt32(truncatingIfNeeded: name)
  }

  /// For whoever has no account of the state yet.
  package static func bindFramebuffer(_ name: UInt32) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
  }

  /// Draws go to `target`, over its whole area.
  package func bind(target: GPUTarget) {
    if drawFramebuffer != target.name {
      glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), target.name)
      drawFramebuffer = target.name
    }
    drawnDepths = Self.depths(of: target)
    setViewport(GPURect(x: 0, y: 0, width: target.width, height: target.height))
  }

  private static func depths(of target: GPUTarget) -> Depths {
    if let depth = target.depth { Depths(name: depth.name, number: depth.number) } else { Depths(name: target.name, number: 0) }
  }

  /// Whether all depths of a target are known to be those of the far plane: since this frame cleared them, nothing that leaves depths was
  /// drawn there.
  package func hasFarDepths(_ target: GPUTarget) -> Bool { farDepths.contains(Self.depths(of: target)) }

  /// The depths of the bound target were cleared, within the scissor.
  func didClearDepths() {
    guard isScissorKnown, scissor == nil, !farDepths.contains(drawnDepths) else { return }
    farDepths.append(drawnDepths)
  }

  /// Something is drawn into the bound target, or, with `isCopy`, depths are brought there.
  func willLeaveDepths(isCopy: Bool = false) {
    guard !farDepths.isEmpty, isCopy || depthTest == true && depthWrite == true else { return }
    farDepths.removeAll { $0 == drawnDepths }
  }

  /// Others may draw.
  func forgetDepths() { farDepths.removeAll(keepingCapacity: true) }

  package func setViewport(_ rect: GPURect) {
    if viewport == rect { return }
    viewport = rect
    glViewport(
      GLint(clamping: rect.x), GLint(clamping: rect.y), GLsizei(clamping: max(rect.width, 0)),
      GLsizei(clamping: max(rect.height, 0)))
  }

  /// Nothing outside of it is drawn, whatever `setScissor` says; nil for no such limit.
  package var scissorLimit: GPURect? {
    didSet { setScissor(wantedScissor) }
  }

  /// Nothing outside `rect` is drawn; nil lifts the limit.
  package func setScissor(_ wanted: GPURect?) {
    wantedScissor = wanted
    var rect = wanted ?? scissorLimit
    if let limit = scissorLimit { rect = rect?.intersection(limit) }
    if isScissorKnown && scissor == rect { return }
    isScissorKnown = true
    scissor = rect
    guard let rect else {
      glDisable(GLenum(GL_SCISSOR_TEST))
      return
    }
    glEnable(GLenum(GL_SCISSOR_TEST))
    glScissor(
      GLint(clamping: rect.x), GLint(clamping: rect.y), GLsizei(clamping: max(rect.width, 0)),
      GLsizei(clamping: max(rect.height, 0)))
  }

  /// Holds whatever `setBlend` says; nil for what it says.
  var blendInPlace: GPUBlend? {
    didSet { setBlend(wantedBlend) }
  }

  package func setBlend(_ wanted: GPUBlend) {
    wantedBlend = wanted
    let mode = blendInPlace ?? wanted
    if blend == mode { return }
    if blend == .maximum { glBlendEquation(GLenum(GL_FUNC_ADD)) }
    blend = mode
    switch mode {
    case .off:
      glDisable(GLenum(GL_BLEND))
    case .premultiplied:
      glEnable(GLenum(GL_BLEND))
      glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    case .additive:
      glEnable(GLenum(GL_BLEND))
      glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE))
    case .maximum:
      glEnable(GLenum(GL_BLEND))
      glBlendEquation(GLenum(GL_MAX))
    }
  }

  /// Nearer or equal passes.
  package func setDepthTest(_ on: Bool) {
    if depthTest == on { return }
    depthTest = on
    if on {
      glEnable(GLenum(GL_DEPTH_TEST))
      glDepthFunc(GLenum(GL_LEQUAL))
    } else {
      glDisable(GLenum(GL_DEPTH_TEST))
    }
  }

  package func setDepthWrite(_ on: Bool) {
    if depthWrite == on { return }
    depthWrite = on
    glDepthMask(on ? 1 : 0)
  }

  /// The target needs a stencil buffer for anything but `off`.
  package func setStencil(_ mode: GPUStencil) {
    if stencil == mode { return }
    if mode == .off {
      glDisable(GLenum(GL_STENCIL_TEST))
    } else if stencil == .off || stencil == nil {
      glEnable(GLenum(GL_STENCIL_TEST))
    }
    stencil = mode
    let keep = GLenum(GL_KEEP)
    switch mode {
    case .off: break
    case .write(let number):
      glStencilFunc(GLenum(GL_ALWAYS), GLint(number), 0xFF)
      glStencilOp(keep, keep, GLenum(GL_REPLACE))
    case .equal(let number):
      glStencilFunc(GLenum(GL_EQUAL), GLint(number), 0xFF)
      glStencilOp(keep, keep, keep)
    case .once(let number):
      glStencilFunc(GLenum(GL_NOTEQUAL), GLint(number), 0xFF)
      glStencilOp(keep, keep, GLenum(GL_REPLACE))
    }
  }

  package func setColorWrite(_ on: Bool) {
    if colorWrite == on { return }
    colorWrite = on
    let mask: GLboolean = on ? 1 : 0
    glColorMask(mask, mask, mask, mask)
  }

  /// Whether triangles that turn clockwise on the target are left out.
  package func setCulling(_ on: Bool) {
    if culling == on { return }
    culling = on
    if on { glEnable(GLenum(GL_CULL_FACE)) } else { glDisable(GLenum(GL_CULL_FACE)) }
  }

  /// Pixels; drivers may have no other lines than those of a pixel.
  package func setLineWidth(_ pixels: Float) {
    if lineWidth == pixels { return }
    lineWidth = pixels
    glLineWidth(min(pixels, widestLine))
  }

  func bind(program name: UInt32) {
    if program == name { return }
    program = name
    glUseProgram(name)
  }

  func bind(vertexArray name: UInt32) {
    if vertexArray == name { return }
    vertexArray = name
    glBindVertexArray(name)
  }

  func bind(readFramebuffer name: UInt32) {
    if readFramebuffer == name { return }
    readFramebuffer = name
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), name)
  }

  enum TextureTarget: Int, CaseIterable {
    case plain, array, buffer

    // `allCases` makes an array at each use.
    static let count = allCases.count

    var glTarget: GLenum {
      switch self {
      case .plain: GLenum(GL_TEXTURE_2D)
      case .array: GLenum(GL_TEXTURE_2D_ARRAY)
      case .buffer: GLenum(GL_TEXTURE_BUFFER)
      }
    }
  }

  /// `unit` is 0 ..< `textureUnits`.
  func bind(texture name: UInt32, isArray: Bool, unit: Int) {
    bind(texture: name, isArray ? .array : .plain, unit: unit)
  }

  /// `unit` is 0 ..< `textureUnits`.
  func bind(texture name: UInt32, _ target: TextureTarget, unit: Int) {
    guard unit >= 0, unit < Self.textureUnits else { return }
    let slot = unit * TextureTarget.count + target.rawValue
    if textures[slot] == name && activeUnit == unit { return }
    if activeUnit != unit {
      activeUnit = unit
      glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(unit))
    }
    if textures[slot] == name { return }
    textures[slot] = name
    glBindTexture(target.glTarget, name)
  }

  /// The driver unbound a deleted object and may give its name to the next one.
  func forget(_ kind: GPUTrash.Kind, _ name: UInt32) {
    switch kind {
    case .program: if program == name { program = nil }
    case .vertexArray: if vertexArray == name { vertexArray = nil }
    case .framebuffer:
      if drawFramebuffer == name { drawFramebuffer = nil }
      if readFramebuffer == name { readFramebuffer = nil }
      farDepths.removeAll { $0 == Depths(name: name, number: 0) }
    case .texture:
      for slot in textures.indices where textures[slot] == name { textures[slot] = nil }
    case .buffer, .query: break
    }
  }
}
