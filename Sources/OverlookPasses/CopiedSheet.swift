package import OverlookGPU
package import OverlookRaster

/// A picture of a target's size that the processor draws and that then takes the place of all that is in the target. It is copied and not
/// drawn: where the driver works on the processor too that is a copy of memory, a tenth of the time. Its rows lie as those of the target do.
@MainActor package final class CopiedSheet {
  private let device: GPUDevice
  private let name: String
  private var sheet: PixelSheet?
  /// On the way into a window, whose colours nobody but the driver can write.
  private var framebuffer: GPUFramebuffer?

  /// `name`: what it shows, for debuggers.
  package init(_ device: GPUDevice, of name: String) {
    self.device = device
    self.name = name
  }

  /// Bytes that the driver has of it.
  package var byteCount: Int { framebuffer?.byteCount ?? 0 }

  /// Gives back all memory until it is drawn again.
  package func trimMemory() {
    sheet = nil
    framebuffer = nil
  }

  /// The picture to draw for a target; what it holds is what was drawn there last, or nothing.
  package func sheet(for target: GPUTarget) throws(GPUError) -> PixelSheet {
    let isBottomUp = !Self.isWindow(target)
    if target.hasTexture || framebuffer?.target.width != target.width || framebuffer?.target.height != target.height {
      framebuffer = nil
    }
    if !target.hasTexture, framebuffer == nil {
      framebuffer = try GPUFramebuffer(device, width: target.width, height: target.height, label: "picture of \(name)")
    }
    if let sheet, sheet.width == target.width, sheet.height == target.height, sheet.isBottomUp == isBottomUp { return sheet }
    sheet = nil
    let made = PixelSheet(width: target.width, height: target.height, isBottomUp: isBottomUp)
    sheet = made
    return made
  }

  /// Brings what was drawn into the target, which is bound afterwards.
  package func copy(to target: GPUTarget) {
    copy(rows: 0..<target.height, to: target)
    finishCopy(to: target)
  }

  /// Brings rows that are drawn, the uppermost of which is 0, while others may not be yet. `finishCopy` follows when all were brought.
  package func copy(rows: Range<Int>, to target: GPUTarget) {
    sheet?.withBytes(ofRows: rows) { device.write($0, rows: $1, of: framebuffer?.target ?? target) }
  }

  /// Ends what `copy` of rows began: a window has nothing of them before. The target is bound afterwards.
  package func finishCopy(to target: GPUTarget) {
    guard let source = framebuffer?.target else { return }
    if Self.isWindow(target) {
      device.copyUpsideDown(from: source, to: target)
    } else {
      device.blit(from: source, to: target)
    }
  }

  private static func isWindow(_ target: GPUTarget) -> Bool { target.name == 0 }
}
