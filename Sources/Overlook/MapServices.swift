import OverlookSupport

/// Facts about the library.
public enum MapServices {
  /// The release of the library, as in the User-Agent of its requests.
  public static let version = Version.string
}
