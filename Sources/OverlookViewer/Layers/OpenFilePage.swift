import Foundation
import Observation
import Overlook
import OverlookSupport

/// A choice of files where the desktop offers no dialog of its own: a folder's known files, and a path that is typed.
@MainActor @Observable final class OpenFilePage: SidePage {
  let name = "open"
  var title: String { localized("Open a file") }

  private(set) var listing: FolderListing
  private var completions: [String] = []
  private var showsAll = false
  @ObservationIgnored private let home: String
  @ObservationIgnored let path = TextField(prompt: "", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored private let folder = Paragraph(isDim: true)
  @ObservationIgnored private let list: ScrollingList
  @ObservationIgnored private let all = Toggle("", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored private let note = Paragraph(isDim: true)
  /// Counts what was asked of the disk; only the last answer is taken.
  @ObservationIgnored private var question = 0

  /// Called with the path that was chosen.
  @ObservationIgnored var onChoice: @MainActor (String) -> Void = { _ in }

  init(home: String) {
    self.home = home
    // Read when the page is shown.
    listing = .unread(home)
    list = ScrollingList(
      rowCount: 0, size: ScreenSize(width: 300, height: 352), at: .at(ScreenPoint(x: 0, y: 0)),
      row: { _ in ScrollingList.Row("") })
    list.hasCard = false
    list.row = { [unowned self] in row($0) }
    list.picture = { [unowned self] index, canvas, square, palette in
      sign(index).draw(on: canvas, in: square.inset(x: 3, y: 3), color: palette.dimInk)
    }
    list.onChoice = { [unowned self] in choose($0) }
    all.onChange = { [unowned self] in
      showsAll = $0
      go(to: listing.path)
    }
    path.onChange = { [unowned self] in complete($0) }
    path.onSubmit = { [unowned self] in submit($0) }
    path.onKey = { [unowned self] key in (key == .up || key == .down) && list.take(key) }
  }

  func didAppear() { go(to: listing.path) }

  var firstFocus: (any Control)? { path }

  // MARK: Rows

  private var isTyping: Bool { !completions.isEmpty }
  private var hasParent: Bool { listing.path != "/" && !listing.path.isEmpty }

  private func row(_ index: Int) -> ScrollingList.Row {
    if isTyping {
      return completions.indices.contains(index)
        ? ScrollingList.Row(Self.lastPart(of: completions[index])) : ScrollingList.Row("")
    }
    if hasParent, index == 0 { return ScrollingList.Row(localized("Folder above")) }
    let place = index - (hasParent ? 1 : 0)
    guard listing.items.indices.contains(place) else { return ScrollingList.Row("") }
    let item = listing.items[place]
    return ScrollingList.Row(OutsideText.cleaned(item.name), detail: item.isFolder ? nil : LayerText.bytes(item.size))
  }

  /// The folder is in the field already.
  private static func lastPart(of path: String) -> String {
    OutsideText.cleaned(path.split(separator: "/").last.map(String.init) ?? path)
  }

  private func sign(_ index: Int) -> Sign {
    if isTyping { return completions.indices.contains(index) && completions[index].hasSuffix("/") ? .folder : .file }
    if hasParent, index == 0 { return .up }
    let place = index - (hasParent ? 1 : 0)
    return listing.items.indices.contains(place) && listing.items[place].isFolder ? .folder : .file
  }

  private func choose(_ index: Int) {
    if isTyping {
      if completions.indices.contains(index) { submit(completions[index]) }
    } else if hasParent, index == 0 {
      go(to: Self.parent(of: listing.path))
    } else {
      let place = index - (hasParent ? 1 : 0)
      guard listing.items.indices.contains(place) else { return }
      let full = listing.path == "/" ? "/\(listing.items[place].name)" : "\(listing.path)/\(listing.items[place].name)"
      if listing.items[place].isFolder { go(to: full) } else { onChoice(full) }
    }
  }

  private static func parent(of path: String) -> String {
    let parent = (path as NSString).deletingLastPathComponent
    return parent.isEmpty ? "/" : parent
  }

  /// The disk may take its time.
  private func go(to folder: String) {
    question += 1
    let (number, showsAll) = (question, showsAll)
    Task { [weak self] in
      let listing = await Task.detached(priority: .userInitiated) { FolderListing(folder, showsAll: showsAll) }.value
      guard let self, number == question else { return }
      self.listing = listing
      completions = []
      if !path.text.isEmpty { path.text = "" }
      list.selectedRow = nil
      count()
    }
  }

  private func count() {
    list.rowCount = isTyping ? completions.count : listing.items.count + (hasParent ? 1 : 0)
  }

  private func complete(_ text: String) {
    question += 1
    let (number, home) = (question, home)
    Task { [weak self] in
      let found = await Task.detached(priority: .userInitiated) { FolderListing.completions(of: text, home: home) }.value
      guard let self, number == question else { return }
      completions = found
      list.selectedRow = nil
      count()
    }
  }

  /// What is marked in the list, else the path as it was typed.
  private func submit(_ text: String) {
    if isTyping, let marked = list.selectedRow, completions.indices.contains(marked), completions[marked] != text {
      return submit(completions[marked])
    }
    let full = PersonalFolder.path(text, home: home)
    guard full.hasPrefix("/") else { return }
    var status = stat()
    if stat(full, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      go(to: full.count > 1 && full.hasSuffix("/") ? String(full.dropLast()) : full)
    } else {
      onChoice(full)
    }
  }

  // MARK: Page

  var content: [any PlacedControl] {
    (isTyping ? [path, list, all] : [path, folder, list, all]) + (noteText.isEmpty ? [] : [note])
  }

  private var noteText: String {
    if let fault = listing.fault {
      return localized("{folder}: {fault}", ["folder": OutsideText.cleaned(listing.path), "fault": fault])
    }
    if listing.omitted > 0 {
      return localized("{count} more is not listed", "{count} more are not listed", count: listing.omitted)
    }
    return listing.isRead && listing.items.isEmpty && !isTyping ? localized("No files here that can be opened") : ""
  }

  func lay(in layout: PageLayout) {
    let prompt = localized("Path of a file or folder")
    if path.prompt != prompt { path.prompt = prompt }
    if folder.text != listing.path { folder.text = OutsideText.cleaned(listing.path, limit: 400) }
    let title = localized("All files")
    if all.title != title { all.title = title }
    if note.text != noteText { note.text = noteText }
    layout.row(path)
    if !isTyping { layout.row(folder) }
    // All that the switch and the note below it leave.
    let height = max(layout.room - layout.top - (noteText.isEmpty ? 60 : 100), 3 * ScrollingList.rowHeight)
    if list.size.height != height { list.size.height = height }
    layout.row(list)
    layout.row(all)
    if !noteText.isEmpty { layout.row(note) }
  }
}
