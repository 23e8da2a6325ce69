import Glibc
import OverlookGPU

/// Whether what frames are drawn into has depths and stencil numbers.
///
/// A graphics card draws a frame where it is shown, depths and all. Where the processor is the driver, targets have none: llvmpipe takes its
/// quick way for pictures that are laid over the view, a third of the time, only where no depths are bound, whether or not a draw asks for
/// them. Frames that need depths are then drawn in a target of the renderer's own, and copied once.
enum TargetDepths {
  /// By the driver of the current context.
  @MainActor static var arePartOfTargets: Bool {
    guard let capabilities = try? GPUCapabilities() else { return true }
    return !capabilities.isSoftware
  }

  /// For a window, whose framebuffer is chosen before anybody can ask its driver: whether there may be a graphics card. A guess that is
  /// wrong costs time and nothing else.
  static let arePartOfWindows = !EGLCandidate.softwareIsDemanded && cards.contains { access($0, F_OK) == 0 }

  /// How the kernel names them, NVIDIA's own driver, and Windows' subsystem for Linux.
  private static let cards = (128..<136).map { "/dev/dri/renderD\($0)" } + ["/dev/nvidiactl", "/dev/dxg"]
}
