import ArgumentParser
import Glibc
import OverlookSupport

/// Finds misspelt names of commands on a command line.
enum NameHints {
  /// What is wrong with the names of commands in `arguments`, which follow the name of the program; nil when nothing is.
  static func fault(in arguments: [String], of root: any ParsableCommand.Type = OverlookCommand.self) -> String? {
    guard let first = arguments.first else { return nil }
    if first == "help" { return helpFault(arguments.dropFirst(), of: root) }
    guard let command = subcommand(first, of: root) else { return rootFault(first, of: root) }
    let inner = command.configuration.subcommands
    guard !inner.isEmpty, let second = arguments.dropFirst().first, !second.hasPrefix("-"), second != "help",
      subcommand(second, of: command) == nil, command.configuration.defaultSubcommand == nil || isName(second),
      (command as? any SourceNaming.Type)?.sourceNames.contains(second) != true
    else { return nil }
    return unknown(second, "command of \(first)", names(of: command))
  }

  /// Each word after "help" names a command of the one before.
  private static func helpFault(_ words: ArraySlice<String>, of root: any ParsableCommand.Type) -> String? {
    var command = root
    for word in words where !word.hasPrefix("-") {
      guard let next = subcommand(word, of: command) else { return unknown(word, "command", names(of: command)) }
      command = next
    }
    return nil
  }

  /// Whether a word can be nothing but a name: it has no sign of an address, and there is no such file.
  private static func isName(_ word: String) -> Bool {
    !word.isEmpty && word.allSatisfy { $0.isLetter || $0 == "-" || $0 == "_" } && !word.hasPrefix("-") && access(word, F_OK) != 0
  }

  /// Anything but a command is a source of tiles: a file, or text with the signs of an address.
  private static func rootFault(_ word: String, of root: any ParsableCommand.Type) -> String? {
    guard isName(word) else { return nil }
    return unknown(word, "command", names(of: root))
      + (nearest(word, names(of: root)) == nil ? ", and there is no such file" : "")
  }

  private static func unknown(_ word: String, _ kind: String, _ names: [String]) -> String {
    let hint = nearest(word, names).map { "; did you mean \"\($0)\"?" }
    return "there is no \(kind) \"\(OutsideText.cleaned(word))\"" + (hint ?? " (there are \(names.joined(separator: ", ")))")
  }

  private static func subcommand(_ name: String, of command: any ParsableCommand.Type) -> (any ParsableCommand.Type)? {
    command.configuration.subcommands.first { self.name(of: $0) == name }
  }

  private static func names(of command: any ParsableCommand.Type) -> [String] {
    command.configuration.subcommands.map(name)
  }

  static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? "\(command)".lowercased()
  }

  /// The one of `names` that differs from `word` by the fewest letters: by 2 at most, and by fewer than half of them.
  static func nearest(_ word: String, _ names: [String]) -> String? {
    let distances = names.map { (name: $0, count: distance(Array(word.lowercased()), Array($0))) }
    guard let best = distances.min(by: { $0.count < $1.count }), best.count <= 2, 2 * best.count < word.count else { return nil }
    return best.name
  }

  /// Letters to insert, drop, replace or swap with their neighbours to make `b` of `a` (optimal string alignment).
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    // Longer words are no misspelt names, and would cost the product of both lengths.
    guard a.count <= 64, b.count <= 64 else { return Int.max }
    var earlier: [Int] = []
    var row = Array(0...b.count)
    for i in 0..<a.count {
      var next = [i + 1]
      for j in 0..<b.count {
        var best = min(row[j + 1] + 1, next[j] + 1, row[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, earlier[j - 1] + 1) }
        next.append(best)
      }
      (earlier, row) = (row, next)
    }
    return row[b.count]
  }
}
