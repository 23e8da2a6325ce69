import CGL

/// What a target of somebody else, such as a window, has besides colour.
enum ForeignDepth {
  /// No depths, or no stencil numbers, or too few bits of either.
  case missing
  /// Both, but depths of another kind than our own targets have: they cannot be copied there.
  case unlike
  /// Both, as our own targets have them.
  case alike
}

// Depths and stencil numbers of targets. The driver is asked once of each that is not ours.
extension GPUDevice {
  /// Whether a target, which is bound, has a depth and a stencil buffer.
  package func hasDepthAndStencil(_ target: GPUTarget) -> Bool {
    target.depth != nil || foreignDepth(of: target) != .missing
  }

  /// Whether, besides, its depths can be copied from and to targets of our own.
  package func canCopyDepths(of target: GPUTarget) -> Bool {
    target.depth != nil || foreignDepth(of: target) == .alike
  }

  private func foreignDepth(of target: GPUTarget) -> ForeignDepth {
    if let known = foreignDepths[target] { return known }
    // Sizes of windows come and go.
    if foreignDepths.count > 16 { foreignDepths.removeAll() }
    let answer = depthOfBoundTarget(isWindow: target.name == 0)
    foreignDepths[target] = answer
    return answer
  }

  private func depthOfBoundTarget(isWindow: Bool) -> ForeignDepth {
    dropErrors()
    defer { dropErrors() }
    let depth = Attachment(GL_DEPTH, GL_DEPTH_ATTACHMENT, size: GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE, isWindow: isWindow)
    let stencil = Attachment(
      GL_STENCIL, GL_STENCIL_ATTACHMENT, size: GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE, isWindow: isWindow)
    guard depth.bits >= 16, stencil.bits >= 8 else { return .missing }
    var samples: GLint = 0
    glGetIntegerv(GLenum(GL_SAMPLES), &samples)
    // Depths are copied between formats that are the same, and ours is DEPTH24_STENCIL8 with one sample.
    let isAlike = depth.bits == 24 && stencil.bits == 8 && depth.kind == GL_UNSIGNED_NORMALIZED && samples == 0
    return isAlike ? .alike : .unlike
  }

  private struct Attachment {
    var bits: GLint = 0
    var kind: GLint = 0

    init(_ ofWindow: Int32, _ ofFramebuffer: Int32, size: Int32, isWindow: Bool) {
      let (target, attachment) = (GLenum(GL_DRAW_FRAMEBUFFER), GLenum(isWindow ? ofWindow : ofFramebuffer))
      var object: GLint = 0
      glGetFramebufferAttachmentParameteriv(target, attachment, GLenum(GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), &object)
      if object == GL_NONE { return }
      glGetFramebufferAttachmentParameteriv(target, attachment, GLenum(size), &bits)
      glGetFramebufferAttachmentParameteriv(target, attachment, GLenum(GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE), &kind)
    }
  }
}
