import Testing

/// Where the program of all tests begins. The package manager takes this file by its name, and then needs no index of the sources to
/// look for tests in: making one is a tenth of a module's compilation, so the build of the tests has none.
@main struct TestProgram {
  static func main() async {
    // The package manager's question for tests of XCTest.
    if CommandLine.arguments.contains("--dump-tests-json") { return print(#"{"tests":[]}"#) }
    await Testing.__swiftPMEntryPoint() as Never
  }
}
