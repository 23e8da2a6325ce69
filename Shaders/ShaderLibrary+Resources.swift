package import OverlookGPU
import OverlookSupport

extension ShaderLibrary {
  /// The GLSL files that the package ships, read anew at each use so that a reload sees an edited file.
  package static let resources = ShaderLibrary { (file) throws(GPUError) in
    do throws(ResourceError) {
      return String(decoding: try ResourceLocator.contents(of: try ShaderSource.path(file)), as: UTF8.self)
    } catch {
      throw .shader(file: file, log: "\(error)")
    }
  }
}
