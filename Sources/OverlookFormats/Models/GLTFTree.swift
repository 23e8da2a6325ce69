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
  /// Nodes that a scene lists though they are children: exporters do, and other viewers show such models. They stay where their
  /// parents have them.
  private(set) var listedChildren: [Int] = []
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
    let shown = try Self.shownNodes(document, scene, parents)
    listedChildren = shown.indices.filter { shown[$0] && parents[$0] != nil }
    for root in parents.indices where parents[root] == nil { append(root, parent: nil, isShown: shown[root]) }
    // Grows while it is walked through.
    var next = 0
    while next < order.count {
      for child in children[order[next]] { append(child, parent: next, isShown: isShown[next] || shown[child]) }
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

  /// Of each node, whether the scene lists it; without scenes all roots are listed.
  private static func shownNodes(_ document: GLTFDocument, _ scene: Int?, _ parents: [Int?]) throws(FormatError) -> [Bool] {
    guard let scene else { return parents.map { $0 == nil } }
    var shown = [Bool](repeating: false, count: parents.count)
    let object = try document.item(.scenes, scene)
    for node in try object.counts("nodes") {
      guard parents.indices.contains(node) else {
        throw .malformed(object.thing, fault: "node \(node) is named, and there are \(parents.count)")
      }
      shown[node] = true
    }
    return shown
  }
}
