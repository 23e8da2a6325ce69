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
    state.willLeaveDepths()
    if variant == .identity { numberDraw(primitive) }
  }

  /// After that: counts it.
  func didDraw(vertices: Int, instances: Int) {
    statistics.countDraw(vertices: vertices, instances: instances)
    guard capabilities.isSoftware else { return }
    waitingVertices += min(vertices, Self.verticesPerFlush) * min(instances, Self.verticesPerFlush)
    if waitingVertices >= Self.verticesPerFlush { beginDrawing() }
  }

  /// Has a driver on the processor begin with what it was asked for, on threads of its own: before something that takes this thread long.
  func beginDrawing() {
    guard capabilities.isSoftware, waitingVertices > 0 else { return }
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
    if depth { state.didClearDepths() }
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
    if depth { state.didClearDepths() }
  }
}
