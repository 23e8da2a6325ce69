/// A command whose default subcommand takes sources that have a name and are no file.
protocol SourceNaming {
  static var sourceNames: [String] { get }
}
