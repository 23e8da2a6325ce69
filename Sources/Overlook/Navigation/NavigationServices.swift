import Foundation
import OverlookControls
import OverlookSupport

/// Called when a person accepted the terms (true) or rejected them.
public typealias TermsResponseCallback = @MainActor (Bool) -> Void

/// What all navigators of the process share: terms, licences and version.
@MainActor public enum NavigationServices {
  /// The release of the library.
  public static func sdkVersion() -> String { MapServices.version }

  /// The licences of the software that the library contains and links, as text to show to people.
  public static func openSourceLicenseInfo() -> String { MapServices.openSourceLicenseInfo() }

  /// What people accept before they are guided, in the interface's language.
  public static var terms: String {
    [
      localized(
        """
        Guidance helps you to find your way. It does not see the road: what signs, signals, the police and the road itself say always \
        goes before what is shown and said here.
        """),
      localized(
        """
        Maps and routes may be wrong or old. Roads may be closed, turns forbidden, limits others than those shown. You are responsible \
        for how you travel.
        """),
      localized("Set your destination before you set off, and do not use the screen while you drive."),
      localized(
        """
        Where you are is known to this program alone, unless you have chosen a server for routes or maps: that one is told the places \
        that you ask it for.
        """),
    ].joined(separator: "\n\n")
  }

  /// The file that remembers acceptance: in `$XDG_STATE_HOME/overlook`, or `~/.local/state/overlook`; nil without a home.
  package static var acceptancePath: String? { UserFolder.state.path().map { "\($0)/navigation-terms" } }

  /// The number of the terms; others must be accepted anew.
  private static let termsNumber = "1"
  /// What was answered in this process, for machines where nothing can be kept.
  private static var answer: Bool?

  /// Whether the terms were accepted, in this process or an earlier one.
  public static func termsHaveBeenAccepted() -> Bool {
    if let answer { return answer }
    guard let path = acceptancePath, let text = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
    return text.trimmingCharacters(in: .whitespacesAndNewlines) == termsNumber
  }

  /// Remembers that the terms were accepted, or that they were not: for apps that ask in a dialog of their own.
  public static func setTermsAccepted(_ isAccepted: Bool) {
    answer = isAccepted
    guard let path = acceptancePath else { return }
    if isAccepted {
      let folder = (path as NSString).deletingLastPathComponent
      try? FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try? Data("\(termsNumber)\n".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } else {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// Shows the terms on a map, whatever was answered before. `callback` is told once what a person chose.
  public static func showTermsAndConditionsDialog(on map: MapView, callback: @escaping TermsResponseCallback) {
    let panel = TermsPanel(title: localized("Before you are guided"), text: terms)
    panel.onAnswer = { [weak map, weak panel] isAccepted in
      if let panel { map?.remove(panel) }
      setTermsAccepted(isAccepted)
      callback(isAccepted)
    }
    map.add(panel)
    map.focusedControl = panel
  }

  /// Shows the terms unless they were accepted; then `callback` is told true at once.
  public static func showTermsAndConditionsIfNeeded(on map: MapView, callback: @escaping TermsResponseCallback) {
    if termsHaveBeenAccepted() { return callback(true) }
    showTermsAndConditionsDialog(on: map, callback: callback)
  }
}
