import CGL

package enum GPUPrimitive: Sendable {
  case points, lines, triangles, triangleStrip, triangleFan

  var glMode: GLenum {
    switch self {
    case .points: GLenum(GL_POINTS)
    case .lines: GLenum(GL_LINES)
    case .triangles: GLenum(GL_TRIANGLES)
    case .triangleStrip: GLenum(GL_TRIANGLE_STRIP)
    case .triangleFan: GLenum(GL_TRIANGLE_FAN)
    }
  }
}

package enum GPUIndexType: Sendable {
  case unsignedShort, unsignedInt

  /// Bytes of one index.
  package var byteCount: Int { self == .unsignedShort ? 2 : 4 }

  var glType: GLenum { self == .unsignedShort ? GLenum(GL_UNSIGNED_SHORT) : GLenum(GL_UNSIGNED_INT) }
}

// Draws with the program, target and blending that `state` has; a count of 0 draws nothing and counts nothing.
extension GPUDevice {
  /// Draws `count` vertices from `first` on.
  package func draw(_ primitive: GPUPrimitive, _ vertices: borrowing GPUVertexArray, first: Int = 0, count: Int) {
    guard count > 0 else { return }
    willDraw(primitive, vertices)
    glDrawArrays(primitive.glMode, GLint(clamping: first), GLsizei(clamping: count))
    didDraw(vertices: count, instances: 1)
  }

  /// Draws `count` vertices from `first` on, `instances` times.
  package func draw(_ primitive: GPUPrimitive, _ vertices: borrowing GPUVertexArray, first: Int = 0, count: Int, instances: Int) {
    guard count > 0, instances > 0 else { return }
    willDraw(primitive, vertices)
    glDrawArraysInstanced(primitive.glMode, GLint(clamping: first), GLsizei(clamping: count), GLsizei(clamping: instances))
    didDraw(vertices: count, instances: instances)
  }

  /// Draws `count` indices from index number `firstIndex` on; `baseVertex` is added to each.
  package func drawIndexed(
    _ primitive: GPUPrimitive, _ vertices: borrowing GPUVertexArray, type: GPUIndexType = .unsignedInt, firstIndex: Int = 0,
    count: Int, baseVertex: Int = 0
  ) {
    guard count > 0, firstIndex >= 0 else { return }
    willDraw(primitive, vertices)
    glDrawElementsBaseVertex(
      primitive.glMode, GLsizei(clamping: count), type.glType, UnsafeRawPointer(bitPattern: firstIndex * type.byteCount),
      GLint(clamping: baseVertex))
    didDraw(vertices: count, instances: 1)
  }

  /// As `drawIndexed`, `instances` times.
  package func drawIndexed(
    _ primitive: GPUPrimitive, _ vertices: borrowing GPUVertexArray, type: GPUIndexType = .unsignedInt, firstIndex: Int = 0,
    count: Int, baseVertex: Int = 0, instances: Int
  ) {
    guard count > 0, instances > 0, firstIndex >= 0 else { return }
    willDraw(primitive, vertices)
    glDrawElementsInstancedBaseVertex(
      primitive.glMode, GLsizei(clamping: count), type.glType, UnsafeRawPointer(bitPattern: firstIndex * type.byteCount),
      GLsizei(clamping: instances), GLint(clamping: baseVertex))
    didDraw(vertices: count, instances: instances)
  }

  /// For whoever calls OpenGL next to draw `vertices`.
  func willDraw(_ primitive: GPUPrimitive, _ vertices: borrowing GPUVertexArray) {
    state.bind(vertexArray: vertices.name)
    if variant == .identity { numberDraw(primitive) }
  }

  /// After that: counts it.
  func didDraw(vertices: Int, instances: Int) {
    statistics.countDraw(vertices: vertices, instances: instances)
    guard capabilities.isSoftware else { return }
    waitingVertices += min(vertices, Self.verticesPerFlush) * min(instances, Self.verticesPerFlush)
    guard waitingVertices >= Self.verticesPerFlush else { return }
    waitingVertices = 0
    glFlush()
  }

  /// Tells the program its number as the value of an attribute that no array gives.
  private func numberDraw(_ primitive: GPUPrimitive) {
    drawNumber += 1
    glVertexAttrib2f(ShaderVariant.attribute, GLfloat(drawNumber), primitive == .points ? 1 : 0)
  }

