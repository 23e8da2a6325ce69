package import OverlookGPU
import OverlookSupport

extension ShaderLibrary {
  /// The GLSL files that the package ships.
  package static let resources = ShaderLibrary(forget: texts.forget) { (file) throws(GPUError) in try texts.text(file) }

  private static let texts = ShaderTexts { (file) throws(GPUError) in
    do throws(ResourceError) {
      return try ShaderSource.path(file)
    } catch {
      throw .shader(file: file, log: "\(error)")
    }
  }
}
