import Observation
import Overlook
import OverlookSupport

/// A layer of the list.
@MainActor @Observable final class LayerEntry {
  /// How far it is.
  enum State: Equatable {
    /// It is being opened or read; how much of it, 0 ... 1, where that is known.
    case reading(Double?)
    case ready
    /// One line that names it and says what is wrong.
    case failed(String)
    /// The file of a former session is not there.
    case missing
  }

  /// Names it among those of the list, for as long as the window is open.
  let id: Int
  /// A path, or an address.
  let location: String
  var kind: LayerKind
  /// What it is called while nobody has called it otherwise.
  var name: String
  /// What a person called it; nil for nothing.
  var chosenTitle: String?
  var state = State.reading(nil)
  /// What it holds mostly; nil for the sign of its kind.
  var sign: Sign?
  /// How many of its features could not be read.
  var faultCount = 0
  /// What it holds, in a few words: "GPX, 12 features".
  var summary = ""
  /// Monotonic seconds since when it is being read; nil while it is not.
  @ObservationIgnored var readingSince: Double?

  var isVisible = true
  var opacity = 1.0
  var color: Color?
  var labelProperty: String?
  /// Which layer of a server it is; nil for the one that the server's description leads to.
  var sourceLayer: String?
  /// What it shows; nil until it is opened.
  @ObservationIgnored private(set) var content: (any ShownLayer)?
  /// Counts what came, for those who show it.
  private(set) var contentVersion = 0
  @ObservationIgnored private(set) var isAttached = true

  init(id: Int, location: String, kind: LayerKind, name: String) {
    (self.id, self.location, self.kind, self.name) = (id, location, kind, name)
  }

  var title: String { chosenTitle ?? name }

  var isAddress: Bool { location.contains("://") }

  /// Below the title.
  var detail: String {
    switch state {
    case .reading: localized("Reading…")
    case .failed(let text): text
    case .missing: localized("The file is not there any more")
    case .ready:
      faultCount == 0
        ? summary.isEmpty ? kind.title : summary
        : localized("{summary}, {count} fault", "{summary}, {count} faults", count: faultCount, ["summary": summary])
    }
  }

  var isFault: Bool {
    switch state {
    case .failed, .missing: true
    case .reading, .ready: false
    }
  }

  /// Takes what was opened, which looks as the entry says.
  func take(_ content: any ShownLayer) {
    self.content = content
    apply()
    if labelProperty == nil { labelProperty = content.labelProperty }
    contentVersion += 1
  }

  /// What is shown is other than before.
  func contentDidChange() {
    if labelProperty == nil { labelProperty = content?.labelProperty }
    contentVersion += 1
  }

  func apply() {
    content?.isVisible = isVisible
    content?.opacity = opacity
    if let color { content?.color = color }
    if let labelProperty { content?.labelProperty = labelProperty }
  }

  func attach() {
    isAttached = true
    content?.attach()
    apply()
  }

  func detach() {
    isAttached = false
    content?.detach()
  }
}
