/// How far something is that a view needs: a tile, the description of a source, or all that a map shows together. A value.
public struct LoadProgress: Hashable, Sendable {
  /// From the best to the worst.
  public enum State: Int, Hashable, Sendable, Comparable {
    /// It is there, or known not to exist.
    case ready
    /// It failed so often, or so clearly, that it counts as missing. It is asked for again now and then.
    case givenUp
    /// It failed and is asked for again, but is not worth waiting for: that is some time away, or likely to fail too.
    case failed
    /// It is on its way, or is asked for again within seconds.
    case loading

    /// From the best to the worst.
    public static func < (a: State, b: State) -> Bool { a.rawValue < b.rawValue }
  }

  /// Of several things, that of the worst.
  public var state: State
  /// When something of what is missing may come, in monotonic seconds: negative infinity for what is on its way, infinity for
  /// never.
  public var earliestArrival: Double

  /// `earliestArrival`: as the property; default infinity.
  public init(_ state: State, earliestArrival: Double = .infinity) {
    (self.state, self.earliestArrival) = (state, earliestArrival)
  }

  /// All is there.
  public static let ready = LoadProgress(.ready)
  /// Something is on its way.
  public static let loading = LoadProgress(.loading, earliestArrival: -.infinity)

  /// Whether all is there, known not to exist, or given up.
  public var isComplete: Bool { state <= .givenUp }

  /// Whether nothing that is missing is worth waiting for. It stays so while what failed is asked for again.
  public var isOver: Bool { state <= .failed }

  /// Whether something of what is missing may come before `end`, in monotonic seconds.
  public func mayArrive(before end: Double) -> Bool {
    !isComplete && earliestArrival < .infinity && earliestArrival <= end
  }

  /// Takes in how far another thing is.
  public mutating func add(_ other: LoadProgress) {
    state = max(state, other.state)
    earliestArrival = min(earliestArrival, other.earliestArrival)
  }
}

extension Sequence<LoadProgress> {
  /// Of all together.
  package var combined: LoadProgress { reduce(into: .ready) { $0.add($1) } }
}
