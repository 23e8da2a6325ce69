import OverlookFormats
public import OverlookScene
import OverlookSupport

extension Model {
  /// Why a model cannot be shown.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file cannot be read or is no model; one line for people.
    case unusable(String)

    /// One line for people.
    public var description: String {
      switch self {
      case .unusable(let text): text
      }
    }
  }

  /// The model in a glTF 2.0 file (`.gltf`, `.glb`), read on the calling thread; what it names must lie in its folder. At most
  /// 256 MiB, of the file and of what is made of it. Parts that cannot be shown are left out and told by `warnings`.
  public convenience init(path: String) throws(Problem) {
    try self.init { () throws(FormatError) in try ModelReader.read(path: path) }
  }

  /// The model in the bytes of a glTF 2.0 file that names no others.
  public convenience init(bytes: [UInt8]) throws(Problem) {
    try self.init { () throws(FormatError) in try ModelReader.read(bytes) }
  }

  /// As `init(path:)`, away from the calling thread.
  public static func load(path: String) async throws(Problem) -> Model {
    let result = await Task.detached { Result { () throws(Problem) in try Model(path: path) } }.value
    return try result.get()
  }

  private convenience init(_ read: () throws(FormatError) -> ModelReader.Result) throws(Problem) {
    do throws(FormatError) {
      let result = try read()
      self.init(asset: result.asset, warnings: result.findings.lines.map { OutsideText.cleaned($0, limit: 300) })
    } catch {
      throw .unusable("\(error)")
    }
  }
}
