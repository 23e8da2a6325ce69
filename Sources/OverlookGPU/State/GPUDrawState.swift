/// How a draw's colour meets what is there; colours are premultiplied.
package enum GPUBlend: Sendable {
  /// The new colour replaces the old.
  case off
  /// `new + old * (1 - newAlpha)`.
  case premultiplied
  /// `new + old`.
  case additive
  /// The larger of both, channel by channel.
  case maximum
}

/// How a draw meets the numbers that earlier draws left in the stencil buffer, of 1 ... 255.
package enum GPUStencil: Hashable, Sendable {
  case off
  /// Every pixel that is drawn gets the number.
  case write(UInt8)
  /// Only pixels with the number are drawn.
  case equal(UInt8)
  /// Only pixels that do not have the number are drawn, and get it: each is drawn once.
  case once(UInt8)
}

/// Depth and stencil of a framebuffer.
package struct GPUDepth: Hashable, Sendable {
  let name: UInt32
  /// Tells it from a later one that the driver gave the same name.
  let number: Int
}

/// Where a draw goes: a framebuffer's name and its size in pixels.
package struct GPUTarget: Hashable, Sendable {
  package let name: UInt32
  package let width: Int
  package let height: Int
  /// Nil for a target without, and for a window's, which cannot be shared.
  package let depth: GPUDepth?
  /// Of the texture of 8 bits a channel that its colours are in; nil for a window's, and other colours.
  let color: UInt32?

  /// Whether pixels can be written into it, and not only drawn.
  package var hasTexture: Bool { color != nil }

  package init(name: UInt32, width: Int, height: Int, depth: GPUDepth? = nil) {
    self.init(name: name, width: width, height: height, depth: depth, color: nil)
  }

  init(name: UInt32, width: Int, height: Int, depth: GPUDepth?, color: UInt32?) {
    self.name = name
    self.width = width
    self.height = height
    self.depth = depth
    self.color = color
  }
}
