import Dispatch
import OverlookNetwork
import OverlookSupport
import Synchronization

/// Collects the parts of a file that are wanted at one moment, and asks for neighbours in one request.
///
/// One who no longer wants a part takes it back alone; a request ends when all who wait for it have gone. Thread-safe.
final class RangeCoalescer: Sendable {
  /// Bytes between two parts that are rather transferred than asked around: what a connection of 20 Mbit/s carries in 13 ms, less
  /// than the way to any server and back.
  static let maximumGap: UInt64 = 32 << 10
  /// Of a request for several parts, so that tiles appear one after the other and little is lost with a connection.
  static let maximumBytes: UInt64 = 1 << 20

  /// What asking has cost.
  struct Counts: Hashable, Sendable {
    var requests = 0
    /// Parts that were asked for by them.
    var parts = 0
    /// Asked for, gaps included.
    var bytes: UInt64 = 0
  }

  typealias Completion = @Sendable (RemoteFile.Part) -> Void

  private struct Want: Sendable {
    let number: Int
    let range: Range<UInt64>
    let ticket: WorkTicket
    let completion: Completion
  }

  /// Parts that one request brings.
  private struct Request: Sendable {
    let number: Int
    let range: Range<UInt64>
    let wants: [Want]
    let ticket: WorkTicket
  }

  /// Who still waits for a request.
  private struct Group: Sendable {
    var ticket: WorkTicket
    var waiting: Set<Int>
  }

  private struct State: Sendable {
    var wants: [Want] = []
    var groups: [Int: Group] = [:]
    var lastNumber = 0
    /// Callers who said that they may want something soon.
    var expected = 0
    var isFlushing = false
    var isClosed = false
    var counts = Counts()
  }

  private let file: RemoteFile
  private let version: RemoteFile.Version
  private let http: any HTTPFetching
  private let delayMilliseconds: Int
  private let state = Mutex(State())

  /// How often a flush waits for expected wants.
  private static let maximumDelays = 5

  init(file: RemoteFile, version: RemoteFile.Version, http: any HTTPFetching, delayMilliseconds: Int = 4) {
    self.file = file
    self.version = version
    self.http = http
    self.delayMilliseconds = delayMilliseconds
  }

  var counts: Counts { state.withLock { $0.counts } }

  /// Says that a want may come soon, so that it gets its chance to share a request; until the value is ended or let go of.
  func expect() -> Expectation {
    state.withLock { $0.expected += 1 }
    return Expectation(self)
  }

  /// A want that may come soon.
  final class Expectation: Sendable {
    private let coalescer: Mutex<RangeCoalescer?>

    fileprivate init(_ coalescer: RangeCoalescer) {
      self.coalescer = Mutex(coalescer)
    }

    deinit {
      end()
    }

    /// The want has come, or will not. Further calls do nothing.
    func end() {
      let coalescer = coalescer.withLock { coalescer in
        defer { coalescer = nil }
        return coalescer
      }
      coalescer?.state.withLock { $0.expected -= 1 }
    }
  }

  /// Gets the bytes of `range`. `completion` is called once, on any thread, and must not block; not when `ticket` was cancelled.
  func want(_ range: Range<UInt64>, ticket: WorkTicket, completion: @escaping Completion) {
    let (number, starts, isClosed) = state.withLock { state -> (Int, Bool, Bool) in
      state.lastNumber += 1
      if state.isClosed { return (state.lastNumber, false, true) }
      state.wants.append(Want(number: state.lastNumber, range: range, ticket: ticket, completion: completion))
      defer { state.isFlushing = true }
      return (state.lastNumber, !state.isFlushing, false)
    }
    if isClosed {
      if !ticket.isCancelled { completion(.changed) }
      return
    }
    ticket.onCancel { [weak self] in self?.leave(number) }
    if starts { flushSoon(delays: 0) }
  }

  /// Lets nothing more out: what waits and what comes is told that the file changed.
  func close() {
    let left = state.withLock { state in
      state.isClosed = true
      defer { state.wants = [] }
      return state.wants
    }
    for want in left { finish(want, .changed) }
  }

