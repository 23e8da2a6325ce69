/// Programs made of others.
extension ExpressionProgram {
  /// Whether a property of the feature is one of `values`, texts or numbers; `isNegated`: whether it is none of them.
  static func membership(of key: String, in values: [StyleValue], isNegated: Bool) -> ExpressionProgram {
    var table = MatchTable()
    for value in values {
      switch value {
      case .string(let text): table.texts[text] = 0
      case .number(let number): table.numbers[number] = 0
      default: break
      }
    }
    var program = ExpressionProgram()
    program.type = .boolean
    program.dependencies = .feature
    program.nodes = [
      Node(operation: .property(key), firstOperand: 0, operandCount: 0),
      Node(operation: .literal(.bool(!isNegated)), firstOperand: 0, operandCount: 0),
      Node(operation: .literal(.bool(isNegated)), firstOperand: 0, operandCount: 0),
      Node(operation: .match(table), firstOperand: 0, operandCount: 3),
    ]
    program.operands = [0, 1, 2]
    program.nodeDependencies = [.feature, [], [], .feature]
    program.root = 3
    return program
  }

  /// Whether both are true; the second only where there is one.
  static func both(_ first: ExpressionProgram, _ second: ExpressionProgram?) -> ExpressionProgram {
    guard let second else { return first }
    var program = ExpressionProgram()
    program.type = .boolean
    program.dependencies = first.dependencies.union(second.dependencies)
    program.nodes = first.nodes
    program.operands = first.operands
    let nodeCount = Int32(first.nodes.count)
    let operandCount = Int32(first.operands.count)
    program.nodes += second.nodes.map { node in
      Node(operation: node.operation, firstOperand: node.firstOperand + operandCount, operandCount: node.operandCount)
    }
    program.operands += second.operands.map { $0 + nodeCount }
    program.nodeDependencies = first.nodeDependencies + second.nodeDependencies + [program.dependencies]
    program.nodes.append(Node(operation: .all, firstOperand: Int32(program.operands.count), operandCount: 2))
    program.operands += [first.root, second.root + nodeCount]
    program.root = Int32(program.nodes.count) - 1
    return program
  }

  /// More parts than these are not told apart.
  private static let maximumConditions = 32

  /// Programs that are all true where this one is, and only there: the parts of `all`, where it is nothing else. Each asks for less of a
  /// feature than the whole.
  var conditions: [ExpressionProgram] {
    var found: [Int32] = []
    var rest = [root]
    while let next = rest.popLast() {
      let node = nodes[Int(next)]
      if case .all = node.operation {
        for number in (0..<Int(node.operandCount)).reversed() { rest.append(operand(number, of: node)) }
      } else {
        found.append(next)
      }
      // What `let` binds may stand in many places.
      guard found.count + rest.count <= Self.maximumConditions else { return [self] }
    }
    return found == [root] ? [self] : found.map(part)
  }

  /// The program of the node `root` and what it is made of.
  private func part(_ root: Int32) -> ExpressionProgram {
    // Operands come before what uses them.
    var isNeeded = [Bool](repeating: false, count: Int(root)) + [true]
    for index in isNeeded.indices.reversed() where isNeeded[index] {
      for number in 0..<Int(nodes[index].operandCount) { isNeeded[Int(operand(number, of: nodes[index]))] = true }
    }
    var program = ExpressionProgram()
    var places = [Int32](repeating: 0, count: isNeeded.count)
    for index in isNeeded.indices where isNeeded[index] {
      var node = nodes[index]
      let firstOperand = Int32(program.operands.count)
      for number in 0..<Int(node.operandCount) { program.operands.append(places[Int(operand(number, of: node))]) }
      node.firstOperand = firstOperand
      places[index] = Int32(program.nodes.count)
      program.nodes.append(node)
      program.nodeDependencies.append(nodeDependencies[index])
    }
    program.root = places[Int(root)]
    program.type = .boolean
    program.dependencies = nodeDependencies[Int(root)]
    program.namesGiveWay = namesGiveWay
    return program
  }

  /// The same program with every colour that stands in it changed, and how many these are.
  func recolored(_ change: (StyleColor) -> StyleColor) -> (program: ExpressionProgram, count: Int) {
    var program = ExpressionProgram()
    var count = 0
    program.nodes = nodes.map { node in
      guard case .literal(.color(let color)) = node.operation else { return node }
      count += 1
      return Node(operation: .literal(.color(change(color))), firstOperand: node.firstOperand, operandCount: node.operandCount)
    }
    program.operands = operands
    program.root = root
    program.type = type
    program.dependencies = dependencies
    program.nodeDependencies = nodeDependencies
    return (program, count)
  }
}
