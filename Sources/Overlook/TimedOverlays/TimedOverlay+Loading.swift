import OverlookFormats
import OverlookInput
import OverlookScene
import OverlookSupport
import OverlookTiles

// From frames that are known to pictures that lie ready.
extension TimedOverlay {
  /// Gives the picture of a frame in the colours of a scale.
  typealias PictureFetch =
    @Sendable (
      _ index: Int, ColorScale?, WorkTicket, TileServices, @escaping @Sendable (Result<Image, PictureFault>) -> Void
    ) -> Void

  /// Remembers how to get pictures.
  func makeLoader(_ fetch: @escaping PictureFetch) {
    pictureFetch = fetch
    playback.count = frames.count
  }

  /// Begins to get what is not there.
  func load(from map: MapView) {
    guard let fetch = pictureFetch else { return }
    guard !frames.isEmpty else { return setState(.failed(reason: "there are no pictures to show")) }
    let (services, scale) = (map.services, scale)
    loader = TimedFrameLoader(wake: map.wakeRelay.callback) { index, ticket, completion in
      fetch(index, scale, ticket, services, completion)
    }
    updateWindow()
    updateState()
    // It may have been set before it was known which times there are.
    clockDidChange(in: map)
  }

  /// Gets all pictures anew, in other colours; those that are there stay until their successors come.
  func reload() {
    guard let host, pictureFetch != nil else { return }
    stale = Set(frames.indices.filter { frames[$0].image != nil })
    load(from: host)
  }

  /// Takes what came; true when something did.
  func takeArrivals() -> Bool {
    guard let arrivals = loader?.takeArrivals(), !arrivals.isEmpty else { return false }
    for arrival in arrivals where frames.indices.contains(arrival.index) {
      stale.remove(arrival.index)
      switch arrival.result {
      case .success(let image):
        frames[arrival.index].image = image
        frames[arrival.index].state = .ready
      case .failure(let fault):
        // One that was shown already stays as it is.
        if frames[arrival.index].image == nil { frames[arrival.index].state = .noData(reason: fault.description) }
      }
    }
    updateWindow()
    updateState()
    return true
  }

  /// Keeps the pictures that are shown next, as many as the budget has room for, lets go of the others, and asks for what is
  /// missing.
  func updateWindow() {
    guard !frames.isEmpty else { return }
    let kept = window()
    var wanted: [Int] = []
    var upcoming: [Image] = []
    for (place, index) in kept.enumerated() {
      if let image = frames[index].image {
        if place > 0 { upcoming.append(image) }
      }
      if needsPicture(index) { wanted.append(index) }
    }
    if kept.count < frames.count {
      let isKept = Set(kept)
      for index in frames.indices where !isKept.contains(index) {
        frames[index].image = nil
        // Whether there is one at all has still to be found out.
        if !frames[index].isResolved { wanted.append(index) }
      }
    }
    if !upcoming.elementsEqual(overlay.upcomingIcons, by: { $0 === $1 }) { overlay.upcomingIcons = upcoming }
    loader?.want(wanted)
  }

  private func needsPicture(_ index: Int) -> Bool {
    switch frames[index].state {
    case .waiting: true
    case .ready: frames[index].image == nil || stale.contains(index)
    case .noData: false
    }
  }

  /// The frames that are kept, in the order of their turns.
  private func window() -> [Int] {
    let size = frames.reduce(0) { max($0, $1.image?.byteCount ?? 0) }
    pictureBytes = max(pictureBytes, size)
    let room = pictureBytes == 0 ? frames.count : min(max(memoryBudget / pictureBytes, 1), frames.count)
    return (0..<room).map { (playback.index + $0) % frames.count }
  }

  /// Tells how far loading is; frames are shown when it has ended.
  func updateState() {
    let resolved = frames.count(where: \.isResolved)
    if resolved < frames.count {
      setState(.loading(resolved: resolved, of: frames.count))
    } else if state != .ready {
      if wantsToPlay { playback.play() }
      showFrame()
      setState(.ready)
    } else {
      showFrame()
    }
  }

  func setState(_ new: State) {
    guard new != state else { return }
    state = new
    host?.requestFrame(.interface)
    onChange?(self)
  }
}