  private func flushSoon(delays: Int) {
    DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + .milliseconds(delayMilliseconds)) { [self] in
      let mayFlush = delays >= Self.maximumDelays || state.withLock { $0.expected <= 0 }
      if mayFlush { flush() } else { flushSoon(delays: delays + 1) }
    }
  }

  private func flush() {
    let requests = state.withLock { state -> [Request] in
      state.isFlushing = false
      let wants = state.wants.filter { !$0.ticket.isCancelled }
      state.wants = []
      return Self.groups(wants.map(\.range)).map { group in
        let wants = group.members.map { wants[$0] }
        let ticket = WorkTicket(followingAnyOf: wants.map(\.ticket))
        state.lastNumber += 1
        state.groups[state.lastNumber] = Group(ticket: ticket, waiting: Set(wants.map(\.number)))
        state.counts.requests += 1
        state.counts.parts += wants.count
        state.counts.bytes += UInt64(group.range.count)
        return Request(number: state.lastNumber, range: group.range, wants: wants, ticket: ticket)
      }
    }
    // The most urgent first, in case that there is no place for all.
    for request in requests.sorted(by: { $0.ticket.priority < $1.ticket.priority }) { start(request) }
  }

  private func start(_ request: Request) {
    let range = request.range
    http.fetch(file.request(range, of: version), ticket: request.ticket) { [self] result in
      state.withLock { $0.groups[request.number] = nil }
      let part = file.part(result, range, of: version)
      for want in request.wants { finish(want, Self.part(part, of: range, for: want.range)) }
    }
  }

  private func finish(_ want: Want, _ part: RemoteFile.Part) {
    want.ticket.clearCancelHandler()
    if !want.ticket.isCancelled { want.completion(part) }
  }

  /// Somebody no longer wants a part.
  private func leave(_ number: Int) {
    let ended = state.withLock { state -> WorkTicket? in
      state.wants.removeAll { $0.number == number }
      guard let key = state.groups.first(where: { $0.value.waiting.contains(number) })?.key else { return nil }
      state.groups[key]?.waiting.remove(number)
      return state.groups[key]?.waiting.isEmpty == true ? state.groups.removeValue(forKey: key)?.ticket : nil
    }
    ended?.cancel()
  }

  private static func part(_ part: RemoteFile.Part, of whole: Range<UInt64>, for range: Range<UInt64>) -> RemoteFile.Part {
    guard case .bytes(let bytes, let version) = part else { return part }
    let start = Int(clamping: range.lowerBound - whole.lowerBound)
    let end = Int(clamping: range.upperBound - whole.lowerBound)
    guard start <= end, end <= bytes.count else { return .changed }
    return .bytes(start == 0 && end == bytes.count ? bytes : Array(bytes[start..<end]), version)
  }

  /// Puts neighbours together: ranges to ask for, in order, each with the indices of the ones it is for.
  static func groups(
    _ ranges: [Range<UInt64>], maximumGap: UInt64 = maximumGap, maximumBytes: UInt64 = maximumBytes
  ) -> [(range: Range<UInt64>, members: [Int])] {
    let order = ranges.indices.sorted { (ranges[$0].lowerBound, $0) < (ranges[$1].lowerBound, $1) }
    var groups: [(range: Range<UInt64>, members: [Int])] = []
    for index in order {
      let range = ranges[index]
      if let last = groups.last?.range {
        let end = max(last.upperBound, range.upperBound)
        let isNear = range.lowerBound <= last.upperBound || range.lowerBound - last.upperBound <= maximumGap
        // What lies in the last range already costs nothing.
        if isNear, end == last.upperBound || end - last.lowerBound <= maximumBytes {
          groups[groups.count - 1].range = last.lowerBound..<end
          groups[groups.count - 1].members.append(index)
          continue
        }
      }
      groups.append((range, [index]))
    }
    return groups
  }
}
