import Foundation
package import OverlookGPU
import OverlookSupport

extension ShaderLibrary {
  /// The GLSL files that the package ships, read anew at each use so that a reload sees an edited file.
  package static let resources = ShaderLibrary { (file) throws(GPUError) in
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: try ShaderSource.path(file)))
    } catch {
      throw .shader(file: file, log: "\(error)")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
