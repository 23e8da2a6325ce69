import OverlookRoads

/// Ways between candidates of two fixes: a search over arcs no farther than it could matter. One thread at a time.
final class MatchRoutes {
  let network: MatchNetwork
  /// Metres to the tail of an arc, valid where `stamp` is that of the search.
  private var distances: [Float]
  private var stamps: [UInt32]
  private var parents: [Int32]
  /// Which of the sources is nearest, by its number.
  private var origins: [Int32]
  private var stamp: UInt32 = 0
  /// The arcs that are wanted of the next search, by the number of the round that they are wanted in.
  private var wanted: [UInt32]
  private var round: UInt32 = 0
  private var wantedCount = 0
  private var heap: [(distance: Float, arc: Int32)] = []

  init(network: MatchNetwork) {
    self.network = network
    distances = [Float](repeating: 0, count: network.graph.arcCount)
    parents = [Int32](repeating: -1, count: network.graph.arcCount)
    origins = parents
    stamps = [UInt32](repeating: 0, count: network.graph.arcCount)
    wanted = stamps
  }

  /// Says which arcs the distances of the next searches are asked for.
  func want(_ arcs: some Sequence<Int>) {
    round = next(round, clearing: &wanted)
    wantedCount = 0
    for arc in arcs where wanted[arc] != round {
      wanted[arc] = round
      wantedCount += 1
    }
  }

  /// Where a search begins: at the end of an arc, with metres that count already.
  struct Source {
    var arc: Int32
    var distance: Float
  }

  /// Searches from the ends of arcs at once; afterwards `nearest(to:)` knows those of the wanted arcs that begin within `limit` metres.
  func search(from sources: [Source], limit: Float) {
    stamp = next(stamp, clearing: &stamps)
    var missing = wantedCount
    heap.removeAll(keepingCapacity: true)
    for (number, source) in sources.enumerated() {
      relax(after: Int(source.arc), distance: source.distance, limit: limit, parent: -1, origin: Int32(clamping: number))
    }
    while let next = pop() {
      let arc = Int(next.arc)
      guard next.distance <= distances[arc] else { continue }
      if wanted[arc] == round {
        missing -= 1
        if missing == 0 { return }
      }
      relax(
        after: arc, distance: next.distance + Float(network.length(arc)), limit: limit, parent: next.arc, origin: origins[arc])
    }
  }

  /// A number that no entry of a list has.
  private func next(_ number: UInt32, clearing list: inout [UInt32]) -> UInt32 {
    if number < .max { return number + 1 }
    for index in list.indices { list[index] = 0 }
    return 1
  }

  /// The number of the source from which an arc is nearest, and the metres to where it begins; nil where that is too far.
  @inline(__always) func nearest(to arc: Int) -> (source: Int, distance: Float)? {
    stamps[arc] == stamp ? (Int(origins[arc]), distances[arc]) : nil
  }

  /// The arcs between the nearest source and another, which was reached.
  func arcs(before arc: Int) -> [Int] {
    var arcs: [Int] = []
    var parent = parents[arc]
    while parent >= 0 {
      arcs.append(Int(parent))
      parent = parents[Int(parent)]
    }
    return arcs.reversed()
  }

  @inline(__always) private func relax(after arc: Int, distance: Float, limit: Float, parent: Int32, origin: Int32) {
    guard distance <= limit else { return }
    for index in network.successorRange(arc) {
      let next = network.successor(index)
      let (target, reached) = (Int(next.arc), distance + next.extra)
      guard reached <= limit, stamps[target] != stamp || reached < distances[target] else { continue }
      stamps[target] = stamp
      distances[target] = reached
      parents[target] = parent
      origins[target] = origin
      push((reached, next.arc))
    }
  }

  private func push(_ item: (distance: Float, arc: Int32)) {
    heap.append(item)
    var index = heap.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard heap[parent].distance > item.distance else { break }
      heap[index] = heap[parent]
      index = parent
    }
    heap[index] = item
  }

  private func pop() -> (distance: Float, arc: Int32)? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first }
    var index = 0
    while 2 * index + 1 < heap.count {
      var child = 2 * index + 1
      if child + 1 < heap.count, heap[child + 1].distance < heap[child].distance { child += 1 }
      guard heap[child].distance < last.distance else { break }
      heap[index] = heap[child]
      index = child
    }
    heap[index] = last
    return first
  }
}
