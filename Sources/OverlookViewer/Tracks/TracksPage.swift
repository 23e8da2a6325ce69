import Overlook
import OverlookFiles
import OverlookSupport

/// The page of the side sheet with the tracks of the opened files: their figures, the profile of the one that is chosen, and playing.
@MainActor final class TracksPage: SidePage {
  let name = "tracks"
  var title: String { localized("Tracks") }
  let profile = ProfileControl()
  /// Called when the page is shown, or no longer.
  var onAppear: @MainActor (Bool) -> Void = { _ in }
  var onChoose: @MainActor (Int) -> Void = { _ in }
  var onPlay: @MainActor () -> Void = {}
  var onShow: @MainActor () -> Void = {}

  private let hint = Paragraph(isDim: true)
  private let figures = Paragraph()
  private let section = Paragraph(isDim: true)
  private let playButton = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  private let showButton = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  private var choices: [Paragraph] = []

  init() {
    playButton.onClick = { [unowned self] in onPlay() }
    showButton.onClick = { [unowned self] in onShow() }
  }

  /// Shows the tracks, the chosen one by its figures.
  func set(_ tracks: [Track], chosen: Int?, isPlaying: Bool) {
    let track = chosen.flatMap { tracks.indices.contains($0) ? tracks[$0] : nil }
    hint.text =
      tracks.isEmpty
      ? localized("Open a file with tracks, such as GPX, to see lengths, heights and speeds here.")
      : track?.profile.hasHeights == false ? localized("The file has no heights for this track.") : ""
    choices =
      tracks.count < 2
      ? []
      : tracks.enumerated().map { index, track in
        let line = Paragraph("\(index == chosen ? "● " : "")\(OutsideText.shown(track.title, limit: 60))") { [unowned self] in
          onChoose(index)
        }
        return line
      }
    figures.text =
      track.map { track in
        ([OutsideText.shown(track.title, limit: 80)] + track.figures.map { "\($0.name): \($0.value)" }).joined(separator: "\n")
      } ?? ""
    profile.profile = track?.profile
    playButton.title = isPlaying ? localized("Stop") : localized("Play")
    playButton.isEnabled = isPlaying || tracks.contains { $0.profile.period != nil }
    showButton.title = localized("Zoom to it")
    showButton.isEnabled = track != nil
    set(section: nil)
  }

  /// Figures of the part that is chosen in the profile.
  func set(section part: TrackProfile.Section?) {
    section.text =
      part.map { part in
        var words = [TrackText.length(part.lengthMeters)]
        if let ascent = part.ascentMeters { words.append("↑ \(TrackText.height(ascent))") }
        if let descent = part.descentMeters { words.append("↓ \(TrackText.height(descent))") }
        if let seconds = part.seconds { words.append(TrackText.duration(seconds)) }
        if let seconds = part.seconds, seconds > 0 { words.append(TrackText.speed(part.lengthMeters / seconds)) }
        return localized("Section: {figures}", ["figures": words.joined(separator: "  ")])
      } ?? (profile.profile?.hasHeights == true ? localized("Drag over the profile for the figures of a section.") : "")
  }

  var content: [any PlacedControl] {
    (choices as [any PlacedControl]) + [hint, figures, profile, section, playButton, showButton]
  }

  func lay(in layout: PageLayout) {
    for choice in choices { layout.row(choice, gap: 4) }
    if !choices.isEmpty { layout.space(6) }
    if !hint.text.isEmpty { layout.row(hint) }
    guard !figures.text.isEmpty else { return }
    layout.row(figures)
    if profile.profile?.hasHeights == true {
      if profile.width != layout.width { profile.width = layout.width }
      layout.place(profile, x: 0, y: layout.top)
      layout.space(ProfileControl.height + PageLayout.gap)
      layout.row(section)
    }
    layout.row([playButton, showButton])
  }

  func didAppear() { onAppear(true) }
  func didDisappear() { onAppear(false) }
}