  /// Fills the bound target (within the scissor) with a premultiplied colour, and its depth with the far plane where asked.
  package func clear(color picture: SIMD4<Float>, depth: Bool = false) {
    let color = variant == .color ? picture : .zero
    glClearColor(color.x, color.y, color.z, color.w)
    var mask = GLbitfield(GL_COLOR_BUFFER_BIT)
    if depth {
      state.setDepthWrite(true)
      mask |= GLbitfield(GL_DEPTH_BUFFER_BIT)
    }
    glClear(mask)
  }

  /// Sets the depth of the bound target (within the scissor) to the far plane, or its stencil numbers to 0, or both.
  package func clear(depth: Bool, stencil: Bool) {
    var mask = GLbitfield(0)
    if depth {
      state.setDepthWrite(true)
      mask |= GLbitfield(GL_DEPTH_BUFFER_BIT)
    }
    if stencil { mask |= GLbitfield(GL_STENCIL_BUFFER_BIT) }
    if mask != 0 { glClear(mask) }
  }

  /// Whether a target, which is bound, has a depth and a stencil buffer. The driver is asked once of each that is not ours.
  package func hasDepthAndStencil(_ target: GPUTarget) -> Bool {
    if target.depth != nil { return true }
    if let known = foreignDepths[target] { return known }
    // Sizes of windows come and go.
    if foreignDepths.count > 16 { foreignDepths.removeAll() }
    let answer = boundTargetHasDepthAndStencil(isWindow: target.name == 0)
    foreignDepths[target] = answer
    return answer
  }

  private func boundTargetHasDepthAndStencil(isWindow: Bool) -> Bool {
    func bits(_ ofWindow: Int32, _ ofFramebuffer: Int32, _ size: Int32) -> GLint {
      let attachment = GLenum(isWindow ? ofWindow : ofFramebuffer)
      let target = GLenum(GL_DRAW_FRAMEBUFFER)
      var kind: GLint = 0
      glGetFramebufferAttachmentParameteriv(target, attachment, GLenum(GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), &kind)
      if kind == GL_NONE { return 0 }
      var bits: GLint = 0
      glGetFramebufferAttachmentParameteriv(target, attachment, GLenum(size), &bits)
      return bits
    }
    dropErrors()
    defer { dropErrors() }
    return bits(GL_DEPTH, GL_DEPTH_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE) >= 16
      && bits(GL_STENCIL, GL_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE) >= 8
  }

  /// Copies the colour of a part of one target to a part of another of the same size; `destination` is bound afterwards.
  package func copy(from source: GPUTarget, to destination: GPUTarget, _ part: GPURect, fromX: Int, fromY: Int) {
    state.bind(target: destination)
    state.setScissor(nil)
    state.bind(readFramebuffer: source.name)
    glBlitFramebuffer(
      GLint(clamping: fromX), GLint(clamping: fromY), GLint(clamping: fromX + part.width), GLint(clamping: fromY + part.height),
      GLint(clamping: part.x), GLint(clamping: part.y), GLint(clamping: part.x + part.width),
      GLint(clamping: part.y + part.height), GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
    statistics.countDraw(vertices: 4, instances: 1)
  }

  /// Copies the depth of one target to another of the same size and kind of depths; `destination` is bound afterwards.
  package func copyDepth(from source: GPUTarget, to destination: GPUTarget) {
    state.bind(target: destination)
    state.setScissor(nil)
    state.bind(readFramebuffer: source.name)
    let (width, height) = (GLint(clamping: source.width), GLint(clamping: source.height))
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GLbitfield(GL_DEPTH_BUFFER_BIT), GLenum(GL_NEAREST))
  }

  /// Copies the colour of one target to another, stretched where the sizes differ. Both are unbound from drawing afterwards as
  /// far as `state` goes: `destination` is bound.
  package func blit(from source: GPUTarget, to destination: GPUTarget) {
    state.bind(target: destination)
    // The scissor cuts a blit as it cuts a draw.
    state.setScissor(nil)
    state.bind(readFramebuffer: source.name)
    let sameSize = source.width == destination.width && source.height == destination.height
    glBlitFramebuffer(
      0, 0, GLint(clamping: source.width), GLint(clamping: source.height),
      0, 0, GLint(clamping: destination.width), GLint(clamping: destination.height),
      GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(sameSize ? GL_NEAREST : GL_LINEAR))
    statistics.countDraw(vertices: 4, instances: 1)
  }
}
