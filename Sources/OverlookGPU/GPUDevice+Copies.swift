import CGL

// From target to target.
extension GPUDevice {
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
    copyAll(from: source, to: destination, buffers: GL_DEPTH_BUFFER_BIT)
  }

  /// Copies colour and depth of one target to another of the same size and kind of depths, at once; `destination` is bound
  /// afterwards.
  package func copyScene(from source: GPUTarget, to destination: GPUTarget) {
    copyAll(from: source, to: destination, buffers: GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
    statistics.countDraw(vertices: 4, instances: 1)
  }

  /// Copies the colour of one target to another, stretched where the sizes differ. Both are unbound from drawing afterwards as
  /// far as `state` goes: `destination` is bound.
  package func blit(from source: GPUTarget, to destination: GPUTarget) {
    let isSameSize = source.width == destination.width && source.height == destination.height
    copyAll(from: source, to: destination, buffers: GL_COLOR_BUFFER_BIT, filter: isSameSize ? GL_NEAREST : GL_LINEAR)
    statistics.countDraw(vertices: 4, instances: 1)
  }

  /// Copies the colour of one target to a window of the same size, upside down: windows of drivers that draw on the processor have their
  /// top row first in memory, so that rows that lie so in `source` are copied as they are.
  package func copyUpsideDown(from source: GPUTarget, to destination: GPUTarget) {
    state.bind(target: destination)
    state.setScissor(nil)
    state.bind(readFramebuffer: source.name)
    let (width, height) = (GLint(clamping: destination.width), GLint(clamping: destination.height))
    glBlitFramebuffer(0, 0, width, height, 0, height, width, 0, GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
    statistics.countDraw(vertices: 4, instances: 1)
  }

  private func copyAll(from source: GPUTarget, to destination: GPUTarget, buffers: Int32, filter: Int32 = GL_NEAREST) {
    state.bind(target: destination)
    if buffers & GL_DEPTH_BUFFER_BIT != 0 { state.willLeaveDepths(isCopy: true) }
    // The scissor cuts a blit as it cuts a draw.
    state.setScissor(nil)
    state.bind(readFramebuffer: source.name)
    glBlitFramebuffer(
      0, 0, GLint(clamping: source.width), GLint(clamping: source.height),
      0, 0, GLint(clamping: destination.width), GLint(clamping: destination.height), GLbitfield(buffers), GLenum(filter))
  }
}

// From memory.
extension GPUDevice {
  /// Has the colours of some rows of a target, the lowest of which is 0, be `pixels`: premultiplied BGRA, the lowest row first. The target is
  /// bound afterwards. Nothing is written where it has no texture (`GPUTarget.hasTexture`), or there are fewer rows or pixels.
  package func write(_ pixels: UnsafeRawBufferPointer, rows: Range<Int>, of target: GPUTarget) {
    state.bind(target: target)
    let count = 4 * target.width * rows.count
    guard let color = target.color, rows.lowerBound >= 0, rows.upperBound <= target.height, pixels.count >= count else { return }
    state.bind(texture: color, isArray: false, unit: 0)
    glTexSubImage2D(
      GLenum(GL_TEXTURE_2D), 0, 0, GLint(clamping: rows.lowerBound), GLsizei(clamping: target.width),
      GLsizei(clamping: rows.count), GLenum(GL_BGRA), GLenum(GL_UNSIGNED_BYTE), pixels.baseAddress)
    // It is not read while it is drawn into, and another's may be gone by the next frame.
    state.bind(texture: 0, isArray: false, unit: 0)
    countUpload(bytes: count)
  }
}
