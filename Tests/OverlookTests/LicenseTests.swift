import Foundation
import Overlook
import OverlookTestSupport
import Testing

@Suite struct LicenseTests {
  /// Parts of the system and of the toolchain, whose licence is in the list by another name, or not asked for.
  private static let system = ["ld-linux", "libc.so", "libm.so", "libgcc_s", "libstdc++", "libpthread", "libdl", "librt"]
  private static let toolchain = ["libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime"]

  private static let packages: Set = ["GRDB.swift", "hdrhistogram-swift", "swift-argument-parser", "swift-log", "swift-numerics"]

  @Test(.enabled(if: Tool.path("readelf") != nil, "readelf is not installed")) func everyLinkedLibraryHasItsLicence() async throws
  {
    let text = MapServices.openSourceLicenseInfo()
    let outcome = try await Tool.run("readelf", ["-d", Tool.built("overlook")], seconds: 60)
    let needed = outcome.output.matches(of: /\(NEEDED\).*\[(.+)\]/).map { String($0.1) }
    #expect(needed.count > 5)
    for library in needed + ["libcurl.so.4"] where !(Self.system + Self.toolchain).contains(where: library.hasPrefix) {
      #expect(text.contains("==== \(library) ===="), "make licenses adds \(library)")
    }
    // And nothing else has one: what is linked no longer goes from the list, too.
    let parts = text.matches(of: /(?m)^==== (.+) ====$/)
    for part in parts.map({ String($0.1) }) where part.hasPrefix("lib") {
      #expect((needed + ["libcurl.so.4"]).contains(part), "\(part) is linked no more: make licenses leaves it out")
    }
    let names = Set(parts.map { String($0.1) })
    #expect(names.count == parts.count && names.contains { $0.hasPrefix("Swift (") })
    #expect(
      names.filter { !$0.hasPrefix("lib") && !$0.hasPrefix("Swift (") } == Self.packages,
      "the packages of Package.swift and theirs")
    for (part, next) in zip(parts.map(\.range), parts.map(\.range.lowerBound).dropFirst() + [text.endIndex]) {
      #expect(text.distance(from: part.upperBound, to: next) > 200, "no text: \(text[part])")
    }
  }
}
