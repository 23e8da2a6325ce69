import OverlookAssets
import OverlookSupport

extension MapServices {
  /// The licences of the software that the library contains and links, as text to show to people. One line that says what is
  /// missing where the resource is not there. Reads a file of some 200 kB each time; any thread.
  public static func openSourceLicenseInfo() -> String {
    do {
      return String(decoding: try ResourceLocator.contents(of: EmbeddedAssets.path("open-source.txt")), as: UTF8.self)
    } catch {
      return "\(error)"
    }
  }
}
