package import OverlookGeometry

/// Rectangles of the repeating world by slot number: which of them meet a rectangle?
///
/// A loose quadtree in flat arrays: an item lies in the deepest node whose square holds its centre and is as large as the item,
/// so it never leaves the square grown by half. Insert, remove and move cost a walk down the tree, without allocation once the
/// arrays have grown; a query costs the nodes and items near the rectangle. Empty branches are given back.
package struct OverlayIndex: Sendable {
  private struct Node {
    var minX: Double
    var minY: Double
    var side: Double
    var parent: Int32
    /// The first of four neighbours; -1 in a leaf.
    var firstChild: Int32 = -1
    var firstItem: Int32 = -1
    var ownCount: Int32 = 0
    /// Items here and below.
    var totalCount: Int32 = 0
    var depth: Int32
  }

  private struct Item {
    /// Moved by whole worlds so that its centre lies in 0 ..< 1.
    var rect: WorldRect
    /// -1: this slot holds nothing.
    var node: Int32
    var next: Int32
    var previous: Int32
  }

  private var nodes: ContiguousArray<Node>
  private var items = ContiguousArray<Item>()
  /// First nodes of blocks of four that are free.
  private var freeBlocks = ContiguousArray<Int32>()

  /// Items of a leaf before it gets children.
  private static let leafCapacity: Int32 = 16
  private static let maximumDepth: Int32 = 24

  package init() {
    nodes = [Node(minX: 0, minY: 0, side: 1, parent: -1, depth: 0)]
  }

  package var count: Int { Int(nodes[0].totalCount) }

  /// Whether `slot` (at least 0) has a rectangle here.
  package func contains(_ slot: Int) -> Bool {
    items.indices.contains(slot) && items[slot].node >= 0
  }

  /// The rectangle of `slot`, moved by whole worlds; nil when it has none.
  package func rect(of slot: Int) -> WorldRect? {
    contains(slot) ? items[slot].rect : nil
  }

  /// Gives `slot` (at least 0) the rectangle `rect`, in place of the one it had. Not finite or inverted: as `remove`.
  package mutating func set(_ slot: Int, to rect: WorldRect) {
    guard let rect = Self.normalized(rect) else { return remove(slot) }
    while items.count <= slot {
      items.append(Item(rect: WorldRect(minX: 0, minY: 0, maxX: 0, maxY: 0), node: -1, next: -1, previous: -1))
    }
    let node = items[slot].node
    if node >= 0 {
      if isAtHome(rect, in: Int(node)) {
        items[slot].rect = rect
        return
      }
      unlink(slot)
    }
    items[slot].rect = rect
    insert(slot)
  }

  /// Nothing happens when `slot` has no rectangle.
  package mutating func remove(_ slot: Int) {
    if contains(slot) { unlink(slot) }
  }

  package mutating func removeAll() {
    let root = Node(minX: 0, minY: 0, side: 1, parent: -1, depth: 0)
    nodes.removeAll(keepingCapacity: true)
    nodes.append(root)
    items.removeAll(keepingCapacity: true)
    freeBlocks.removeAll(keepingCapacity: true)
  }

  // MARK: Queries

  /// Appends the slots whose rectangle, in any copy of the world, meets `rect`; each once, in no particular order.
  ///
  /// `rect` may lie anywhere and be wider than the world. Touching counts. A rectangle that is not finite or inverted meets
  /// nothing.
  package func query(_ rect: WorldRect, into slots: inout ContiguousArray<Int32>) {
    guard count > 0, Self.isProper(rect) else { return }
    let width = rect.maxX - rect.minX
    if width >= 1 {
      let all = WorldRect(minX: -1, minY: rect.minY, maxX: 2, maxY: rect.maxY)
      return collect(all, unless: nil, nil, into: &slots)
    }
    let shift = rect.minX.rounded(.down)
    let home = WorldRect(minX: rect.minX - shift, minY: rect.minY, maxX: rect.maxX - shift, maxY: rect.maxY)
    // Items reach from -0.5 to 1.5, the query from 0 to 2: three windows can see an item, the first one takes it.
    let west = WorldRect(minX: home.minX - 1, minY: home.minY, maxX: home.maxX - 1, maxY: home.maxY)
    let east = WorldRect(minX: home.minX + 1, minY: home.minY, maxX: home.maxX + 1, maxY: home.maxY)
    collect(home, unless: nil, nil, into: &slots)
    if west.maxX >= -0.5 { collect(west, unless: home, nil, into: &slots) }
    if east.minX <= 1.5 { collect(east, unless: home, west, into: &slots) }
  }

  /// Whether the rectangle of `slot`, in any copy of the world, meets `rect`: what `query` would say.
  package func meets(_ slot: Int, _ rect: WorldRect) -> Bool {
    guard contains(slot), Self.isProper(rect) else { return false }
    let own = items[slot].rect
    guard own.minY <= rect.maxY, own.maxY >= rect.minY else { return false }
    // A copy k meets when own.maxX + k >= rect.minX and own.minX + k <= rect.maxX.
    return (rect.minX - own.maxX).rounded(.up) <= (rect.maxX - own.minX).rounded(.down)
  }

  private func collect(
    _ window: WorldRect, unless first: WorldRect?, _ second: WorldRect?, into slots: inout ContiguousArray<Int32>
  ) {
    var node = 0
    while true {
      let current = nodes[node]
      var descend = false
      if current.totalCount > 0, Self.looseSquare(current).intersects(window) {
        var item = current.firstItem
        while item >= 0 {
          let entry = items[Int(item)]
          if entry.rect.intersects(window), !(first?.intersects(entry.rect) ?? false), !(second?.intersects(entry.rect) ?? false)
          {
            slots.append(item)
          }
          item = entry.next
        }
        descend = current.firstChild >= 0 && current.totalCount > current.ownCount
      }
      if descend {
        node = Int(current.firstChild)
        continue
      }
      // The next sibling, or that of the nearest ancestor that has one.
      while true {
        let parent = Int(nodes[node].parent)
        if parent < 0 { return }
        if node - Int(nodes[parent].firstChild) < 3 { break }
        node = parent
      }
      node += 1
    }
  }

  private static func looseSquare(_ node: Node) -> WorldRect {
    let margin = node.side / 2
    return WorldRect(
      minX: node.minX - margin, minY: node.minY - margin,
      maxX: node.minX + node.side + margin, maxY: node.minY + node.side + margin)
  }

  // MARK: The tree

  /// `rect` with its centre in 0 ..< 1, at most one world wide, y cut to the world square; nil when it is no rectangle.
  private static func normalized(_ rect: WorldRect) -> WorldRect? {
    guard isProper(rect) else { return nil }
    if rect.maxX - rect.minX >= 1 {
      return WorldRect(minX: 0, minY: unit(rect.minY), maxX: 1, maxY: unit(rect.maxY))
    }
    let shift = ((rect.minX + rect.maxX) / 2).rounded(.down)
    return WorldRect(minX: rect.minX - shift, minY: unit(rect.minY), maxX: rect.maxX - shift, maxY: unit(rect.maxY))
  }

  private static func isProper(_ rect: WorldRect) -> Bool {
    rect.minX.isFinite && rect.minY.isFinite && rect.maxX.isFinite && rect.maxY.isFinite && rect.minX <= rect.maxX
      && rect.minY <= rect.maxY
  }

  /// Cut to the world square, but for what rounding adds at its edges: far less than the smallest node reaches beyond its square.
  private static func unit(_ value: Double) -> Double { min(max(value, -1e-9), 1 + 1e-9) }

  private static func size(of rect: WorldRect) -> Double { max(rect.maxX - rect.minX, rect.maxY - rect.minY) }

  /// Whether `node` is where `insert` would put `rect`, or a leaf that may hold it.
  private func isAtHome(_ rect: WorldRect, in node: Int) -> Bool {
    let n = nodes[node]
    let x = (rect.minX + rect.maxX) / 2
    let y = (rect.minY + rect.maxY) / 2
    let size = Self.size(of: rect)
    guard size <= n.side, x >= n.minX, x < n.minX + n.side, y >= n.minY, y < n.minY + n.side else { return false }
    return n.firstChild < 0 || size > n.side / 2
  }

  private mutating func insert(_ slot: Int) {
    let rect = items[slot].rect
    let x = (rect.minX + rect.maxX) / 2
    let y = (rect.minY + rect.maxY) / 2
    let size = Self.size(of: rect)
    var node = 0
    nodes[0].totalCount += 1
    while true {
      if nodes[node].firstChild < 0 {
        guard nodes[node].ownCount >= Self.leafCapacity, nodes[node].depth < Self.maximumDepth else { break }
        split(node)
      }
      guard size <= nodes[node].side / 2 else { break }
      node = child(of: node, x: x, y: y)
      nodes[node].totalCount += 1
    }
    link(slot, to: node)
  }

  private func child(of node: Int, x: Double, y: Double) -> Int {
    let half = nodes[node].side / 2
    let east = x >= nodes[node].minX + half ? 1 : 0
    let south = y >= nodes[node].minY + half ? 2 : 0
    return Int(nodes[node].firstChild) + east + south
  }

  private mutating func split(_ node: Int) {
    let parent = nodes[node]
    let half = parent.side / 2
    let first: Int
    if let block = freeBlocks.popLast() {
      first = Int(block)
    } else {
      first = nodes.count
      nodes.append(contentsOf: repeatElement(parent, count: 4))
    }
    for quarter in 0..<4 {
      nodes[first + quarter] = Node(
        minX: parent.minX + (quarter & 1 == 0 ? 0 : half), minY: parent.minY + (quarter & 2 == 0 ? 0 : half), side: half,
        parent: Int32(node), depth: parent.depth + 1)
    }
    nodes[node].firstChild = Int32(first)
    // Items that fit a child move down.
    var item = parent.firstItem
    nodes[node].firstItem = -1
    nodes[node].ownCount = 0
    while item >= 0 {
      let slot = Int(item)
      let rect = items[slot].rect
      item = items[slot].next
      if Self.size(of: rect) <= half {
        let target = child(of: node, x: (rect.minX + rect.maxX) / 2, y: (rect.minY + rect.maxY) / 2)
        nodes[target].totalCount += 1
        link(slot, to: target)
      } else {
        link(slot, to: node)
      }
    }
  }

  private mutating func link(_ slot: Int, to node: Int) {
    let first = nodes[node].firstItem
    items[slot].node = Int32(node)
    items[slot].previous = -1
    items[slot].next = first
    if first >= 0 { items[Int(first)].previous = Int32(slot) }
    nodes[node].firstItem = Int32(slot)
    nodes[node].ownCount += 1
  }

  private mutating func unlink(_ slot: Int) {
    let item = items[slot]
    if item.previous >= 0 { items[Int(item.previous)].next = item.next } else { nodes[Int(item.node)].firstItem = item.next }
    if item.next >= 0 { items[Int(item.next)].previous = item.previous }
    items[slot].node = -1
    nodes[Int(item.node)].ownCount -= 1
    var node = Int(item.node)
    while node >= 0 {
      nodes[node].totalCount -= 1
      if nodes[node].totalCount == 0, nodes[node].firstChild >= 0 {
        freeBlocks.append(nodes[node].firstChild)
        nodes[node].firstChild = -1
      }
      node = Int(nodes[node].parent)
    }
  }
}
