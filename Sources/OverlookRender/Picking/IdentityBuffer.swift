import OverlookGPU
import OverlookOverlayPasses
package import OverlookScene

/// What was found at a pixel of the buffer of identities.
package enum IdentityHit: Hashable, Sendable {
  /// An overlay; for those of many elements the number of the instance or point that was drawn.
  case overlay(OverlayKind, slot: Int, instance: Int)
  /// An overlay item, by its number in the order of drawing.
  case item(Int)
}

/// The overlays of the last frame drawn once more, each pixel as the number of what lies there; made when it is asked for, and
/// only in the part that is asked for.
@MainActor final class IdentityBuffer {
  /// Whose draws end with a number.
  enum Owner {
    case run(OverlayRun)
    case item(Int)
  }

  private let device: GPUDevice
  private var framebuffer: GPUFramebuffer?
  private var owners: [(lastDraw: Int, owner: Owner)] = []

  init(_ device: GPUDevice) {
    self.device = device
  }

  /// The draws since the last call were those of `run`.
  func note(_ run: OverlayRun) { note(.run(run)) }

  /// The draws since the last call were those of `owner`.
  func note(_ owner: Owner) {
    guard device.variant == .identity, device.drawNumber > owners.last?.lastDraw ?? 0 else { return }
    owners.append((device.drawNumber, owner))
  }

  /// Draws with `body` into a target of this size, within `part`, and answers whose draw, instance and primitive is seen at the
  /// pixels of it that anything was drawn on and `isWanted` says yes to, each once.
  func pieces(
    width: Int, height: Int, in part: GPURect, where isWanted: (_ x: Int, _ y: Int) -> Bool,
    _ body: (GPUTarget) throws(GPUError) -> Void
  ) throws(GPUError) -> Set<IdentityPiece> {
    if framebuffer?.target.width != width || framebuffer?.target.height != height {
      framebuffer = nil
      framebuffer = try GPUFramebuffer(
        device, width: width, height: height, format: .rgba32f, hasDepth: true, label: "identities")
    }
    guard let target = framebuffer?.target else { return [] }
    owners.removeAll(keepingCapacity: true)
    device.variant = .identity
    device.state.bind(target: target)
    device.state.scissorLimit = part
    defer {
      device.state.scissorLimit = nil
      device.variant = .color
    }
    device.clear(color: .zero, depth: true)
    try body(target)
    var pieces: Set<IdentityPiece> = []
    for (index, pixel) in try GPUReadback.floats(of: target, in: part, device).enumerated() where pixel.x >= 1 {
      guard isWanted(part.x + index % part.width, part.y + index / part.width) else { continue }
      pieces.insert(IdentityPiece(draw: Self.number(pixel.x), instance: Self.number(pixel.y), primitive: Self.number(pixel.z)))
    }
    return pieces
  }

  private static func number(_ float: Float) -> Int { Int(exactly: float.rounded()) ?? 0 }

  /// Whose draw has this number.
  func owner(ofDraw draw: Int) -> Owner? {
    owners.first { $0.lastDraw >= draw }?.owner
  }
}

/// A primitive that is seen.
struct IdentityPiece: Hashable {
  let draw: Int
  let instance: Int
  let primitive: Int
}
