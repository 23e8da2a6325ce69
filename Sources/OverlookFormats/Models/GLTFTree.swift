/// The nodes of a model as a tree, walked without recursion: a node has one parent at most, and none is its own ancestor.
struct GLTFTree {
  /// Numbers of nodes, parents before their children.
  private(set) var order: [Int] = []
  /// Of each of `order`, the place of its parent in it.
  private(set) var parentPlaces: [Int?] = []
  /// Of each of `order`, whether it is in the scene.
  private(set) var isShown: [Bool] = []
  /// Of each number of a node, its place in `order`.
  private(set) var places: [Int: Int] = [:]
  /// The number of the scene that is shown.
  let scene: Int?

  init(_ document: GLTFDocument, _ budget: ModelBudget) throws(FormatError) {
    let count = document.count(.nodes)
    guard count <= budget.limits.nodeCount else {
      throw .tooLarge("model", fault: "\(count) nodes, where \(budget.limits.nodeCount) are allowed")
    }
    var parents = [Int?](repeating: nil, count: count)
    var children: [[Int]] = []
    for index in 0..<count {
      let object = try document.item(.nodes, index)
      let own = try object.counts("children")
      for child in own {
        guard parents.indices.contains(child) else {
          throw .malformed(object.thing, fault: "node \(child) is named, and there are \(count)")
        }
        guard parents[child] == nil else { throw .malformed("node \(child)", fault: "it has two parents") }
        parents[child] = index
      }
      children.append(own)
    }
    scene = try document.count(.scenes) == 0 ? nil : GLTFObject(document.json, thing: "model").count("scene", or: 0)
    let shown = try Self.shownRoots(document, scene, parents)
    for root in parents.indices where parents[root] == nil { append(root, parent: nil, isShown: shown[root]) }
    // Grows while it is walked through.
    var next = 0
    while next < order.count {
      for child in children[order[next]] { append(child, parent: next, isShown: isShown[next]) }
      next += 1
    }
    guard order.count == count else { throw .malformed("model", fault: "nodes are their own ancestors") }
  }

  private mutating func append(_ node: Int, parent: Int?, isShown: Bool) {
    places[node] = order.count
    order.append(node)
    parentPlaces.append(parent)
    self.isShown.append(isShown)
  }

  /// Of each node, whether it is a root of the scene; without scenes all roots are.
  private static func shownRoots(_ document: GLTFDocument, _ scene: Int?, _ parents: [Int?]) throws(FormatError) -> [Bool] {
    guard let scene else { return Array(repeating: true, count: parents.count) }
    var shown = [Bool](repeating: false, count: parents.count)
    let object = try document.item(.scenes, scene)
    for root in try object.counts("nodes") {
      guard parents.indices.contains(root), parents[root] == nil else {
        throw .malformed(object.thing, fault: "node \(root) is no root")
      }
      shown[root] = true
    }
    return shown
  }
}
