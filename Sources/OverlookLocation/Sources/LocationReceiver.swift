import OverlookSupport

/// Gets fixes from a source, on a thread of its own.
@MainActor public final class LocationReceiver: LocationProvider {
  /// Called on the main thread with each fix and each change of `status`. Starts as nil.
  public var onUpdate: (@MainActor (LocationUpdate) -> Void)?
  /// How it fares.
  public private(set) var status = LocationStatus.stopped
  /// The last fix since `start`; nil before the first.
  public private(set) var lastFix: LocationFix?

  private let makeFeed: @MainActor () -> any LocationFeed
  private var sink: LocationSink?
  private var mailbox: Mailbox<LocationUpdate>?

  /// Fixes from a source.
  public convenience init(_ source: LocationSource) {
    self.init { source.feed }
  }

  /// Plays fixes one after the other with the pauses between their times, `speed` times as fast.
  public convenience init(playing fixes: [LocationFix], speed: Double = 1) {
    self.init { PlayedFeed(fixes, speed: speed) }
  }

  /// A provider over a feed, which is made at each start.
  package init(_ makeFeed: @escaping @MainActor () -> any LocationFeed) {
    self.makeFeed = makeFeed
  }

  isolated deinit {
    sink?.stop()
  }

  /// Begins to look for fixes, on a thread of its own; nothing is opened or connected to before.
  public func start() {
    guard sink == nil else { return }
    lastFix = nil
    let mailbox = Mailbox<LocationUpdate> { [weak self] in
      Task { @MainActor in self?.deliver() }
    }
    let (sink, feed) = (LocationSink(mailbox), makeFeed())
    (self.sink, self.mailbox) = (sink, mailbox)
    tell(.status(.searching))
    do throws(ThreadError) {
      try ServiceThread.start("overlook-fixes", stackBytes: 512 << 10) { feed.run(sink) }
    } catch {
      tell(.status(.failed("no position: \(error)")))
    }
  }

  /// Ends it at once.
  public func stop() {
    guard let sink else { return }
    sink.stop()
    (self.sink, mailbox) = (nil, nil)
    tell(.status(.stopped))
  }

  private func deliver() {
    guard let mailbox else { return }
    for update in mailbox.drain() {
      // A listener may have stopped it.
      guard self.mailbox === mailbox else { return }
      tell(update)
    }
  }

  private func tell(_ update: LocationUpdate) {
    switch update {
    case .fix(let fix): lastFix = fix
    case .status(let status):
      if status == self.status { return }
      self.status = status
    }
    onUpdate?(update)
  }
}
