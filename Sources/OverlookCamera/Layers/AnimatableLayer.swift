/// Numbers of a view that can be animated one by one, each in its own time: the common part of `MapLayer` and the layers of other
/// views. Main thread only.
///
/// Setting a number starts an implicit animation from what is shown: over `implicitSeconds`, within `LayerTransaction.animate` over
/// its time, within `LayerTransaction.withoutAnimation` over none. `add(_:completion:)` starts an explicit one. A new animation of a
/// number goes on from what is shown and interrupts the one before; whatever else moves the view interrupts all of them where they
/// are.
@MainActor open class AnimatableLayer {
  /// Names one number of a layer.
  public struct Key: RawRepresentable, Hashable, Sendable {
    /// The name of the property.
    public let rawValue: String

    /// A key of a name as given; a layer ignores what it does not know.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// How long an implicit animation takes outside of a transaction, in seconds.
  nonisolated public static let implicitSeconds = 0.25

  private struct Running {
    let from: Double
    let change: Double
    let seconds: Double
    let easing: Easing
    let group: LayerAnimationGroup?
    /// When the first frame showed it.
    var begin: Double?

    func progress(at now: Double) -> Double {
      guard let begin, seconds > 0 else { return begin == nil ? 0 : 1 }
      return easing.progress(at: (now - begin) / seconds)
    }

    func isOver(at now: Double) -> Bool {
      begin.map { now - $0 >= seconds } ?? false
    }
  }

  /// At most one for each key of the layer.
  private var running: [Key: Running] = [:]

  /// What the numbers are of.
  package weak var numbers: (any AnimatedNumbers)?

  package init() {}

  /// Whether anything is on its way.
  public var isAnimating: Bool { !running.isEmpty }

  /// Where the number of `key` goes: the end of its animation, else what is shown; nil for a key that the layer has not.
  public func goal(for key: Key) -> Double? {
    guard let shown = numbers?.shownValue(for: key) else { return nil }
    return running[key].flatMap { numbers?.cleaned($0.from + $0.change, for: key) } ?? shown
  }

  /// Starts an animation. A key that the layer has not and numbers that are not finite start nothing: `completion` comes at once
  /// with `.interrupted`. Otherwise it comes once, at the end.
  public func add(_ animation: LayerAnimation, completion: ((MotionOutcome) -> Void)? = nil) {
    let group = completion.map { LayerAnimationGroup($0) }
    group?.open()
    guard animation.from?.isFinite != false, animation.seconds.isFinite, numbers?.shownValue(for: animation.key) != nil else {
      group?.end(.interrupted)
      return
    }
    numbers?.willSet(animation.key)
    start(animation, in: group)
    group?.end(.finished)
  }

  /// Stops the animation of `key` where it is.
  public func removeAnimation(for key: Key) {
    guard let animation = running.removeValue(forKey: key) else { return }
    numbers?.runningChanged()
    animation.group?.end(.interrupted)
  }

  /// Stops every animation where it is.
  public func removeAllAnimations() {
    guard isAnimating else { return }
    let animations = running.values
    running = [:]
    numbers?.runningChanged()
    for animation in animations { animation.group?.end(.interrupted) }
  }

  // MARK: For layers

  /// Sets the number of `key` by the rules of the transaction; ignores what is not finite.
  package func set(_ value: Double, for key: Key) {
    guard value.isFinite else { return }
    numbers?.willSet(key)
    let timing = LayerTransaction.current
    start(
      LayerAnimation(
        key: key, to: value, seconds: timing?.seconds ?? Self.implicitSeconds, easing: timing?.easing ?? .easeInOut),
      in: timing?.group)
  }

  /// Brings what is shown to the time `now`, in seconds.
  package func step(now: Double) {
    guard isAnimating, now.isFinite else { return }
    var values: [Key: Double] = [:]
    var ended: [LayerAnimationGroup] = []
    for (key, animation) in running {
      let begun = animation.begin ?? now
      running[key]?.begin = begun
      var animation = animation
      animation.begin = begun
      values[key] = numbers?.cleaned(animation.from + animation.change * animation.progress(at: now), for: key)
      if animation.isOver(at: now) {
        running[key] = nil
        if let group = animation.group { ended.append(group) }
      }
    }
    numbers?.show(values)
    numbers?.runningChanged()
    for group in ended { group.end(.finished) }
  }

  private func start(_ animation: LayerAnimation, in group: LayerAnimationGroup?) {
    let key = animation.key
    guard let numbers, let goal = numbers.cleaned(animation.to, for: key), let shown = numbers.shownValue(for: key) else {
      return
    }
    let from = animation.from.flatMap { numbers.cleaned($0, for: key) } ?? shown
    let interrupted = running.removeValue(forKey: key)
    let seconds = animation.seconds.isFinite ? max(animation.seconds, 0) : 0
    if seconds > 0 {
      let change = numbers.period(of: key).map { (goal - from).remainder(dividingBy: $0) } ?? goal - from
      running[key] = Running(from: from, change: change, seconds: seconds, easing: animation.easing, group: group)
      group?.open()
      if from != shown { numbers.show([key: from]) }
    } else {
      numbers.show([key: goal])
    }
    numbers.runningChanged()
    interrupted?.group?.end(.interrupted)
  }
}

/// The numbers of a view behind an `AnimatableLayer`.
@MainActor package protocol AnimatedNumbers: AnyObject {
  /// What is shown; nil for a key that the layer has not.
  func shownValue(for key: AnimatableLayer.Key) -> Double?
  /// The number that `value` stands for, clamped or wrapped; nil when it is not finite.
  func cleaned(_ value: Double, for key: AnimatableLayer.Key) -> Double?
  /// After how much a number is the same again; nil for one that is not cyclic.
  func period(of key: AnimatableLayer.Key) -> Double?
  /// Shows these numbers.
  func show(_ values: [AnimatableLayer.Key: Double])
  /// There is something more, or less, to step.
  func runningChanged()
  /// Somebody sets or animates the number of `key`.
  func willSet(_ key: AnimatableLayer.Key)
}

/// An explicit animation of one number of a layer.
public struct LayerAnimation: Hashable, Sendable {
  /// Which number.
  public var key: AnimatableLayer.Key
  /// Where it starts; nil for what is shown then.
  public var from: Double?
  /// Where it ends and stays.
  public var to: Double
  /// Its length; 0 or less arrives at once.
  public var seconds: Double
  /// Its course.
  public var easing: Easing

  /// An animation of the number `key`.
  public init(
    key: AnimatableLayer.Key, from: Double? = nil, to: Double, seconds: Double = AnimatableLayer.implicitSeconds,
    easing: Easing = .easeInOut
  ) {
    self.key = key
    self.from = from
    self.to = to
    self.seconds = seconds
    self.easing = easing
  }
}
